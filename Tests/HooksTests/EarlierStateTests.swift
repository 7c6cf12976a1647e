import Foundation
import ProgramTesting
import Testing

@Suite struct EarlierStateTests {
  /// Release 0.1.0 had `waiting/` and `dead/` in the state folder, and no `taken/`.
  @Test func deliveriesAndDeadLettersOfRelease010AreContinued() throws {
    let hooks = try RunningHooks()
    let program = try hooks.script(
      "on-job", "cat >\"$1/got.$SCRIM_JOB_ID.$SCRIM_ATTEMPT\"")
    try hooks.configure("[program.mail]\ncommand = [\"\(program)\", \"\(hooks.folder.path)\"]\n")
    // Dead letters are kept for some days.
    let now = Int(Date().timeIntervalSince1970 * 1000)
    let (waiting, dead) = ("\(now - 2000)-1000-abcdefgh", "\(now - 1000)-1000-abcdefgh")
    func write(_ text: String, to file: String) throws {
      let file = hooks.folder.appending(path: "state/\(file)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    func report(_ id: String) -> String { #"{"status": "done", "job": "story", "id": "\#(id)"}"# }
    try write(report(waiting), to: "waiting/mail/\(waiting).2.json")
    try write(report(dead), to: "dead/mail/\(dead).json")
    try write(
      #"{"reason":"exit status 65","time":\#(now - 500),"attempts":1}"#,
      to: "dead/mail/\(dead).why")

    try hooks.start()
    try hooks.wait(for: "the third attempt") { !hooks.text("got.\(waiting).3").isEmpty }
    #expect(hooks.text("got.\(waiting).3") == report(waiting))
    try hooks.wait(for: "the end of the delivery") { hooks.isIdle("mail") }
    let list = try hooks.command("list").output
    #expect(list.contains("\(dead)  mail  "))
    #expect(list.hasSuffix("  attempts: 1  exit status 65\n"))
    #expect(try hooks.command("retry", "--all").status == 0)
    try hooks.wait(for: "the dead letter") { !hooks.text("got.\(dead).1").isEmpty }
    #expect(hooks.stop() == 0)
  }
}

import Foundation
import Glibc
import ProgramTesting
import ScrimJSON
import Testing

/// The content of a job is visible to its author and the daemon only, also after the job has ended.
@Suite(.serialized) struct SecrecyTests {
  /// A public first line, and secret words below.
  private static func story(_ effects: String) -> String {
    """
    {"scrim": 1, "canvas": {"width": 200, "height": 120}, "seed": 4, "//": "Quicksilver",
     "layers": [{"id": "t", "text": {"string": "Open\\nElmtree gardener\\nQuicksilver", "size": 20},
                 "effects": [\(effects)]}]}
    """
  }
  private static let words = ["Elmtree", "gardener", "Quicksilver"]

  /// One done job, one failed job, and a bundle.
  private func daemonWithJobs() throws -> RunningDaemon {
    let daemon = try RunningDaemon()
    try daemon.drop("fine.json", Self.story(#"{"effect": "paywall-blur", "sigma": 4}"#))
    try daemon.drop("wrong.json", Self.story(#"{"effect": "paywall-blur", "sigma": 4000}"#))
    let bundle = daemon.spool.appending(path: "drop/.pair.scrim.part")
    try FileManager.default.createDirectory(
      at: bundle.appending(path: "more"), withIntermediateDirectories: true)
    try Data(Self.story("").utf8).write(to: bundle.appending(path: "job.json"))
    try Data("Quicksilver".utf8).write(to: bundle.appending(path: "more/notes.txt"))
    try FileManager.default.moveItem(
      at: bundle, to: daemon.spool.appending(path: "drop/pair.scrim"))
    try daemon.start(["--drain"])
    #expect(daemon.wait() == 1)
    #expect(daemon.names("done").count == 2 && daemon.names("failed").count == 1)
    return daemon
  }

  @Test func documentsAreReadableToTheirOwnerOnly() throws {
    let daemon = try daemonWithJobs()
    var documents = 0
    for state in ["done", "failed"] {
      for job in daemon.names(state) {
        let folder = daemon.spool.appending(path: "\(state)/\(job)")
        #expect(try mode(folder) == 0o700, "\(state)")
        let inside = try #require(FileManager.default.enumerator(atPath: folder.path))
        for case let name as String in inside {
          let mode = try mode(folder.appending(path: name))
          // Images and reports have a second link in `out/`, which others read.
          let isShared = name.hasPrefix("kept") || name.hasPrefix("result") || name == "report.json"
          #expect(mode & (isShared ? 0o027 : 0o077) == 0, "\(name): \(String(mode, radix: 8))")
          documents += name == "job.json" || name == "bundle/job.json" ? 1 : 0
        }
      }
    }
    #expect(documents == 3)
  }

  @Test func nothingThatOthersReadHasTheWords() throws {
    let daemon = try daemonWithJobs()
    #expect(daemon.text("test.stderr").contains("job failed"))
    var texts = ["test.stderr", "test.stdout", "status.json"].map { ($0, daemon.text($0)) }
    for folder in ["out", "reports"] {
      for name in daemon.names(folder) {
        let file = daemon.spool.appending(path: "\(folder)/\(name)")
        texts.append((name, String(decoding: try Data(contentsOf: file), as: UTF8.self)))
      }
    }
    #expect(texts.map(\.0).contains("fine.png") && texts.map(\.0).contains("wrong.failed.json"))
    for (name, text) in texts {
      for word in Self.words { #expect(!text.contains(word), "\(name): \(word)") }
    }
  }

  /// Messages quote the job: keys, markup, fonts.
  @Test(.enabled(if: geteuid() == 0, "Only root acts as others."))
  func theReportOfAFailedJobIsReadableToItsSubmitterOnly() throws {
    let (alice, bob): (uid_t, uid_t) = (61_001, 61_002)
    let daemon = try RunningDaemon()
    for (name, text) in [
      ("key.json", #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "Quicksilver": 1}"#),
      (
        "tag.json",
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{"text": {"markup": "<Elmtree>x</Elmtree>"}}]}"#
      ), ("fine.json", Jobs.small),
    ] {
      try daemon.drop(".\(name)", text)
      #expect(chown(daemon.spool.appending(path: "drop/.\(name)").path, alice, alice) == 0)
      try FileManager.default.moveItem(
        at: daemon.spool.appending(path: "drop/.\(name)"),
        to: daemon.spool.appending(path: "drop/\(name)"))
    }
    try daemon.start(["--drain"])
    #expect(daemon.wait() == 1)
    #expect(daemon.text("out/key.failed.json").contains("Quicksilver"))
    #expect(daemon.text("out/tag.failed.json").contains("Elmtree"))
    // With the rights of the spool's group.
    let gid = getegid()
    func reads(_ user: uid_t, _ file: String) throws -> Bool {
      try CommandRun(
        "--reuid=\(user)", "--regid=\(user)", "--groups=\(gid)", "cat",
        daemon.spool.appending(path: "out/\(file).json").path, program: "/usr/bin/setpriv"
      ).status == 0
    }
    for file in ["key.failed", "tag.failed"] {
      #expect(try reads(alice, file))
      #expect(try !reads(bob, file))
    }
    #expect(try reads(alice, "fine.result"))
    #expect(try reads(bob, "fine.result"))
  }

  private func mode(_ file: URL) throws -> mode_t {
    var about = stat()
    guard lstat(file.path, &about) == 0 else { throw CannotInspect() }
    return about.st_mode & 0o777
  }

  private struct CannotInspect: Error {}
}

import Foundation
import ProgramTesting
import Testing

@Suite struct ProgramHookTests {
  @Test func aProgramGetsTheReportOnStandardInput() throws {
    let hooks = try RunningHooks()
    let program = try hooks.script(
      "on-job",
      "cat >\"$1/got.$SCRIM_JOB_ID.$SCRIM_HOOK.$SCRIM_ATTEMPT\"; echo taken; echo oops >&2")
    try hooks.configure("[program.mail]\ncommand = [\"\(program)\", \"\(hooks.folder.path)\"]\n")
    let id = try hooks.event()
    try hooks.start()
    try hooks.wait(for: "delivery") { hooks.text("log").contains("delivered") }
    #expect(
      hooks.text("got.\(id).mail.1")
        == "{\"status\": \"done\", \"job\": \"story\", \"id\": \"\(id)\"}")
    #expect(hooks.isIdle("mail"))
    #expect(hooks.text("log").contains("info program output hook=mail id=\(id) text=\"taken\"\n"))
    #expect(hooks.text("log").contains("text=\"oops\"\n"))
    #expect(hooks.stop() == 0)
  }

  @Test func aLineOfAProgramIsLoggedUpTo500Bytes() throws {
    let hooks = try RunningHooks()
    let program = try hooks.script(
      "on-job", "printf '%0600d\\n' 0; printf 'a \"quoted\" \\\\ \\033[2J line\\n'")
    try hooks.configure("[program.mail]\ncommand = [\"\(program)\"]\n")
    try hooks.event()
    try hooks.start()
    try hooks.wait(for: "delivery") { hooks.text("log").contains("delivered") }
    let zeros = String(repeating: "0", count: 500)
    #expect(hooks.text("log").contains("text=\"\(zeros)\"\n"))
    #expect(hooks.text("log").contains(#"text="a \"quoted\" \\ \u{1b}[2J line""#))
    #expect(hooks.stop() == 0)
  }

  @Test func aProgramThatFailsIsRunAgainAndOneThatRefusesIsNot() throws {
    let hooks = try RunningHooks()
    let program = try hooks.script(
      "on-job", "[ $SCRIM_HOOK = flaky ] || exit 65; [ $SCRIM_ATTEMPT -ge 3 ] || exit 1")
    try hooks.configure(
      "[program.flaky]\ncommand = [\"\(program)\"]\n[program.strict]\ncommand = [\"\(program)\"]\n")
    try hooks.start()
    let id = try hooks.event()
    try hooks.wait(for: "delivery") { hooks.text("log").contains("delivered attempt=3 hook=flaky") }
    try hooks.wait(for: "a dead letter") { hooks.names("state/dead/strict").count == 2 }
    #expect(
      hooks.text("log").contains(
        "delivery failed attempt=1 hook=flaky id=\(id) reason=exit status 1"))
    #expect(hooks.isIdle("flaky", "strict"))
    let list = try hooks.command("list")
    #expect(list.output.hasPrefix("flaky: 0 waiting\nstrict: 0 waiting\n\(id)  strict  "))
    #expect(list.output.hasSuffix("  attempts: 1  exit status 65\n"))
  }

  @Test func aProgramThatHangsIsKilledWithItsChildrenAndDelaysNoOtherHook() throws {
    let hooks = try RunningHooks()
    // A number of its own: another run of the tests may be going on.
    let seconds = "321.\(Int.random(in: 100_000..<1_000_000))"
    let slow = try hooks.script("slow", "sleep \(seconds) & wait")
    let fast = try hooks.script("fast", "cat >/dev/null")
    try hooks.configure(
      "[program.slow]\ncommand = [\"\(slow)\"]\nseconds = 1\n[program.fast]\ncommand = [\"\(fast)\"]\n"
    )
    try hooks.start()
    try hooks.event()
    try hooks.wait(5, for: "the fast one") { hooks.text("log").contains("hook=fast") }
    try hooks.wait(for: "the time limit") {
      hooks.text("log").contains("hook=slow")
        && hooks.text("log").contains("reason=exceeded its time limit of 1")
    }
    #expect(hooks.stop() == 0)
    let left = try CommandRun("-fx", "sleep \(seconds)", program: "/usr/bin/pgrep")
    #expect(left.output.isEmpty)
  }

  @Test func hooksGetOnlyTheStatusesThatTheyWant() throws {
    let hooks = try RunningHooks()
    let program = try hooks.script("on-job", "cat >/dev/null")
    try hooks.configure("[program.alarm]\ncommand = [\"\(program)\"]\nevents = [\"failed\"]\n")
    let (done, failed) = (try hooks.event(), try hooks.event(status: "failed"))
    try hooks.start()
    try hooks.wait(for: "delivery") {
      hooks.text("log").contains("delivered attempt=1 hook=alarm id=\(failed)")
    }
    #expect(!hooks.text("log").contains(done))
    #expect(hooks.isIdle("alarm"))
  }

  @Test func aReloadTakesTheNewHooksAndARefusedOneNone() throws {
    let hooks = try RunningHooks()
    let program = try hooks.script("on-job", "cat >/dev/null")
    try hooks.configure("[program.first]\ncommand = [\"\(program)\"]\n")
    try hooks.start()
    try hooks.event()
    try hooks.wait(for: "first") { hooks.text("log").contains("hook=first") }
    try hooks.configure("[program.second]\ncommand = [\"\(program)\"]\n")
    hooks.reload()
    try hooks.wait(for: "reload") { hooks.text("log").contains("configuration reloaded") }
    let id = try hooks.event()
    try hooks.wait(for: "second") { hooks.text("log").contains("hook=second id=\(id)") }
    try hooks.configure("[program.third]\n")
    hooks.reload()
    try hooks.wait(for: "refusal") { hooks.text("log").contains("configuration not reloaded") }
    let last = try hooks.event()
    try hooks.wait(for: "second") { hooks.text("log").contains("hook=second id=\(last)") }
    #expect(hooks.stop() == 0)
  }

  @Test func twoServicesDoNotShareAFolder() throws {
    let hooks = try RunningHooks()
    try hooks.configure("")
    try hooks.start()
    try hooks.wait(for: "start") { hooks.text("log").contains("started") }
    let second = try hooks.command("run", "--log-format", "text")
    #expect(second.status == 78)
    #expect(second.errors.hasSuffix("/state: another scrim-hooks uses this folder.\n"))
  }

  @Test func realJobsAreDeliveredWithTheirReports() throws {
    let hooks = try RunningHooks()
    let program = try hooks.script("on-job", "cat >\"\(hooks.folder.path)/report\"")
    try hooks.configure("[program.all]\ncommand = [\"\(program)\"]\n")
    let spool = hooks.folder.appending(path: "spool")
    try Data("[hooks]\naccount = \"\(geteuid())\"\n[disk]\nfree-bytes = 0\nfree-percent = 0\n".utf8)
      .write(to: hooks.folder.appending(path: "scrim.toml"))
    try FileManager.default.removeItem(at: spool)
    try FileManager.default.createDirectory(
      at: spool.appending(path: "drop"), withIntermediateDirectories: true)
    let job =
      "{\"scrim\": 1, \"canvas\": {\"width\": 8, \"height\": 8}, \"layers\": [{\"fill\": \"#f80\"}]}"
    try Data(job.utf8).write(to: spool.appending(path: "drop/story.json"))
    let drained = try CommandRun(
      "--spool", spool.path, "--config", hooks.folder.appending(path: "scrim.toml").path,
      "--drain",
      "--workers", "1", program: "scrimd")
    #expect(drained.status == 0, "\(drained.errors)")
    #expect(
      hooks.names("spool/events").contains { $0.hasSuffix("-story.json") || $0.hasPrefix("1") })
    try hooks.start()
    try hooks.wait(for: "the report") { hooks.text("report").contains("\"status\": \"done\"") }
    #expect(hooks.text("report").contains("\"sha256\""))
    #expect(!hooks.names("spool/events").contains { $0.hasPrefix("1") })
  }
}

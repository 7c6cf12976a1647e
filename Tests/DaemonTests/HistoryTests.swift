import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// `scrim history` with a real daemon.
@Suite(.serialized) struct HistoryTests {
  private func start(_ more: String = "") throws -> RunningDaemon {
    let daemon = try RunningDaemon()
    let program = CommandRun.programs.appending(path: "fake-worker").path
    try daemon.configure(
      "[workers]\nprogram = \"\(program)\"\n[retries]\nattempts = 2\n[test]\nback-off-ms = 0\n\(more)"
    )
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the daemon") { daemon.isUp }
    return daemon
  }

  private func events(
    _ daemon: RunningDaemon, _ arguments: String..., user: UInt32? = nil
  ) throws -> [JSON] {
    let run = try CommandRun(daemon, ["history", "--json"] + arguments, user: user)
    #expect(run.status == 0, "\(run)")
    return try JSON(parsing: Array(run.output.utf8)).array ?? []
  }

  private func kinds(_ events: [JSON]) -> [String] { events.compactMap { $0["event"]?.string } }

  @Test func showsWhatHappenedToAJob() throws {
    let daemon = try start()
    try daemon.drop("story-17.json", Jobs.small)
    try daemon.wait(for: "a job") {
      (try? kinds(events(daemon, "--name", "story-17")).last) == "done"
    }
    try daemon.drop("killed.json", Jobs.small)
    // Each event follows what it tells of.
    try daemon.wait(for: "a failure") {
      (try? kinds(events(daemon, "--name", "killed")).last) == "failed"
    }
    let story = try events(daemon, "--name", "story-*")
    #expect(kinds(story) == ["accepted", "started", "done"])
    #expect(story.allSatisfy { $0["name"] == "story-17" })
    let killed = try events(daemon, "--name", "killed", "--since", "1h")
    #expect(
      kinds(killed) == ["accepted", "started", "attempt-failed", "started", "failed"])
    let id = try #require(killed.first?["id"]?.string)
    #expect(try CommandRun(daemon, ["retry", id]).status == 0)
    #expect(try kinds(events(daemon, id)).contains("retried"))
    #expect(try events(daemon, "--until", "1h").isEmpty)
    let text = try CommandRun(daemon, ["history", "--name", "story-17"]).output
    #expect(text.contains("  story-17  \(getuid())  accepted\n"), "\(text)")
    #expect(text.hasSuffix("  done      attempt 1\n"), "\(text)")
    #expect(try CommandRun(daemon, ["history", "--since", "soon"]).status == 64)
    #expect(daemon.stop() == 0)
    // Without a daemon its account reads the file.
    #expect(try kinds(events(daemon, "--name", "story-17")) == ["accepted", "started", "done"])
  }

  @Test(.enabled(if: geteuid() == 0, "Only root becomes another user."))
  func usersSeeOnlyTheirOwnJobs() throws {
    let daemon = try start()
    try daemon.drop("roots.json", Jobs.small)
    try daemon.wait(for: "a job") { daemon.isReported("roots") }
    let own = daemon.spool.appending(path: "drop/own.json").path
    try Data(Jobs.small.utf8).write(to: URL(filePath: own + ".part"))
    #expect(chown(own + ".part", 4242, 4242) == 0 && rename(own + ".part", own) == 0)
    try daemon.wait(for: "another user's job") { daemon.isReported("own") }
    #expect(chmod(daemon.spool.path, 0o755) == 0)
    #expect(chmod(daemon.spool.appending(path: "control.sock").path, 0o666) == 0)
    let seen = try events(daemon, user: 4242)
    #expect(Set(seen.compactMap { $0["name"]?.string }) == ["own"])
    #expect(Set(try events(daemon).compactMap { $0["name"]?.string }) == ["own", "roots"])
    #expect(daemon.stop() == 0)
    let run = try CommandRun(daemon, ["history"], user: 4242)
    #expect(run.status == 74)
    #expect(run.errors.hasPrefix("scrim: No scrimd is running for "), "\(run)")
  }

  @Test func aLogThatCannotBeWrittenHurtsNoJob() throws {
    let daemon = try start()
    let log = daemon.spool.appending(path: "events/log.jsonl").path
    // A link: opening it fails.
    #expect(symlink("/dev/full", log) == 0)
    try daemon.drop("a.json", Jobs.small)
    try daemon.wait(for: "a job") { daemon.names("done").count == 1 }
    #expect(!daemon.text("test.stderr").contains("paused"))
    #expect(daemon.stop() == 0)
  }
}

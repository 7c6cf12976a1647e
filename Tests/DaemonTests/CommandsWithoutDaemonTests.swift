import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// The commands about jobs while no daemon runs: they act on the spool, with the results that a daemon would give.
@Suite struct CommandsWithoutDaemonTests {
  @Test func jobsAreListedShownAndChanged() throws {
    let daemon = try RunningDaemon()
    try daemon.configure("[intake]\nsettle-ms = 0")
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the daemon") { daemon.isUp }
    let job = daemon.spool.deletingLastPathComponent()
      .appending(path: "story-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: job) }
    try Data(Jobs.small.utf8).write(to: job)
    func scrim(_ arguments: String...) throws -> CommandRun { try CommandRun(daemon, arguments) }
    let submitted = try scrim("submit", "--wait", "--key", "now", job.path)
    #expect(submitted.status == 0, "\(submitted)")
    let later = try scrim("submit", "--not-before", "+1h", "--key", "later", job.path)
    #expect(later.status == 0, "\(later)")
    try daemon.wait(for: "both jobs") {
      daemon.names("done").count == 1 && daemon.names("queue").count == 1
    }
    #expect(daemon.stop() == 0)

    func shown(_ key: String) throws -> JSON {
      try JSON(parsing: Array(scrim("show", "--json", "--key", key).output.utf8))
    }
    let done = try #require(try shown("now")["id"]?.string)
    let waiting = try #require(try shown("later")["id"]?.string)
    #expect(try scrim("jobs").output.hasPrefix("\(waiting)  "))
    #expect(try scrim("jobs", "--state", "all").output.split(separator: "\n").count == 2)
    #expect(try scrim("jobs", "--state", "all", "--most", "1").output.hasPrefix("\(waiting)  "))
    #expect(try scrim("jobs", "--state", "all", "--after", waiting).output.hasPrefix("\(done)  "))
    #expect(try scrim("show", done).output.contains("state      done\n"))
    let report = try JSON(parsing: Array(scrim("show", "--report", done).output.utf8))
    #expect(report["status"] == "done" && report["id"] == .string(done))
    let none = try scrim("show", "--report", waiting)
    #expect(none.status == 66)
    #expect(none.errors == "scrim: the job has no report here: see scrim show for its state.\n")
    #expect(try scrim("wait", done).status == 0)
    #expect(try scrim("wait", waiting, "--timeout", "0.3").status == 124)

    #expect(try scrim("priority", waiting, "7").output == "\(waiting)  queue\n")
    #expect(try scrim("hold", waiting).output == "\(waiting)  hold\n")
    #expect(try scrim("release", waiting).output == "\(waiting)  queue\n")
    #expect(try shown("later")["priority"] == 7)
    #expect(try scrim("cancel", waiting).output == "\(waiting)  failed\n")
    let cancelled = try scrim("wait", waiting)
    #expect(cancelled.status == 1)
    #expect(cancelled.errors.hasSuffix(": cancelled by user \(getuid()).\n"), "\(cancelled)")
    #expect(try scrim("retry", waiting).output == "\(waiting)  queue\n")
    let mixed = try scrim("purge", done, waiting)
    #expect(mixed.status == 74)
    #expect(mixed.output == "\(done)  deleted\n")
    #expect(try scrim("fetch", done).status == 66)
  }
}

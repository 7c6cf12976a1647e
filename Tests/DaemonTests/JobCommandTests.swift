import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// `scrim jobs`, `cancel` and the others, with a real daemon.
@Suite(.serialized) struct JobCommandTests {
  /// A daemon with one worker, which jobs named `hanging` occupy.
  private func start(_ jobs: [String], user: UInt32? = nil) throws -> RunningDaemon {
    let daemon = try RunningDaemon(user: user)
    let program = CommandRun.programs.appending(path: "fake-worker").path
    try daemon.configure("[workers]\nprogram = \"\(program)\"\n[intake]\nsettle-ms = 0")
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the daemon") { daemon.isUp }
    for (number, job) in jobs.enumerated() {
      try daemon.drop("\(job).json", #"{"scrim": 1, "layers": [{"effect": "glow"}]}"#)
      try daemon.wait(for: job) {
        daemon.names("queue").count + daemon.names("active").count
          + daemon.names("failed").count > number
      }
    }
    return daemon
  }

  private func scrim(
    _ daemon: RunningDaemon, _ arguments: String..., user: UInt32? = nil
  ) throws -> CommandRun {
    try CommandRun(daemon, arguments, user: user)
  }

  private func id(_ name: String, _ daemon: RunningDaemon) throws -> String {
    let run = try scrim(daemon, "jobs", "--json", "--state", "all", "--name", name)
    // An object per line.
    return try #require(try JSON(parsing: Array(run.output.utf8))["id"]?.string, "\(run)")
  }

  @Test func jobsAreListedShownAndCancelled() throws {
    let daemon = try start(["hanging", "story"])
    try daemon.wait(for: "a running job") { !daemon.names("active").isEmpty }
    let list = try scrim(daemon, "jobs")
    #expect(list.status == 0)
    let lines = list.output.split(separator: "\n")
    #expect(lines.count == 2)
    let user = NSUserName()
    #expect(lines.last?.contains("  hanging  \(user)  active  0  1  -  ") == true, "\(list.output)")
    #expect(
      lines.first?.contains("  story    \(user)  queue   0  0  -  ") == true, "\(list.output)")
    let one = try scrim(daemon, "jobs", "--most", "1")
    #expect(one.output.split(separator: "\n").count == 1)
    let story = try id("sto*", daemon)
    let older = try scrim(daemon, "jobs", "--after", story)
    #expect(older.output.split(separator: "\n").count == 1 && older.output.contains("  hanging  "))
    let show = try scrim(daemon, "show", story)
    #expect(show.output.contains("state      queue\n"), "\(show)")
    let cancel = try scrim(daemon, "cancel", story)
    #expect(cancel.status == 0)
    #expect(cancel.output == "\(story)  failed\n")
    #expect(try !scrim(daemon, "jobs").output.contains(story))
    #expect(
      try scrim(daemon, "jobs", "--state", "all").output.contains("  story    \(user)  failed  "))
    let json = try scrim(daemon, "show", story, "--json").output
    let error = try #require(try JSON(parsing: Array(json.utf8))["errors"]?.array?.first)
    #expect(error["code"] == "cancelled" && error["message"]?.string != nil)
    #expect(try daemon.report("story")["errors"]?.array?.first?["code"] == "cancelled")
    #expect(daemon.text("test.stderr").contains("job cancelled by=\(getuid()) id=\(story)\n"))
    let again = try scrim(daemon, "cancel", story)
    #expect(again.status == 74)
    #expect(
      again.errors
        == "scrim: job \(story) is failed: cancel requires a job that is not finished.\n")
    let wait = try scrim(daemon, "wait", story)
    #expect(wait.status == 1)
    #expect(wait.errors == "job \(story) (story): cancelled by user \(getuid()).\n")
    #expect(try scrim(daemon, "status").output.contains("workers busy"))
  }

  @Test func aJobThatIsBeingRenderedIsCancelled() throws {
    let daemon = try start(["hanging"])
    try daemon.wait(for: "a running job") { !daemon.names("active").isEmpty }
    let hanging = try id("hanging", daemon)
    let timeout = try scrim(daemon, "wait", hanging, "--timeout", "0.3")
    #expect(timeout.status == 124)
    #expect(try scrim(daemon, "cancel", hanging).status == 0)
    try daemon.wait(5, for: "its report") { daemon.isReported("hanging") }
    try daemon.wait(for: "its state") { daemon.names("failed") == [hanging] }
    #expect(
      try daemon.report("hanging")["errors"]?.array?.first?["message"]
        == .string("cancelled by user \(getuid())."))
    // The slot goes on with another worker.
    try daemon.drop("next.json", Jobs.small)
    try daemon.wait(for: "another job") { daemon.names("out").contains("next.png") }
    #expect(try scrim(daemon, "wait", id("next", daemon)).status == 0)
  }

  @Test func jobsAreHeldReleasedRetriedAndPurged() throws {
    let daemon = try start(["hanging", "one", "two"])
    let held = try scrim(daemon, "hold", "--all", "--name", "*o*", "--yes")
    #expect(held.output.split(separator: "\n").count == 2, "\(held)")
    #expect(daemon.names("hold").allSatisfy { $0.hasSuffix(".user") })
    #expect(try scrim(daemon, "release", "--all").errors.contains("or use --yes"))
    let hanging = try id("hanging", daemon)
    try daemon.wait(for: "a running job") { !daemon.names("active").isEmpty }
    #expect(try scrim(daemon, "cancel", hanging).status == 0)
    let one = try id("one", daemon)
    #expect(try scrim(daemon, "release", one).output == "\(one)  queue\n")
    try daemon.wait(for: "the released job") { daemon.names("out").contains("one.png") }
    #expect(!daemon.names("out").contains("two.png"))
    try daemon.wait(for: "the cancelled job") { daemon.names("failed") == [hanging] }
    #expect(try scrim(daemon, "retry", "--all", "--state", "failed", "--yes").status == 0)
    try daemon.wait(for: "the retried job") { !daemon.names("active").isEmpty }
    #expect(try scrim(daemon, "purge", one).output == "\(one)  deleted\n")
    let gone = try scrim(daemon, "show", one)
    #expect(gone.status == 66)
    #expect(gone.errors == "scrim: no job \(one).\n")
  }

  @Test(.enabled(if: geteuid() == 0, "Only root becomes another user."))
  func allOfAUserIsDeleted() throws {
    let daemon = try start([])
    try daemon.drop("story.json", Jobs.small)
    let own = daemon.spool.appending(path: "drop/own.json").path
    try Data(Jobs.small.utf8).write(to: URL(filePath: own + ".part"))
    #expect(chown(own + ".part", 4242, 4242) == 0 && rename(own + ".part", own) == 0)
    try daemon.wait(for: "both jobs") { daemon.names("done").count == 2 }
    #expect(chmod(daemon.spool.path, 0o755) == 0)
    #expect(chmod(daemon.spool.appending(path: "control.sock").path, 0o666) == 0)
    let others = try scrim(daemon, "purge", "--user", "0", "--yes", user: 4242)
    #expect(others.status == 74)
    #expect(
      others.errors
        == "scrim: results of user 0: only that user and members of the operators' group may delete them.\n"
    )
    let unconfirmed = try scrim(daemon, "purge", "--user", "4242")
    #expect(unconfirmed.errors.contains("confirm on a terminal, or use --yes."))
    #expect(daemon.names("done").count == 2)
    let run = try scrim(daemon, "purge", "--user", "4242", "--yes", user: 4242)
    #expect(run.status == 0, "\(run)")
    #expect(run.output.hasSuffix("  deleted\n2 results and reports of 4242 deleted\n"), "\(run)")
    #expect(daemon.names("done").count == 1)
    #expect(daemon.names("out") == ["story.png", "story.result.json"])
    #expect(
      daemon.text("test.stderr").contains("results deleted by=4242 files=2 user=4242\n"))
    try daemon.drop("hanging.json", #"{"scrim": 1, "layers": [{"effect": "glow"}]}"#)
    try daemon.wait(for: "a running job") { !daemon.names("active").isEmpty }
    let unfinished = try scrim(daemon, "purge", "--user", "root", "--yes")
    #expect(unfinished.status == 74)
    #expect(
      unfinished.errors
        == "scrim: 1 jobs of root are not finished: end them with scrim cancel --all --owner root, then repeat.\n"
    )
    #expect(daemon.names("out").isEmpty)
    let both = try scrim(daemon, "purge", "--user", "root", "--all")
    #expect(both.status == 64)
    #expect(
      both.errors.contains(
        "--user cannot be combined with job IDs, --all, --state, --owner or --name."))
  }

  @Test func thePriorityChangesTheOrder() throws {
    let daemon = try start(["hanging", "hanging-first", "hanging-second"])
    let second = try id("hanging-second", daemon)
    try daemon.wait(for: "a running job") { !daemon.names("active").isEmpty }
    #expect(try scrim(daemon, "priority", second, "5").output == "\(second)  queue\n")
    #expect(daemon.names("queue").contains("\(second).0+5"))
    #expect(try scrim(daemon, "cancel", id("hanging", daemon)).status == 0)
    try daemon.wait(for: "the other job") { daemon.names("active") == ["\(second).1+5"] }
    #expect(daemon.names("queue").count == 1)
  }

  @Test(.enabled(if: geteuid() == 0, "Only root becomes another user."))
  func usersChangeTheirOwnJobs() throws {
    let daemon = try start(["hanging", "story"])
    let story = try id("story", daemon)
    #expect(chmod(daemon.spool.path, 0o755) == 0)
    let closed = try scrim(daemon, "jobs", user: 4242)
    #expect(closed.status == 77)
    #expect(
      closed.errors.hasPrefix(
        "scrim: \(daemon.spool.path)/control.sock: no permission. Members of the group root have it:"
      ),
      "\(closed)")
    #expect(chmod(daemon.spool.path, 0o700) == 0)
    let outside = try scrim(daemon, "jobs", user: 4242)
    #expect(outside.status == 77)
    #expect(
      outside.errors.hasPrefix(
        "scrim: \(daemon.spool.path): no permission. Members of the group root"),
      "\(outside)")
    let status = try scrim(daemon, "status", user: 4242)
    #expect(status.status == 4)
    #expect(status.errors == outside.errors)
    #expect(chmod(daemon.spool.path, 0o755) == 0)
    #expect(chmod(daemon.spool.appending(path: "control.sock").path, 0o666) == 0)
    #expect(try scrim(daemon, "jobs", user: 4242).output == "")
    let cancel = try scrim(daemon, "cancel", story, user: 4242)
    #expect(cancel.status == 74)
    #expect(
      cancel.errors
        == "scrim: job \(story) belongs to user 0; members of the operators' group may change it.\n"
    )
    #expect(daemon.names("queue") == ["\(story).0"])
  }

  @Test func withoutADaemonItsAccountActs() throws {
    let daemon = try start(["hanging", "story"])
    let story = try id("story", daemon)
    #expect(daemon.stop() == 0)
    #expect(!daemon.names("").contains("control.sock"))
    #expect(try scrim(daemon, "cancel", story).output == "\(story)  failed\n")
    #expect(try daemon.report("story")["status"] == "failed")
    guard geteuid() == 0 else { return }
    #expect(chmod(daemon.spool.path, 0o755) == 0)
    let other = try scrim(daemon, "retry", story, user: 4242)
    #expect(other.status == 74)
    #expect(
      other.errors
        == "scrim: No scrimd is running for \(daemon.spool.path); without one only the account root may use "
        + "scrim retry. Start scrimd, or run: runuser -u root -- scrim retry --spool \(daemon.spool.path) …\n"
    )
  }

  /// Clients that send nothing, or nonsense, cost the daemon nothing.
  @Test func idleClientsAreDisconnected() throws {
    let daemon = try start(["hanging"])
    let path = daemon.spool.appending(path: "control.sock").path
    let script = """
      import os, socket, time
      os.chdir(os.path.dirname("\(path)"))
      def client():
          s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
          s.connect("control.sock")
          return s
      idle = [client() for _ in range(7)]
      bad = client()
      bad.send(b"nonsense")
      print(bad.recv(1000).decode())
      bad.close()
      begin = time.time()
      print(idle[0].recv(10), 3 < time.time() - begin < 9)
      """
    let text = try CommandRun("-c", script, program: "/usr/bin/python3").output
    #expect(text.contains("the request is not valid"), "\(text)")
    #expect(text.hasSuffix("b'' True\n"), "\(text)")
    #expect(try scrim(daemon, "jobs").status == 0)
  }
}

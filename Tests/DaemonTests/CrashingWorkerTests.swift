import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// Workers that crash, hang or send invalid messages cost only their own job attempts.
@Suite(.serialized) struct CrashingWorkerTests {
  private static let glowing = #"{"scrim": 1, "layers": [{"effect": "glow"}]}"#

  private func daemon(
    _ jobs: [String], seconds: Int = 60, workers: String = "", test: String = "",
    more: String = ""
  ) throws -> RunningDaemon {
    let daemon = try RunningDaemon()
    let program = CommandRun.programs.appending(path: "fake-worker").path
    try daemon.configure(
      """
      [workers]
      program = "\(program)"
      \(workers)
      [retries]
      attempts = 3
      pause-ms = 50
      [test]
      back-off-ms = 10
      \(test)
      [limits]
      seconds = \(seconds)
      \(more)
      """)
    for name in jobs {
      try daemon.drop("\(name).json", Self.glowing)
    }
    return daemon
  }

  private func diagnostic(_ daemon: RunningDaemon, _ name: String) throws -> JSON {
    let report = try daemon.report(name)
    #expect(report["status"] == "failed")
    return try #require(report["errors"]?.array?.first)
  }

  @Test func twoCrashesInAnEffectNameIt() throws {
    let daemon = try daemon(["segv-a", "fine"])
    #expect(try daemon.drain() == 1)
    let diagnostic = try diagnostic(daemon, "segv-a")
    #expect(diagnostic["code"] == "effect-crash")
    #expect(
      diagnostic["message"]?.string
        == "the worker was killed by SIGSEGV in effect \"glow\" (libGlow.so) of layers[0]; "
        + "given up after 2 attempts."
    )
    #expect(diagnostic["pointer"] == "/layers/0")
    #expect(try daemon.report("segv-a")["attempts"] == 2)
    #expect(try daemon.report("segv-a")["failedAttempts"]?.array?.count == 2)
    #expect(try daemon.report("fine")["status"] == "done")
  }

  /// Neither RLIMIT_NPROC, which is a user's, nor TasksMax=, which is the unit's, bounds those of one worker.
  @Test func aWorkerHasAtMost64Threads() throws {
    let daemon = try daemon(["threads-100", "threads-60"])
    #expect(try daemon.drain() == 1)
    let diagnostic = try diagnostic(daemon, "threads-100")
    #expect(diagnostic["code"] == "effect-crash")
    #expect(
      diagnostic["message"]?.string
        == "the worker started more than 64 threads in effect \"glow\" (libGlow.so) of layers[0]; "
        + "given up after 2 attempts.")
    #expect(try daemon.report("threads-60")["status"] == "done")
  }

  /// The kernel counts only memory that is writable at the moment.
  @Test func memoryThatWasWrittenCountsAlsoOnceItIsReadOnly() throws {
    let daemon = try daemon(["frozen-640", "frozen-384"], more: "memory-bytes = 402653184")
    #expect(try daemon.drain() == 1)
    let diagnostic = try diagnostic(daemon, "frozen-640")
    #expect(diagnostic["code"] == "out-of-memory")
    #expect(
      diagnostic["message"]?.string?.hasPrefix("the worker needed more than 384 MiB of memory in ")
        == true)
    #expect(try daemon.report("frozen-384")["status"] == "done")
  }

  @Test func killsFromOutsideUseUpAttempts() throws {
    let daemon = try daemon(["killed"])
    #expect(try daemon.drain() == 1)
    let diagnostic = try diagnostic(daemon, "killed")
    #expect(diagnostic["code"] == "worker-crash")
    #expect(
      diagnostic["message"]
        == "the worker was killed by SIGKILL (perhaps for lack of memory) in stage decode; given up after 3 attempts."
    )
    #expect(try daemon.report("killed")["attempts"] == 3)
  }

  @Test func aBridgesTicketAllowsOneFailedAttempt() throws {
    let daemon = try daemon([], more: "[access]\nbridge-users = [\"\(getuid())\"]")
    try daemon.dropBundle(
      "killed", ["job.json": Self.glowing, "submission.json": #"{"attempts": 1}"#])
    #expect(try daemon.drain() == 1)
    #expect(
      try diagnostic(daemon, "killed")["message"]
        == "the worker was killed by SIGKILL (perhaps for lack of memory) in stage decode; given up after 1 attempt."
    )
    #expect(try daemon.report("killed")["failedAttempts"]?.array?.count == 1)
  }

  @Test func aHangIsEnded() throws {
    let daemon = try daemon(["hanging"], seconds: 1)
    #expect(try daemon.drain() == 1)
    let diagnostic = try diagnostic(daemon, "hanging")
    #expect(diagnostic["code"] == "time-limit")
    #expect(
      diagnostic["message"]?.string?.contains("took longer than 1 s in effect \"glow\"") == true)
  }

  @Test func aSubmissionMayAllowLessTime() throws {
    let daemon = try daemon([])
    for (name, seconds) in [("hanging", 1), ("fine", 100)] {
      try daemon.dropBundle(
        name, ["job.json": Self.glowing, "submission.json": #"{"maxSeconds": \#(seconds)}"#])
    }
    #expect(try daemon.drain() == 1)
    let diagnostic = try diagnostic(daemon, "hanging")
    #expect(diagnostic["code"] == "time-limit")
    #expect(
      diagnostic["message"]?.string
        == "the worker took longer than 1 s in effect \"glow\" (libGlow.so) of layers[1]; "
        + "given up after 2 attempts. The submission's maxSeconds is the limit.")
    #expect(try daemon.report("fine")["status"] == "done")
  }

  @Test(arguments: ["liar", "unsealed", "smuggler"])
  func nonsenseIsNotBelieved(_ name: String) throws {
    let daemon = try daemon([name])
    #expect(try daemon.drain() == 1)
    #expect(try diagnostic(daemon, name)["code"] == "worker-crash")
    #expect(daemon.names("out") == ["\(name).failed.json"])
  }

  @Test func aNameOutsideTheOutputFolderIsRefused() throws {
    let daemon = try daemon([])
    try daemon.drop(
      "outside.json", #"{"scrim": 1, "output": {"file": "../outside.png"}, "layers": []}"#)
    #expect(try daemon.drain() == 1)
    #expect(try diagnostic(daemon, "outside")["code"] == "output-name")
    #expect(!daemon.names("").contains("outside.png"))
  }

  @Test func aWorkerThatHasGrownIsReplaced() throws {
    let daemon = try daemon([], test: "grown-bytes = 60000000")
    try daemon.start(["--workers", "1"])
    func workers(after jobs: String...) throws -> [Int32] {
      for job in jobs {
        try daemon.drop("\(job).json", Jobs.small)
        try daemon.wait(for: job) { daemon.isReported("\(job)") }
      }
      return daemon.workers()
    }
    let first = try workers(after: "small-1", "small-2", "growing")
    let second = try workers(after: "small-3", "small-4")
    #expect(first.count == 1 && second.count == 1 && first != second)
    #expect(try workers(after: "small-5") == second)
    #expect(try daemon.report("growing")["status"] == "done")
    #expect(daemon.stop() == 0)
  }

  @Test func aWorkerThatHasDoneItsShareIsReplacedBeforeTheNextJob() throws {
    let daemon = try daemon(["a"], workers: "jobs = 2")
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "a") { daemon.isReported("a") }
    let first = daemon.workers()
    #expect(first.count == 1)
    try daemon.drop("b.json", Self.glowing)
    try daemon.wait(for: "b") { daemon.isReported("b") }
    try daemon.wait(for: "another worker, without a job for it") {
      let now = daemon.workers()
      return now.count == 1 && now != first
    }
    #expect(daemon.stop() == 0)
  }

  /// A reload cannot require features that the kernel lacks.
  @Test func aSandboxThatIsNotThereCannotBeRequiredLater() throws {
    let daemon = try RunningDaemon()
    let worker = try daemon.fakeWorker("old-kernel")
    try daemon.configure("[workers]\nprogram = \"\(worker.path)\"")
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "start") { daemon.isUp }
    try daemon.wait(for: "a line of it") {
      daemon.text("test.stderr").contains("the kernel's sandbox lacks Landlock\n")
    }
    try daemon.configure("[workers]\nprogram = \"\(worker.path)\"\nsandbox = \"required\"")
    kill(daemon.process.processIdentifier, SIGHUP)
    try daemon.wait(for: "an answer") {
      daemon.text("test.stderr").contains("configuration not reloaded")
    }
    #expect(daemon.text("test.stderr").contains("and the configuration requires a complete one"))
    try daemon.drop("fine.json", Jobs.small)
    try daemon.wait(for: "a picture") { daemon.isReported("fine") }
    #expect(daemon.stop() == 0)
  }

  /// A worker cannot create memory files; it gets as many as its outputs and messages may need.
  @Test func memoryFilesHaveALimit() throws {
    let most = (1 << 20) + (32 << 20)
    let daemon = try RunningDaemon()
    let program = CommandRun.programs.appending(path: "fake-worker").path
    try daemon.configure(
      "[workers]\nprogram = \"\(program)\"\n[retries]\nattempts = 1\n[limits]\noutput-bytes = 1048576"
    )
    for bytes in [most, most + 1] { try daemon.drop("room-\(bytes).json", Jobs.small) }
    #expect(try daemon.drain() == 1)
    #expect(try daemon.report("room-\(most)")["status"] == "done")
    let diagnostic = try diagnostic(daemon, "room-\(most + 1)")
    #expect(
      diagnostic["message"]
        == .string(
          "the worker violated the protocol (it requested more than \(most) bytes of memory files); "
            + "given up after 1 attempt."))
  }

  /// A worker's claims are accepted only if the job justifies them, and never for system errors.
  @Test(arguments: [
    ("trouble", "invalid answer from the worker"),
    ("effect", "it named an effect that is not in the job"),
    ("plugin", "it loaded an unrequested plugin"),
    ("thief", "it named an output that is not in the job"),
    ("imageless", "no image"),
  ])
  func forgedMessagesCostAttemptsAndNoPlugin(_ kind: String, _ words: String) throws {
    let jobs = (1...3).map { "\(kind)-\($0)" }
    let daemon = try daemon(jobs)
    #expect(try daemon.drain() == 1)
    for job in jobs {
      #expect(try daemon.report(job)["attempts"] == 3)
      #expect(
        try diagnostic(daemon, job)["message"]?.string?.contains("violated the protocol (\(words))")
          == true)
    }
    #expect(daemon.names("hold").isEmpty)
    #expect(!daemon.text("test.stderr").contains("paused"))
  }

  @Test func aPluginThatCrashesInThreeJobsIsSwitchedOff() throws {
    let daemon = try daemon(["segv-a", "segv-b", "segv-c"])
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the plugin to be switched off") {
      daemon.names("failed").count + daemon.names("hold").count == 3
    }
    // Another of its effects, and one of another plugin.
    try daemon.drop("later.json", #"{"scrim": 1, "layers": [{"effect": "shine"}]}"#)
    try daemon.drop("other.json", #"{"scrim": 1, "layers": [{"effect": "halo"}]}"#)
    try daemon.wait(for: "the other job") { daemon.isReported("other") }
    try daemon.wait(for: "the job to be held") { (try? daemon.report("later")) != nil }
    let report = try daemon.report("later")
    #expect(report["status"] == "held")
    #expect(report["errors"]?.array?.first?["code"] == "plugin-disabled")
    #expect(
      report["errors"]?.array?.first?["message"]?.string
        == "libGlow.so is disabled for user \(getuid()) after crashes in 3 jobs; this job needs its "
        + "effect \"shine\" and is held until the plugin is replaced or 10 min have passed.")
    let status = try CommandRun("status", "--spool", daemon.spool.path).output
    #expect(
      status.contains(
        "plugin disabled for user \(getuid()) after crashes in 3 jobs: "
          + "/plugins/libGlow.so (glow, shine)\n"))

    // A second daemon has no reason to retry the first one's held jobs; a daemon on its own has.
    for name in daemon.names("hold").dropLast() {
      try FileManager.default.removeItem(at: daemon.spool.appending(path: "hold/\(name)"))
    }
    let held = daemon.names("hold")
    #expect(held.count == 1)
    try daemon.besides { second in
      try second.drop("besides.json", Jobs.small)
      try second.wait(for: "a job of either") { second.names("out").contains("besides.png") }
      #expect(second.names("hold") == held)
    }
    #expect(daemon.stop() == 0)
    #expect(daemon.names("hold") == held)
    #expect(!daemon.names("out").contains("later.png"))
    // Its report replaces the earlier one.
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the held job") { daemon.names("out").contains("later.png") }
    try daemon.wait(for: "its report") { (try? daemon.report("later"))?["status"] == "done" }
    #expect(daemon.text("test.stderr").contains("held jobs released jobs=1"))
    #expect(daemon.stop() == 0)
  }

  /// Heap damage shows later: a crash outside effects counts against the third-party plugins that the job uses.
  @Test func aCrashOutsideEffectsCountsAgainstThirdPartyPlugins() throws {
    let daemon = try RunningDaemon()
    let plugins = daemon.spool.appending(path: "test.plugins")
    try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
    try Data("not looked at by this worker".utf8).write(to: plugins.appending(path: "libGlow.so"))
    try daemon.configure(
      """
      [workers]
      program = "\(CommandRun.programs.appending(path: "fake-worker").path)"
      plugins = ["\(plugins.path)"]
      [retries]
      attempts = 1
      """)
    for number in 1...3 { try daemon.drop("damaged-\(number).json", Self.glowing) }
    // Two jobs that do not use it crash as well, without counting against it.
    try daemon.drop("damaged-plain.json", Jobs.small)
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "four failures") { daemon.names("failed").count == 4 }
    try daemon.drop("later.json", Self.glowing)
    try daemon.wait(for: "a job to be held") { (try? daemon.report("later"))?["status"] == "held" }
    let status = try CommandRun("status", "--spool", daemon.spool.path).output
    #expect(status.contains("after crashes in 3 jobs: \(plugins.path)/libGlow.so (glow, shine)\n"))
    #expect(daemon.stop() == 0)
  }

  @Test func aReloadTriesHeldJobsAnew() throws {
    let daemon = try daemon(["segv-a", "segv-b", "segv-c"])
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the plugin to be switched off") {
      daemon.names("failed").count + daemon.names("hold").count == 3
    }
    try daemon.drop("later.json", Self.glowing)
    try daemon.wait(for: "the job to be held") { (try? daemon.report("later")) != nil }
    // Jobs that crash would disable it again, if they came first.
    for name in daemon.names("hold").dropLast() {
      try FileManager.default.removeItem(at: daemon.spool.appending(path: "hold/\(name)"))
    }
    kill(daemon.process.processIdentifier, SIGHUP)
    try daemon.wait(for: "the held job") { daemon.names("out").contains("later.png") }
    #expect(daemon.stop() == 0)
  }
}

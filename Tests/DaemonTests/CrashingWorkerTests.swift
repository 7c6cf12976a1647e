import Foundation
import ScrimDocument
import Testing

/// Workers that crash, hang or lie cost their own job attempts, and nobody else anything.
@Suite(.serialized) struct CrashingWorkerTests {
  private func daemon(
    _ jobs: [String], seconds: Int = 60, workers: String = ""
  ) throws -> RunningDaemon {
    let daemon = try RunningDaemon()
    let program = try Programs.folder().appending(path: "fake-worker").path
    try daemon.configure(
      """
      [workers]
      program = "\(program)"
      \(workers)
      [retries]
      attempts = 3
      back-off-ms = 10
      pause-ms = 50
      [limits]
      seconds = \(seconds)
      """)
    for name in jobs {
      try daemon.drop("\(name).json", #"{"scrim": 1, "layers": [{"effect": "glow"}]}"#)
    }
    return daemon
  }

  private func mistake(_ daemon: RunningDaemon, _ name: String) throws -> JSON {
    let report = try daemon.report(name)
    #expect(report["status"] == "failed")
    return try #require(report["errors"]?.array?.first)
  }

  @Test func twoCrashesInAnEffectNameIt() throws {
    let daemon = try daemon(["segv-a", "fine"])
    try daemon.start(["--workers", "1", "--drain"])
    #expect(daemon.wait() == 1)
    let mistake = try mistake(daemon, "segv-a")
    #expect(mistake["code"] == "effect-crash")
    #expect(
      mistake["message"]
        == "the worker ended by SIGSEGV in effect \"glow\" of layers[0]; given up after 2 attempts."
    )
    #expect(mistake["pointer"] == "/layers/0")
    #expect(try daemon.report("segv-a")["attempts"] == 2)
    #expect(try daemon.report("segv-a")["failedAttempts"]?.array?.count == 2)
    #expect(try daemon.report("fine")["status"] == "done")
  }

  @Test func killsFromOutsideUseUpAttempts() throws {
    let daemon = try daemon(["killed"])
    try daemon.start(["--workers", "1", "--drain"])
    #expect(daemon.wait() == 1)
    let mistake = try mistake(daemon, "killed")
    #expect(mistake["code"] == "worker-crash")
    #expect(
      mistake["message"]
        == "the worker ended by SIGKILL in stage decode; given up after 3 attempts.")
    #expect(try daemon.report("killed")["attempts"] == 3)
  }

  @Test func aHangIsEnded() throws {
    let daemon = try daemon(["hanging"], seconds: 1)
    try daemon.start(["--workers", "1", "--drain"])
    #expect(daemon.wait() == 1)
    let mistake = try mistake(daemon, "hanging")
    #expect(mistake["code"] == "time-limit")
    #expect(mistake["message"]?.string?.contains("took longer than 1 s in effect \"slow\"") == true)
  }

  @Test(arguments: ["liar", "unsealed"])
  func nonsenseIsNotBelieved(_ name: String) throws {
    let daemon = try daemon([name])
    try daemon.start(["--workers", "1", "--drain"])
    #expect(daemon.wait() == 1)
    #expect(try mistake(daemon, name)["code"] == "worker-crash")
    #expect(daemon.names("out") == ["\(name).result.json"])
  }

  @Test func aNameOutsideTheOutputFolderIsRefused() throws {
    let daemon = try daemon(["outside"])
    try daemon.start(["--workers", "1", "--drain"])
    #expect(daemon.wait() == 1)
    #expect(try mistake(daemon, "outside")["code"] == "output-name")
    #expect(!daemon.names("").contains("outside.png"))
  }

  @Test func aWorkerThatHasGrownIsReplaced() throws {
    let daemon = try daemon([], workers: "grown-bytes = 60000000")
    try daemon.start(["--workers", "1"])
    func workers(after jobs: String...) throws -> [Int32] {
      for job in jobs {
        try daemon.drop("\(job).json", Jobs.small)
        try daemon.wait(for: job) { daemon.names("out").contains("\(job).result.json") }
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

  @Test(arguments: [true, false])
  func anOldKernelIsToldOfOrRefused(isRequired: Bool) throws {
    let sandbox = isRequired ? "required" : "possible"
    let daemon = try daemon(
      ["fine"], workers: "plugins = [\"old-kernel\"]\nsandbox = \"\(sandbox)\"")
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "a word of it") {
      daemon.text("test.stderr").contains("this kernel's sandbox lacks Landlock")
    }
    if isRequired {
      #expect(daemon.text("test.stderr").contains("and the configuration requires all of it"))
      #expect(daemon.names("out").isEmpty)
    } else {
      try daemon.wait(for: "a picture") { daemon.names("out").contains("fine.result.json") }
    }
    #expect(daemon.stop() == 0)
    #expect(daemon.names("queue").count == (isRequired ? 1 : 0))
  }

  @Test func troubleOfTheMachineCostsNoAttempt() throws {
    let daemon = try daemon(["trouble"])
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "several pauses") {
      daemon.text("test.stderr").components(separatedBy: "paused").count > 5
    }
    #expect(daemon.stop() == 0)
    #expect(daemon.names("failed").isEmpty)
    #expect(daemon.names("queue").first?.hasSuffix(".0") == true)
  }

  @Test func anEffectThatCrashesInThreeJobsIsSwitchedOff() throws {
    let daemon = try daemon(["segv-a", "segv-b", "segv-c"])
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the effect to be switched off") {
      daemon.names("failed").count + daemon.names("hold").count == 3
    }
    try daemon.drop("later.json", #"{"scrim": 1, "layers": [{"effect": "glow"}]}"#)
    try daemon.drop("other.json", #"{"scrim": 1, "layers": [{"effect": "halo"}]}"#)
    try daemon.wait(for: "the other job") { daemon.names("out").contains("other.result.json") }
    try daemon.wait(for: "the job to be held") {
      daemon.names("queue").isEmpty && daemon.names("active").isEmpty
    }
    #expect(daemon.stop() == 0)
    #expect(!daemon.names("out").contains("later.png"))
    let report = try daemon.report("later")
    #expect(report["status"] == "held")
    #expect(
      report["errors"]?.array?.first?["message"]?.string
        == "effect \"glow\" is switched off: it crashed in three jobs. This job waits until scrimd is "
        + "started anew.")
    // A new start tries what is held anew, and its report takes the place of the other. The jobs that
    // crashed would switch the effect off once more, if all three are held.
    for name in daemon.names("hold").dropLast() {
      try FileManager.default.removeItem(at: daemon.spool.appending(path: "hold/\(name)"))
    }
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the held job") { daemon.names("out").contains("later.png") }
    try daemon.wait(for: "its report") { (try? daemon.report("later"))?["status"] == "done" }
    #expect(daemon.stop() == 0)
  }
}

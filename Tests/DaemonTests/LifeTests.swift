import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// The daemon from start to end, with real workers.
@Suite(.serialized) struct LifeTests {
  /// RFC 3339 in UTC, with milliseconds.
  private static let timeOfReports = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  @Test func rendersWhatIsDroppedAndReportsIt() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    try daemon.drop("story.json", Jobs.small)
    try daemon.wait(for: "a report") { daemon.isReported("story") }
    #expect(daemon.names("out") == ["story.png", "story.result.json"])
    let report = try daemon.report("story")
    #expect(report["status"] == "done")
    #expect(report["attempts"] == 1)
    let times = try ["accepted", "ended"].map { key in
      try Date(try #require(report["times"]?[key]?.string), strategy: Self.timeOfReports)
    }
    #expect(times[0] <= times[1] && abs(times[1].timeIntervalSinceNow) < 60)
    let output = try #require(report["outputs"]?.array?.first)
    #expect(output["file"] == "story.png")
    #expect(output["width"] == 60)
    #expect(output["height"] == 40)
    #expect(output["sha256"]?.string?.utf8.count == 64)
    let image = try Data(contentsOf: daemon.spool.appending(path: "out/story.png"))
    #expect(output["bytes"]?.integer == image.count)
    #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(report["effects"]?["drop-shadow"]?.string != nil)
    #expect(report["layers"]?["box"]?["frame"] == [10, 10, 20, 20])
    #expect(report["seed"]?.integer != nil)
    #expect(report["milliseconds"]?["wait"]?.number != nil)
    #expect(daemon.stop() == 0)
    #expect(daemon.names("done").count == 1)
    let lines = daemon.text("test.stderr").split(separator: "\n").filter {
      $0.contains("job done")
    }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("attempts=1") == true)
  }

  @Test func anErrorIsReportedWithItsPlace() throws {
    let daemon = try RunningDaemon()
    try daemon.drop(
      "bad.json",
      """
      {"scrim": 1, "canvas": {"width": 60, "height": 40},
       "layers": [{"fill": "#f80", "opacty": 0.5}]}
      """)
    #expect(try daemon.drain() == 1)
    #expect(daemon.names("out") == ["bad.failed.json"])
    #expect(daemon.names("failed").count == 1)
    let report = try daemon.report("bad")
    #expect(report["status"] == "failed")
    let diagnostic = try #require(report["errors"]?.array?.first)
    #expect(diagnostic["pointer"] == "/layers/0/opacty")
    #expect(diagnostic["line"] == 2)
    #expect(diagnostic["code"]?.string != nil)
    #expect(diagnostic["message"]?.string?.contains("opacity") == true)
  }

  @Test func drainingPrintsImagesAndEnds() throws {
    let daemon = try RunningDaemon()
    for number in 0..<5 { try daemon.drop("j\(number).json", Jobs.small) }
    try daemon.start(["--drain"])
    #expect(daemon.wait() == 0)
    let printed = daemon.text("test.stdout").split(separator: "\n").map(String.init).sorted()
    #expect(printed == (0..<5).map { "\(daemon.spool.path)/out/j\($0).png" })
  }

  @Test func stopsWithWorkInHandAndLosesNothing() throws {
    let daemon = try RunningDaemon()
    try daemon.configure("[stop]\ngrace-ms = 0\n")
    for number in 0..<40 { try daemon.drop("j\(number).json", Jobs.small) }
    try daemon.start(["--workers", "2"])
    try daemon.wait(for: "a first picture") { daemon.names("out").contains { $0.hasSuffix("png") } }
    #expect(daemon.stop() == 0)
    #expect(daemon.names("active").isEmpty)
    try daemon.start(["--drain"])
    #expect(daemon.wait() == 0)
    #expect(daemon.names("out").count == 80)
    // Returning a job to the queue does not count as an attempt.
    for number in 0..<40 { #expect(try daemon.report("j\(number)")["attempts"] == 1) }
  }

  /// While one job is delivered, its worker renders the next.
  @Test func deliveringHoldsNoWorkerUp() throws {
    let daemon = try RunningDaemon()
    let names = (0..<6).map { "j\($0)" }
    // All are taken in first, which on a slow disk takes longer than rendering and delivering.
    try daemon.configure("[workers]\nprogram = \"/bin/false\"\n")
    for name in names { try daemon.drop("\(name).json", Jobs.small) }
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "jobs taken in") {
      daemon.names("drop").isEmpty && daemon.names("queue").count == names.count
    }
    #expect(daemon.stop() == 0)
    try daemon.configure("")
    try daemon.start(["--workers", "1"], kernel: "syncfs:delay_enter=50000")
    try daemon.wait(for: "two jobs of one worker") { daemon.names("active").count == 2 }
    try daemon.wait(for: "all reports") {
      names.allSatisfy { daemon.isReported("\($0)") }
    }
    #expect(daemon.stop() == 0)
    for name in names { #expect(try daemon.report(name)["attempts"] == 1) }
  }

  /// An idle daemon wakes only for the scan, every five seconds. (ThreadSanitizer has a thread of its own, which
  /// wakes often.)
  @Test(.enabled(if: ProcessInfo.processInfo.environment["TSAN_OPTIONS"] == nil))
  func anIdleDaemonSleeps() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "2"])
    let tasks = "/proc/\(daemon.process.processIdentifier)/task"
    func threads() -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).sorted()
    }
    func switches(_ thread: String) throws -> Int {
      let status = try String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)
      let count = try #require(status.firstMatch(of: /\nvoluntary_ctxt_switches:\t([0-9]+)/))
      return try #require(Int(count.1))
    }
    // The main thread, those of intake, of retention and of the plugin scan, five per slot, one for clients of
    // status.sock and five for those of control.sock; the thread of the sandbox check has ended.
    try daemon.wait(for: "all threads") { daemon.isUp && threads().count == 20 }
    let idle = threads()
    var last = try idle.map(switches)
    var awake = idle.map { _ in 0 }
    let parts = 16
    for _ in 0..<parts {
      usleep(500_000)
      let now = try idle.map(switches)
      for number in idle.indices where now[number] != last[number] { awake[number] += 1 }
      last = now
    }
    #expect(threads() == idle)
    // In eight seconds there are at most two scans, each of which may span two parts.
    #expect(awake.allSatisfy { $0 <= 4 }, "of \(parts) parts they were awake in \(awake)")
    // The main thread waits for signals only.
    let first = try #require(idle.firstIndex(of: "\(daemon.process.processIdentifier)"))
    #expect(awake[first] == 0)
    #expect(daemon.stop() == 0)
  }

  /// A second stop signal, of either kind, neither hurries nor loses anything.
  @Test(arguments: [[SIGINT], [SIGTERM, SIGINT], [SIGINT, SIGTERM, SIGTERM]])
  func stopsOnAnyCall(_ signals: [Int32]) throws {
    let daemon = try RunningDaemon()
    for number in 0..<40 { try daemon.drop("j\(number).json", Jobs.small) }
    try daemon.start(["--workers", "2"])
    try daemon.wait(for: "a first picture") { daemon.names("out").contains { $0.hasSuffix("png") } }
    for signal in signals { kill(daemon.process.processIdentifier, signal) }
    #expect(daemon.wait() == 0)
    #expect(daemon.names("active").isEmpty)
    #expect(daemon.text("test.stderr").contains(" stopped"))
  }

  /// Without a configuration there is nothing to reload, and closing the terminal ends the daemon.
  @Test func aHangUpEndsADaemonWithoutConfiguration() throws {
    // The parent of these tests may ignore the signal, as nohup does, and the daemon would inherit that.
    let before = signal(SIGHUP, SIG_DFL)
    defer { signal(SIGHUP, before) }
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"], isConfigured: false)
    try daemon.wait(for: "start") { daemon.isUp }
    kill(daemon.process.processIdentifier, SIGHUP)
    #expect(daemon.wait() == -SIGHUP)
  }

  @Test func workersAreSandboxed() throws {
    let daemon = try RunningDaemon()
    try daemon.drop("story.json", Jobs.small)
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "a report") { daemon.isReported("story") }
    let worker = try #require(daemon.workers().first)
    let status = try String(contentsOfFile: "/proc/\(worker)/status", encoding: .utf8)
    #expect(status.contains("NoNewPrivs:\t1"))
    #expect(status.contains("Seccomp:\t2"))
    // 2 is the daemon's own standard error, which this test has put into the spool's folder.
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(worker)/fd")
      .filter { $0 != "2" }
      .compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(worker)/fd/\($0)")
      }
    #expect(!descriptors.contains { $0.contains(daemon.spool.lastPathComponent + "/") })
    kill(worker, SIGKILL)
    try daemon.drop("again.json", Jobs.small)
    try daemon.wait(for: "a picture after a worker's end") {
      daemon.isReported("again")
    }
    #expect(daemon.stop() == 0)
  }

  /// The first of several daemons answers; after its end, another one.
  @Test func anotherDaemonTakesOverTheSockets() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the daemon") { daemon.isUp }
    func answering() throws -> Int? {
      let run = try CommandRun(daemon, ["status", "--json"])
      return try JSON(parsing: Array(run.output.utf8))["daemon"]?["pid"]?.integer
    }
    let first = daemon.process
    try daemon.wait(for: "an answer") {
      (try? answering()) == Int(first.processIdentifier)
    }
    try daemon.besides { daemon in
      kill(first.processIdentifier, SIGKILL)
      first.waitUntilExit()
      try daemon.wait(for: "an answer of the second daemon") {
        (try? answering()) == Int(daemon.process.processIdentifier)
      }
      #expect(try CommandRun(daemon, ["jobs"]).status == 0)
    }
  }

  @Test func theStatusSocketAnswers() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "a socket") { daemon.names("").contains("status.sock") }
    try daemon.wait(for: "a status file") { daemon.names("").contains("status.json") }
    let status = try JSON(
      parsing: Array(Data(contentsOf: daemon.spool.appending(path: "status.json"))))
    #expect(status["pid"]?.integer == Int(daemon.process.processIdentifier))
    #expect(status["counts"]?["queue"] == 0)
    #expect(daemon.stop() == 0)
    #expect(!daemon.names("").contains("status.sock"))
  }

  /// Users would drop jobs into a folder that the daemon does not read.
  @Test func endsWhenAFolderIsReplaced() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "a socket") { daemon.names("").contains("status.sock") }
    let drop = daemon.spool.appending(path: "drop")
    try FileManager.default.moveItem(at: drop, to: daemon.spool.appending(path: "old"))
    try FileManager.default.createDirectory(at: drop, withIntermediateDirectories: false)
    try daemon.drop("story.json", Jobs.small)
    #expect(daemon.wait() == 74)
    let log = daemon.text("test.stderr")
    #expect(log.contains(" error a folder of the spool was replaced path=\(drop.path)\n"))
    #expect(log.contains("\nscrimd: \(drop.path) was moved, deleted or replaced"))
    #expect(try daemon.drain() == 0)
    #expect(daemon.isReported("story"))
  }
}

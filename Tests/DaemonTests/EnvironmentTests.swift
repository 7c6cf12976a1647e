import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// Jobs that require an environment, in the daemon, and its answer to clients that ask for its own.
@Suite(.serialized) struct EnvironmentTests {
  private static let other = "sha256:" + String(repeating: "0", count: 64)

  private static func job(_ environment: String) -> String {
    #"{"scrim": 1, "environment": "\#(environment)", "canvas": {"width": 8, "height": 8}, "#
      + #""layers": [{"fill": "red"}]}"#
  }

  private static func digest() throws -> String {
    let run = try CommandRun("environment")
    #expect(run.errors.isEmpty, "\(run.errors)")
    return run.output.trimmingCharacters(in: .newlines)
  }

  @Test func theDaemonRendersAJobInItsEnvironmentOnly() throws {
    let digest = try Self.digest()
    let daemon = try RunningDaemon()
    for (name, environment) in [("right", digest), ("other", Self.other)] {
      try daemon.drop("\(name).json", Self.job(environment))
    }
    try daemon.start(["--workers", "1", "--drain"])
    _ = daemon.wait()
    #expect(try daemon.report("right")["status"] == "done")
    let error = try #require(try daemon.report("other")["errors"]?.array?.first)
    #expect(error["code"] == "other-environment")
    #expect(
      error["message"]?.string
        == "the job requires \(Self.other), this machine has \(digest); "
        + "\"scrim environment --json\" lists its files.")
    #expect(error["pointer"] == "/environment")
  }

  /// A plugin that is added while the daemon runs, and removed again.
  @Test func aChangeOfItsFilesChangesTheEnvironmentOfARunningDaemon() throws {
    let daemon = try RunningDaemon()
    let plugins = daemon.spool.appending(path: "plugins")
    try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
    let programs = CommandRun.programs
    func install(_ name: String, as other: String) throws {
      try FileManager.default.copyItem(
        at: programs.appending(path: name), to: plugins.appending(path: other))
    }
    try install("libOutline.so", as: "libOutline.so")
    try daemon.configure("[workers]\nplugins = [\"\(plugins.path)\"]\n[intake]\nsettle-ms = 0")
    try daemon.start(["--workers", "1"])
    let first = try daemon.environment()
    #expect(first.hasPrefix("sha256:"))
    try daemon.drop("before.json", Self.job(first))
    try daemon.wait(for: "the first job") { daemon.isReported("before") }
    #expect(try daemon.report("before")["status"] == "done")
    try install("libDropShadow.so", as: "libDropShadow.so")
    // A reading counts for two seconds.
    sleep(3)
    try daemon.drop("after.json", Self.job(first))
    try daemon.wait(for: "the second job") { daemon.isReported("after") }
    let error = try #require(try daemon.report("after")["errors"]?.array?.first)
    #expect(error["code"] == "other-environment")
    var second = first
    try daemon.wait(for: "the new digest") {
      second = try daemon.environment()
      return second != first
    }
    #expect(error["message"]?.string?.contains("this machine has \(second);") == true)
    try daemon.drop("again.json", Self.job(second))
    try daemon.wait(for: "the third job") { daemon.isReported("again") }
    #expect(try daemon.report("again")["status"] == "done")
    try FileManager.default.removeItem(at: plugins.appending(path: "libDropShadow.so"))
    sleep(3)
    try daemon.wait(for: "the first digest") { try daemon.environment() == first }
    #expect(daemon.stop() == 0)
  }

  /// Fonts and programs are read at start, and then only what has changed.
  @Test func filesAreReadOnce() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "1"])
    let digest = try daemon.environment()
    func bytesRead() throws -> Int {
      let text = try String(
        contentsOf: URL(filePath: "/proc/\(daemon.process.processIdentifier)/io"), encoding: .utf8)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("rchar: ") })
      return try #require(Int(line.dropFirst("rchar: ".count)))
    }
    let first = try bytesRead()
    #expect(first > 16 << 20, "read \(first) bytes")
    for count in 0..<3 {
      sleep(1)
      try daemon.drop(
        "job-\(count).json",
        #"{"scrim": 1, "canvas": {"width": 8, "height": 8}, "layers": [{"fill": "red"}]}"#)
      try daemon.wait(for: "a job") { daemon.isReported("job-\(count)") }
      #expect(try daemon.report("job-\(count)")["environment"] == .string(digest))
    }
    let again = try bytesRead()
    #expect(again - first < 1 << 20, "read \(again - first) bytes again")
    // Once for all reports.
    let lists = daemon.spool.appending(path: "environments")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: lists.path)
        == ["\(digest.dropFirst("sha256:".count)).json"])
    #expect(daemon.stop() == 0)
  }

  /// Neither jobs nor a stop wait for a worker that does not say what it depends on.
  @Test func noJobWaitsForItsEnvironment() throws {
    let daemon = try RunningDaemon()
    let worker = try daemon.fakeWorker("silent")
    try daemon.configure("[workers]\nprogram = \"\(worker.path)\"\n[intake]\nsettle-ms = 0")
    try daemon.start(["--workers", "1"])
    for name in ["first", "second"] {
      try daemon.drop("\(name).json", Jobs.small)
      try daemon.wait(for: name) { daemon.isReported(name) }
      let report = try daemon.report(name)
      #expect(report["status"] == "done" && report["environment"] == nil)
    }
    kill(daemon.process.processIdentifier, SIGTERM)
    // The worker would have a minute.
    try daemon.wait(for: "the end") { !daemon.process.isRunning }
    #expect(daemon.stop() == 0)
    #expect(!daemon.text("test.stderr").contains("environment not read"))
    #expect(daemon.names("environments") == [])
  }
}

extension RunningDaemon {
  /// The digest of its environment, as soon as it is known.
  func environment() throws -> String {
    try wait(for: "the control socket") {
      FileManager.default.fileExists(atPath: spool.appending(path: "control.sock").path)
    }
    let run = try CommandRun("environment", "--spool", spool.path)
    #expect(run.errors.isEmpty, "\(run.errors)")
    return run.output.trimmingCharacters(in: .newlines)
  }
}

import Foundation
import ScrimJSON
import Testing

/// Jobs that require an environment, in the daemon, and its answer to clients that ask for its own.
@Suite(.serialized) struct EnvironmentTests {
  private static let other = "sha256:" + String(repeating: "0", count: 64)

  private static func job(_ environment: String) -> String {
    #"{"scrim": 1, "environment": "\#(environment)", "canvas": {"width": 8, "height": 8}, "#
      + #""layers": [{"fill": "red"}]}"#
  }

  private static func digest(_ daemon: RunningDaemon? = nil) throws -> String {
    let (output, errors) =
      try daemon.map {
        try Programs.scrim("environment", "--spool", $0.spool.path)
      } ?? Programs.scrim("environment")
    #expect(errors.isEmpty, "\(errors)")
    return output.trimmingCharacters(in: .newlines)
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
    let programs = try Programs.folder()
    func install(_ name: String, as other: String) throws {
      try FileManager.default.copyItem(
        at: programs.appending(path: name), to: plugins.appending(path: other))
    }
    try install("libOutline.so", as: "libOutline.so")
    try daemon.configure("[workers]\nplugins = [\"\(plugins.path)\"]\n[intake]\nsettle-ms = 0")
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the control socket") {
      FileManager.default.fileExists(atPath: daemon.spool.appending(path: "control.sock").path)
    }
    let first = try Self.digest(daemon)
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
      second = try Self.digest(daemon)
      return second != first
    }
    #expect(error["message"]?.string?.contains("this machine has \(second);") == true)
    try daemon.drop("again.json", Self.job(second))
    try daemon.wait(for: "the third job") { daemon.isReported("again") }
    #expect(try daemon.report("again")["status"] == "done")
    try FileManager.default.removeItem(at: plugins.appending(path: "libDropShadow.so"))
    sleep(3)
    try daemon.wait(for: "the first digest") { try Self.digest(daemon) == first }
    #expect(daemon.stop() == 0)
  }

  /// Fonts and programs are read for who asks, and not at each start.
  @Test func nothingIsReadBeforeAClientAsks() throws {
    let daemon = try RunningDaemon()
    try daemon.drop(
      "plain.json",
      #"{"scrim": 1, "canvas": {"width": 8, "height": 8}, "layers": [{"fill": "red"}]}"#)
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the job") { daemon.isReported("plain") }
    func bytesRead() throws -> Int {
      let text = try String(
        contentsOf: URL(filePath: "/proc/\(daemon.process.processIdentifier)/io"), encoding: .utf8)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("rchar: ") })
      return try #require(Int(line.dropFirst("rchar: ".count)))
    }
    let before = try bytesRead()
    #expect(before < 16 << 20, "read \(before) bytes")
    _ = try Self.digest(daemon)
    let asked = try bytesRead()
    #expect(asked - before > 16 << 20, "read \(asked - before) bytes")
    for _ in 0..<3 {
      sleep(1)
      _ = try Self.digest(daemon)
    }
    let again = try bytesRead()
    #expect(again - asked < 1 << 20, "read \(again - asked) bytes again")
    #expect(daemon.stop() == 0)
  }
}

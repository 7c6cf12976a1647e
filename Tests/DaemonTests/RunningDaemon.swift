import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// A spool of its own with, on request, a real `scrimd` and real workers.
final class RunningDaemon {
  let spool: URL
  private(set) var process = Process()
  private var arguments: [String] = []
  /// Whether it has read its environment.
  private var hasEnvironment = false
  /// The daemon's account, if it is not that of the tests. Only root can start it.
  private let user: UInt32?

  init(user: UInt32? = nil) throws {
    self.user = user
    spool = CommandRun.programs.appending(path: "test-spools/\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: spool.appending(path: "drop"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o3733])
    #expect(chmod(spool.path, 0o755) == 0 && chmod(spool.path + "/drop", 0o3733) == 0)
    try configure("")
    if let user {
      for path in ["", "/drop"] { #expect(chown(spool.path + path, user, user) == 0) }
    }
  }

  deinit {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: spool)
  }

  /// Writes a configuration for ``start(_:)``. Intake is not suspended for a full disk, unless `freeBytes` is set.
  func configure(_ toml: String, freeBytes: Int = 0) throws {
    let file = spool.appending(path: "test.toml")
    let disk = "[disk]\nfree-bytes = \(freeBytes)\nfree-percent = 0\n"
    try Data("\(toml)\n\(disk)".utf8).write(to: file)
    arguments = ["--config", file.path]
  }

  /// The fake worker under a name that it behaves by.
  func fakeWorker(_ name: String) throws -> URL {
    let worker = spool.appending(path: "test.\(name)")
    try FileManager.default.createSymbolicLink(
      at: worker, withDestinationURL: CommandRun.programs.appending(path: "fake-worker"))
    return worker
  }

  /// Starts `scrimd`. `kernel` injects results of system calls by strace (`calls:error=ENOSYS`: a kernel without
  /// them).
  func start(
    _ more: [String] = [], environment: [String: String] = [:], kernel: String = "",
    isConfigured: Bool = true
  ) throws {
    process = Process()
    hasEnvironment = false
    let scrimd = CommandRun.programs.appending(path: "scrimd")
    let words = ["--spool", spool.path] + (isConfigured ? arguments : []) + more
    if let user {
      process.executableURL = URL(filePath: "/usr/bin/setpriv")
      process.arguments =
        ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", scrimd.path] + words
    } else if kernel.isEmpty {
      process.executableURL = scrimd
      process.arguments = words
    } else {
      process.executableURL = URL(filePath: "/usr/bin/strace")
      // -D: the process that is started is the daemon, and strace its grandchild.
      process.arguments =
        [
          "-D", "-f", "-o", "/dev/null", "-e", "trace=\(kernel.prefix { $0 != ":" })",
          "-e", "inject=\(kernel)", scrimd.path,
        ] + words
    }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = try log("stdout")
    process.standardError = try log("stderr")
    try process.run()
  }

  /// Runs a second daemon on the same spool, with the same configuration, during `body`.
  func besides(_ body: (RunningDaemon) throws -> Void) throws {
    func starts() -> Int { text("test.stderr").components(separatedBy: " started ").count }
    let (first, before) = (process, starts())
    try start(["--workers", "1"])
    let second = process
    defer {
      kill(second.processIdentifier, SIGTERM)
      second.waitUntilExit()
      process = first
    }
    try wait(for: "a second daemon") { starts() > before }
    try body(self)
  }

  private func log(_ name: String) throws -> FileHandle {
    let path = spool.appending(path: "test.\(name)").path
    if !FileManager.default.fileExists(atPath: path) {
      try Data().write(to: URL(filePath: path))
    }
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    return handle
  }

  /// Ends the daemon with SIGKILL.
  func kill9() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Requests a stop and waits.
  ///
  /// - Returns: The exit status, or minus the signal that ended the daemon.
  func stop() -> Int32 {
    kill(process.processIdentifier, SIGTERM)
    return wait()
  }

  /// Renders all jobs with one worker.
  ///
  /// - Returns: As ``stop()``.
  func drain() throws -> Int32 {
    try start(["--workers", "1", "--drain"])
    return wait()
  }

  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit
      ? process.terminationStatus : -process.terminationStatus
  }

  /// True once the daemon handles signals and has scanned its spool.
  var isUp: Bool {
    text("status.json").contains("\"pid\": \(process.processIdentifier),")
  }

  /// The workers of this daemon.
  func workers() -> [Int32] {
    if !hasEnvironment {
      // It has one more while it reads its environment, after its start.
      _ = try? CommandRun("environment", "--spool", spool.path)
      hasEnvironment = true
    }
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap(Int32.init).filter { number in
      let status = try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8)
      return status?.contains("PPid:\t\(process.processIdentifier)\n") ?? false
    }
  }

  func drop(_ name: String, _ job: String) throws {
    let part = spool.appending(path: "drop/.\(name).part")
    try Data(job.utf8).write(to: part)
    #expect(rename(part.path, spool.appending(path: "drop/\(name)").path) == 0)
  }

  /// Drops a bundle as `cp` and `mv` do.
  func dropBundle(_ name: String, _ files: KeyValuePairs<String, String?>) throws {
    let part = spool.appending(path: "drop/.\(name).part")
    try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
    for (file, text) in files {
      try text.map { try Data($0.utf8).write(to: part.appending(path: file)) }
    }
    try FileManager.default.moveItem(
      at: part, to: spool.appending(path: "drop/\(name).scrim"))
  }

  func names(_ folder: String) -> [String] {
    let path = spool.appending(path: folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The report in `out/`: that of a failure, which a later success removes, or else that of the success.
  func report(_ name: String) throws -> JSON {
    let failure = spool.appending(path: "out/\(name).failed.json")
    let success = spool.appending(path: "out/\(name).result.json")
    let text = try (try? Data(contentsOf: failure)) ?? Data(contentsOf: success)
    return try JSON(parsing: Array(text))
  }

  func isReported(_ name: String) -> Bool { (try? report(name)) != nil }

  func text(_ file: String) -> String {
    (try? String(contentsOf: spool.appending(path: file), encoding: .utf8)) ?? ""
  }

  /// Waits until a condition holds; fails the test after a timeout.
  func wait(
    _ seconds: Double = 30, for what: String, until isSo: () throws -> Bool
  ) throws {
    try ProgramTesting.wait(seconds, for: what, log: text("test.stderr"), until: isSo)
  }
}

/// Jobs for tests, which need no fonts.
enum Jobs {
  static let small = """
    {"scrim": 1, "canvas": {"width": 60, "height": 40},
     "layers": [{"id": "box", "frame": {"x": 10, "y": 10, "width": 20, "height": 20},
                 "fill": "#f80", "effects": [{"effect": "drop-shadow", "dx": 3, "sigma": 2}]}]}
    """
}

extension CommandRun {
  /// A run of `scrim` against a daemon's spool.
  init(_ daemon: RunningDaemon, _ arguments: [String], user: uid_t? = nil) throws {
    try self.init(arguments + ["--spool", daemon.spool.path], user: user)
  }
}

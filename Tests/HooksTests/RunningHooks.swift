import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// A `scrim-hooks` with folders of its own, and on request an HTTPS server.
final class RunningHooks {
  let folder: URL
  private(set) var process = Process()
  private var server: Process?
  private var next = 0

  init() throws {
    folder = CommandRun.programs.appending(path: "test-hooks/\(UUID().uuidString)")
    for name in ["spool/events", "state", "server"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
  }

  deinit {
    for process in [process, server].compactMap({ $0 }) where process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts the server; certificates take a moment.
  func startServer() throws -> Int {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "server.py")
    process.arguments = [script.path, folder.appending(path: "server").path]
    try process.run()
    server = process
    try wait(for: "the server's port") { !text("server/port").isEmpty }
    return try #require(Int(text("server/port")))
  }

  /// The keys of an endpoint of the server.
  func endpoint(_ name: String, _ url: String, _ more: String = "") -> String {
    """
    [endpoint.\(name)]
    url = "\(url)"
    secret-file = "\(folder.path)/server/secret"
    ca-file = "\(folder.path)/server/ca.pem"
    \(more)

    """
  }

  /// A script, executable.
  func script(_ name: String, _ text: String) throws -> String {
    let file = folder.appending(path: name)
    try Data("#!/bin/sh\n\(text)\n".utf8).write(to: file)
    #expect(chmod(file.path, 0o755) == 0)
    return file.path
  }

  /// Writes the configuration.
  func configure(_ hooks: String, allow: String = "\"127.0.0.1\", \"::1\"") throws {
    let text = """
      [spool]
      path = "\(folder.path)/spool"
      [state]
      path = "\(folder.path)/state"
      [retries]
      back-off-ms = 100
      back-off-most-ms = 400
      [network]
      allow = [\(allow)]
      [metrics]
      file = "\(folder.path)/hooks.prom"
      \(hooks)
      """
    try Data(text.utf8).write(to: folder.appending(path: "hooks.toml"))
  }

  func start() throws {
    process = Process()
    process.executableURL = CommandRun.programs.appending(path: "scrim-hooks")
    process.arguments = [
      "--config", folder.appending(path: "hooks.toml").path, "--log-format", "text",
    ]
    let log = folder.appending(path: "log")
    if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
    let handle = try #require(FileHandle(forWritingAtPath: log.path))
    try handle.seekToEnd()
    process.standardError = handle
    try process.run()
  }

  func kill9() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func stop() -> Int32 {
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }

  func reload() { kill(process.processIdentifier, SIGHUP) }

  /// Runs a command on the same configuration.
  func command(_ arguments: String...) throws -> CommandRun {
    try CommandRun(
      arguments + ["--config", folder.appending(path: "hooks.toml").path], program: "scrim-hooks")
  }

  /// Writes an event, as the daemon does, and returns its job's ID.
  @discardableResult
  func event(status: String = "done") throws -> String {
    next += 1
    let id = "\(1_790_000_000_000 + next)-1000-abcdefgh"
    let events = folder.appending(path: "spool/events")
    let part = events.appending(path: ".\(id).json")
    try Data("{\"status\": \"\(status)\", \"job\": \"story\", \"id\": \"\(id)\"}".utf8).write(
      to: part)
    #expect(rename(part.path, events.appending(path: "\(id).json").path) == 0)
    return id
  }

  struct Request {
    let path: String
    let id: String
    let key: String
    let time: Double
    let isSigned: Bool
    let body: String
    let status: Int
  }

  /// The requests that the server has received.
  func requests() throws -> [Request] {
    try text("server/requests").split(separator: "\n").map { line in
      let json = try JSON(parsing: Array(line.utf8))
      return Request(
        path: try #require(json["path"]?.string), id: try #require(json["id"]?.string),
        key: try #require(json["key"]?.string), time: try #require(json["time"]?.number),
        isSigned: json["isSigned"]?.boolean ?? false, body: try #require(json["body"]?.string),
        status: try #require(json["status"]?.integer))
    }
  }

  func names(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)) ?? [])
      .sorted()
  }

  func text(_ file: String) -> String {
    (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
  }

  /// True if no event and no delivery is left.
  func isIdle(_ hooks: String...) -> Bool {
    names("spool/events").isEmpty && hooks.allSatisfy { names("state/waiting/\($0)").isEmpty }
  }

  func wait(_ seconds: Double = 20, for what: String, until isSo: () throws -> Bool) throws {
    try ProgramTesting.wait(seconds, for: what, log: text("log"), until: isSo)
  }
}

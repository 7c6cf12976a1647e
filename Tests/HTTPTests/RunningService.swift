import Foundation
import Glibc
import ProgramTesting
import ScrimHTTP
import ScrimJSON
import Testing

/// A running `scrim-http` with folders, keys and templates of its own.
final class RunningService {
  /// Whether the server's tests are to run: `make check ONLY=http` builds the program and sets this.
  static let isExpected = ProcessInfo.processInfo.environment["SCRIM_HTTP"] != nil

  let folder: TestFolder
  private(set) var process = Process()
  private(set) var port: UInt16 = 0
  private(set) var secret: LinkSecret
  /// Where the program is.
  var programs = CommandRun.programs
  /// More variables of the process.
  var environment: [String: String] = [:]

  init(_ key: String = "", _ more: String = "", start: Bool = true) throws {
    folder = try TestFolder()
    let text = String(repeating: "s", count: 40)
    secret = try #require(LinkSecret(text))
    try folder.write(text, to: "shop.secret")
    for name in ["templates", "cache"] { try folder.make(name) }
    try install(Templates.card, as: "card@1")
    try configure(key, more)
    if start { try self.start() }
  }

  deinit { kill9() }

  /// Writes the configuration.
  func configure(_ key: String = "", _ more: String = "") throws {
    try folder.write(
      """
      [listen]
      address = "127.0.0.1:0"
      [templates]
      folder = "\(folder.path)/templates"
      [cache]
      folder = "\(folder.path)/cache"
      \(more)
      [key.shop]
      secret-files = ["\(folder.path)/shop.secret"]
      metrics = true
      \(key)
      """, to: "http.toml")
  }

  /// Puts a template where the next look finds it.
  func install(_ template: String, as name: String) throws {
    try folder.write(template, to: "templates/\(name)/job.json")
  }

  /// Starts the service and waits for its address.
  ///
  /// - Parameters:
  ///   - launcher: A program in Python that becomes the service; its arguments are the service's command line.
  ///   - isOnPort: Whether it listens on a port, which is then known.
  /// - Throws: ``Late`` if it does not start.
  func start(by launcher: String? = nil, isOnPort: Bool = true) throws {
    process = Process()
    let program = programs.appending(path: "scrim-http")
    let arguments = ["--config", "\(folder.path)/http.toml", "--log-format", "json"]
    process.executableURL = launcher == nil ? program : URL(filePath: "/usr/bin/python3")
    process.arguments = (launcher.map { ["-c", $0, program.path] } ?? []) + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    try folder.write("", to: "log")
    process.standardError = try FileHandle(forWritingTo: folder.url.appending(path: "log"))
    try process.run()
    try wait(for: "the address") {
      let lines = folder.text("log").split(separator: "\n")
      let started = lines.compactMap { try? JSON(parsing: Array($0.utf8)) }
        .first { $0["message"]?.string == "started" }
      port = started?["address"]?.string?.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
      return started != nil && (port > 0 || !isOnPort)
    }
  }

  func kill9() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Asks it to stop and waits for that.
  func stop() -> Int32 {
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }

  /// The processes that it has started: workers, and scrim-fetch.
  var children: [pid_t] {
    let path = "/proc/\(process.processIdentifier)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return threads.flatMap { thread in
      ((try? String(contentsOfFile: "\(path)/\(thread)/children", encoding: .utf8)) ?? "")
        .split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// Bytes of a line in `/proc/PID/status`.
  func memory(_ name: String) throws -> Int {
    let text = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("\(name):") })
    let words = line.split(whereSeparator: \.isWhitespace)
    return try #require(words.dropFirst().first.flatMap { Int($0) }) << 10
  }

  /// Bytes of the memory files that it has open.
  func memoryFiles() throws -> Int {
    let path = "/proc/\(process.processIdentifier)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: path).reduce(0) { sum, name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(path)/\(name)")
      var about = stat()
      guard target?.hasPrefix("/memfd:") == true, stat("\(path)/\(name)", &about) == 0 else {
        return sum
      }
      return sum + Int(about.st_size)
    }
  }

  // MARK: Links

  /// A signed link.
  func link(
    _ inputs: JSON = ["title": "Hello"], template: String = "card@1", variant: String? = nil,
    format: LinkFormat = .png, expiry: Int? = nil, key: String = "shop"
  ) throws -> String {
    let payload = LinkPayload(inputs: inputs, expiry: expiry, key: key)
    return ImageLink(
      try #require(TemplateVersion(template)), variant: variant, payload: payload.encoded,
      format: format
    ).signed(by: secret)
  }

  // MARK: Requests

  func connect() throws -> HTTPClient { try HTTPClient(port: port) }

  /// The answer to one request on a connection of its own.
  func get(
    _ target: String, method: String = "GET", _ fields: [String] = []
  ) throws -> HTTPResponse {
    let client = try connect()
    try client.send(HTTPClient.request(target, method: method, fields + ["Connection: close"]))
    return try client.response(hasBody: method != "HEAD")
  }

  /// The field by which a client is the key `shop`.
  static let authorization = "Authorization: Bearer \(String(repeating: "s", count: 40))"

  /// The value of a metric, with its labels.
  func metric(_ name: String) throws -> Int {
    let text = String(decoding: try get("/metrics", [Self.authorization]).body, as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("scrim_http_\(name) ") }
    return line.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? 0
  }

  /// Waits until a look has found a template.
  func waitForTemplate(_ name: String) throws {
    try wait(for: name) {
      try get("/templates/\(name)/schema", [Self.authorization]).status == 200
    }
  }

  func wait(_ seconds: Double = 30, for what: String, until isSo: () throws -> Bool) throws {
    try ProgramTesting.wait(seconds, for: what, log: folder.text("log"), until: isSo)
  }
}

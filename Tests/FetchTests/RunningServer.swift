import Foundation
import ScrimJSON
import Testing

/// The folder of the built programs: that of the tests.
enum Programs {
  static func folder() throws -> URL {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: tests).deletingLastPathComponent()
  }
}

/// A program that ran to its end.
struct ProgramRun {
  let status: Int32
  let output: String
  let errors: String

  /// The objects in its output, one per line.
  func lines() throws -> [JSON] {
    try output.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
  }
}

/// Image servers on this machine, and a home of the commands that fetch from them.
final class RunningServer {
  let folder: URL
  let port: Int
  let plainPort: Int
  private let process = Process()

  /// A PNG of 8 × 8 red pixels.
  static let photo = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR4nGM8ISfHgA0wYRUdtBIA0MoBFD5jqJkAAAAASUVORK5CYII="
  )

  init() throws {
    folder = try Programs.folder().appending(path: "test-fetch/\(UUID().uuidString)")
    for name in ["server", "home", "job"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    try #require(Self.photo).write(to: folder.appending(path: "server/photo.png"))
    process.executableURL = URL(filePath: "/usr/bin/python3")
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "server.py")
    process.arguments = [script.path, folder.appending(path: "server").path]
    try process.run()
    let ports = folder.appending(path: "server/ports")
    let end = Date.now.addingTimeInterval(30)
    while !FileManager.default.fileExists(atPath: ports.path), Date.now < end { usleep(20_000) }
    let numbers = try String(contentsOf: ports, encoding: .utf8).split(separator: " ").compactMap {
      Int($0)
    }
    try #require(numbers.count == 2)
    (port, plainPort) = (numbers[0], numbers[1])
    try configure()
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Writes the user's fetch.toml. Only 127.0.0.1 is allowed of all addresses that are not public.
  func configure(network: String = "", requests: String = "", cache: String = "") throws {
    let text = """
      [network]
      allow = ["127.0.0.1"]
      ports = ["\(port)"]
      ca-file = "\(folder.path)/server/ca.pem"
      \(network)
      [requests]
      \(requests)
      [cache]
      \(cache)
      """
    let place = folder.appending(path: "home/.config/scrim")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place.appending(path: "fetch.toml"))
  }

  func url(_ path: String, host: String = "127.0.0.1") -> String {
    "https://\(host):\(port)\(path)"
  }

  /// Starts a program with the home of this object. Its output goes to the files `output` and `errors`.
  func start(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    input: String? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL =
      program.hasPrefix("/")
      ? URL(filePath: program) : try Programs.folder().appending(path: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder.appending(path: "job")
    var variables = ProcessInfo.processInfo.environment
    variables["HOME"] = folder.appending(path: "home").path
    for name in ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "SCRIM_SPOOL"] { variables[name] = nil }
    process.environment = variables.merging(environment) { $1 }
    let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    if let input {
      let file = folder.appending(path: "input")
      try Data(input.utf8).write(to: file)
      process.standardInput = try FileHandle(forReadingFrom: file)
    }
    try process.run()
    return process
  }

  /// Runs a program to its end.
  func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    input: String? = nil
  ) throws -> ProgramRun {
    let process = try start(program, arguments, environment: environment, input: input)
    process.waitUntilExit()
    return ProgramRun(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: try text("output"), errors: try text("errors"))
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOf: folder.appending(path: file), encoding: .utf8)
  }

  /// The first line of a program's output, once it is there.
  func firstLine() throws -> String {
    let end = Date.now.addingTimeInterval(30)
    while Date.now < end {
      let text = try text("output")
      if let line = text.split(separator: "\n").first, text.contains("\n") { return String(line) }
      usleep(20_000)
    }
    throw Late()
  }

  struct Late: Error {}

  /// Runs scrim-fetch for one URL, and returns its result.
  func fetch(_ url: String, _ options: String...) throws -> JSON {
    let run = try run("scrim-fetch", options + [url])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    let lines = try run.lines()
    try #require(lines.count == 2, "\(run)")
    #expect(lines[1]["url"]?.string == url)
    return lines[1]
  }

  /// Why scrim-fetch has no result for a URL.
  func error(_ url: String, _ options: String...) throws -> String? {
    let run = try run("scrim-fetch", options + [url])
    let lines = try run.lines()
    try #require(lines.count == 2, "\(run)")
    #expect(lines[1]["sha256"] == nil)
    return lines[1]["error"]?.string
  }

  struct Request {
    let path: String
    let time: Double
    /// How many requests are answered at this time, this one included.
    let together: Int
    let headers: JSON
  }

  /// The requests that the servers have received.
  func requests() throws -> [Request] {
    try String(contentsOf: folder.appending(path: "server/requests"), encoding: .utf8)
      .split(separator: "\n").map { line in
        let json = try JSON(parsing: Array(line.utf8))
        return Request(
          path: try #require(json["path"]?.string), time: try #require(json["time"]?.number),
          together: try #require(json["together"]?.integer), headers: json["headers"] ?? .null)
      }
  }

  /// Writes a file of the job's folder.
  func write(_ text: String, to name: String) throws {
    let file = folder.appending(path: "job/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appending(path: "job/\(name)"))
  }
}

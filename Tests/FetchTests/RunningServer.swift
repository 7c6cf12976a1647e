import Foundation
import ProgramTesting
import ScrimJSON
import Testing

extension CommandRun {
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
    folder = CommandRun.programs.appending(path: "test-fetch/\(UUID().uuidString)")
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
    try wait(for: "the ports") { FileManager.default.fileExists(atPath: ports.path) }
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

  /// Starts a program with the home of this object.
  func start(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    input: String = ""
  ) throws -> RunningCommand {
    let home = folder.appending(path: "home").path
    let variables = [
      "HOME": home, "XDG_CACHE_HOME": "\(home)/.cache", "XDG_CONFIG_HOME": "\(home)/.config",
    ]
    return try RunningCommand(
      arguments, program: program, in: folder.appending(path: "job"),
      environment: variables.merging(environment) { $1 }, pipe: Array(input.utf8))
  }

  /// Runs a program to its end.
  func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    input: String = ""
  ) throws -> CommandRun {
    try start(program, arguments, environment: environment, input: input).finish()
  }

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

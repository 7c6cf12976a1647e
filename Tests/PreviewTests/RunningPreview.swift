import Foundation
import ProgramTesting
import Testing

/// A real `scrim preview` of a job in a folder of its own, until the test is over.
final class RunningPreview {
  let folder: URL
  private(set) var port: UInt16 = 0
  private(set) var secret = ""
  let process = Process()

  /// A red square of 8 × 8 px.
  static let square = """
    {
      "scrim": 1,
      "canvas": { "width": 8, "height": 8 },
      "layers": [ { "fill": "#f00" } ]
    }
    """

  /// Starts it, and waits until it has said its address.
  init(_ job: String = square, arguments: [String] = []) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("scrim-preview-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try save(job)
    process.executableURL = CommandRun.programs.appendingPathComponent("scrim")
    process.arguments = ["preview", "job.json"] + arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.hasSuffix("\n") {
      let part = output.fileHandleForReading.availableData
      if part.isEmpty { break }
      text += String(decoding: part, as: UTF8.self)
    }
    let parts = text.split(separator: "/")
    let address = try #require(parts.count == 4 ? parts[1].split(separator: ":") : nil, "\(text)")
    try #require(address.count == 2 && address[0] == "127.0.0.1")
    port = try #require(UInt16(address[1]))
    secret = String(parts[2])
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Saves a file as editors do, by a new file in the old one's place.
  func save(_ text: String, _ name: String = "job.json") throws {
    try save(Data(text.utf8), name)
  }

  func save(_ bytes: Data, _ name: String) throws {
    let file = folder.appendingPathComponent(name)
    try bytes.write(to: file, options: .atomic)
  }

  /// Asks for something below the page's address.
  ///
  /// - Parameters:
  ///   - path: After the secret.
  ///   - method: GET, POST, …
  ///   - headers: Besides or in place of `Host`.
  ///   - body: What is sent.
  /// - Returns: The answer, whatever its status.
  /// - Throws: `HTTPAnswer.Failure`.
  func ask(
    _ path: String, method: String = "GET", headers: [String: String] = [:], body: String = ""
  ) throws -> HTTPAnswer {
    try HTTPAnswer(
      port: port, method: method, path: "/\(secret)/\(path)",
      headers: ["Host": "127.0.0.1:\(port)"].merging(headers) { $1 }, body: body)
  }

  /// The next drawing after the one that is known.
  func drawing(after version: Int = 0) throws -> DrawingAnswer {
    for _ in 0..<3 {
      let answer = try ask("drawing?after=\(version)")
      if answer.status == 204 { continue }
      try #require(answer.status == 200, "\(answer.text)")
      return try JSONDecoder().decode(DrawingAnswer.self, from: answer.body)
    }
    throw NoDrawing()
  }

  struct NoDrawing: Error {}
}

/// A message to the page.
struct DrawingAnswer: Decodable {
  struct Message: Decodable, Equatable {
    let kind: String
    let text: String
    let line: Int?
    let column: Int?
  }

  struct Pictures: Decodable {
    struct Output: Decodable {
      let file: String
      let format: String
      let width: Int
      let source: String
    }

    struct Variant: Decodable {
      let name: String?
      let outputs: [Output]
      let plan: Plan
    }

    struct Plan: Decodable {
      let alt: String?
    }

    let outputs: [Output]
    let variants: [Variant]
  }

  struct Template: Decodable {
    struct Input: Decodable {
      struct Shape: Decodable {
        let type: String
      }

      let name: String
      let shape: Shape
      let required: Bool
    }

    let inputs: [Input]
    let settings: [String: String]
    let row: Int
    let rows: Int?
    let data: String?
    let unusedColumns: [String]
  }

  let version: Int
  let document: String
  let messages: [Message]
  let isDrawn: Bool
  let plugins: Int
  let pictures: Pictures?
  let template: Template?
}

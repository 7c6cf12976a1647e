import Foundation
import ProgramTesting
import ScrimKit
import Testing

/// A temporary folder for a script of `Tests/Pillow`.
struct PillowFolder: ~Copyable {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "scrim-pillow-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs a script on the folder with Debian's Python, which has Debian's Pillow.
  func run(_ script: String, file: String = #filePath) throws {
    let scripts = (0..<4).reduce(URL(filePath: file)) { url, _ in url.deletingLastPathComponent() }
      .appending(path: "Pillow")
    let run = try CommandRun(
      "-B", scripts.appending(path: script).path, folder.path, program: "/usr/bin/python3")
    try #require(run.status == 0, "\(script): \(run.errors)")
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: folder.appending(path: name))
  }

  /// A list that a script wrote.
  func list<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(try read(name)))
  }

  /// The straight pixels that a script wrote for a file of a width.
  func pixels(of name: String, width: Int) throws -> Pixels {
    let bytes = try read(name + ".rgba")
    return Pixels.make(width, bytes.count / 4 / width) { x, y in
      let at = (y * width + x) * 4
      return .straight(Int(bytes[at]), Int(bytes[at + 1]), Int(bytes[at + 2]), Int(bytes[at + 3]))
    }
  }
}

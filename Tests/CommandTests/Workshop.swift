import Foundation
import ScrimLinux

/// A temporary folder for one test.
final class Workshop {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("scrim-command-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file, and creates its parent folders.
  @discardableResult
  func write(_ text: String, _ name: String) throws -> URL {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }

  /// Writes a file of any bytes.
  @discardableResult
  func write(_ bytes: Data, _ name: String) throws -> URL {
    let file = folder.appendingPathComponent(name)
    try bytes.write(to: file)
    return file
  }

  /// Writes an image as the daemon delivers it, with the mark of its job.
  func deliver(_ name: String, of id: String) throws {
    let file = try write("an image", name)
    try OwnedDescriptor.open(file.path, O_RDONLY)
      .setAttribute("user.scrim.job", Array(id.utf8), for: "mark an image")
  }

  func makePipe(_ name: String) throws {
    guard mkfifo(folder.appendingPathComponent(name).path, 0o644) == 0 else { throw CannotMake() }
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent(name).path, withDestinationPath: target)
  }

  private struct CannotMake: Error {}

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// The names in a folder, sorted.
  func names(in name: String) throws -> [String] {
    try FileManager.default
      .contentsOfDirectory(atPath: folder.appendingPathComponent(name).path).sorted()
  }

  /// Waits until the folder has an entry.
  func firstName(in name: String) throws -> String? {
    for _ in 0..<200 {
      if let first = try names(in: name).first(where: { !$0.hasPrefix(".") }) { return first }
      usleep(50_000)
    }
    return nil
  }
}

/// Jobs for the tests.
enum Example {
  /// A red square of 8 × 8 px.
  static let square = """
    { "scrim": 1, "canvas": { "width": 8, "height": 8 }, "layers": [ { "fill": "#f00" } ] }
    """

  /// A layer hidden by another, one over half of that, and one in a group.
  static let stack = """
    {
      "scrim": 1,
      "canvas": { "width": 8, "height": 8 },
      "layers": [
        { "fill": "#fff" },
        { "id": "sky", "fill": "#00f" },
        { "frame": { "width": 4 }, "fill": "#f00", "opacity": 0.5 },
        { "layers": [
          { "id": "dot", "frame": { "x": 4, "y": 4, "width": 2, "height": 2 }, "fill": "#0f0" }
        ] }
      ]
    }
    """

  /// An image layer.
  static func image(_ source: String) -> String {
    """
    {
      "scrim": 1,
      "canvas": { "width": 8, "height": 8 },
      "layers": [ { "image": { "source": "\(source)" } } ]
    }
    """
  }

  /// A layer with an effect.
  static func effect(_ effect: String) -> String {
    """
    {
      "scrim": 1,
      "canvas": { "width": 8, "height": 8 },
      "layers": [
        { "fill": "#f00", "effects": [ \(effect) ] }
      ]
    }
    """
  }
}

import Foundation
import ProgramTesting
import ScrimJSON
import ScrimLinux
import Testing

/// A folder that goes with its test.
final class TestFolder {
  let url: URL
  var path: String { url.path }

  init() throws {
    url = CommandRun.programs.appending(path: "test-http/\(UUID().uuidString)")
    try make("")
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func open() throws -> Folder { try Folder.open(path: path) }

  func make(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: url.appending(path: name), withIntermediateDirectories: true)
  }

  @discardableResult
  func write(_ text: String, to name: String, mode: mode_t = 0o600) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    #expect(chmod(file.path, mode) == 0)
    return file.path
  }

  /// An installation of the programs that lacks some.
  ///
  /// - Returns: Its folder.
  func links(without missing: Set<String>) throws -> URL {
    try make("programs")
    let programs = url.appending(path: "programs")
    let all = try FileManager.default.contentsOfDirectory(
      at: CommandRun.programs, includingPropertiesForKeys: [.isRegularFileKey])
    for file in all
    where try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
      guard !missing.contains(file.lastPathComponent) else { continue }
      try FileManager.default.linkItem(
        at: file, to: programs.appending(path: file.lastPathComponent))
    }
    return programs
  }

  func text(_ name: String) -> String {
    (try? String(contentsOf: url.appending(path: name), encoding: .utf8)) ?? ""
  }

  func names(_ name: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.appending(path: name).path)) ?? [])
      .sorted()
  }
}

/// Templates of the tests.
enum Templates {
  static let card = """
    {
      "scrim": 1,
      "canvas": { "width": 120, "height": 60, "background": "#1d3557" },
      "inputs": {
        "title": { "type": "string", "maxLength": 20 },
        "size": { "type": "number", "default": 20, "column": "Text size", "minimum": 8 }
      },
      "layers": [
        {
          "frame": { "x": 8, "y": 8, "width": 104 },
          "text": {
            "string": "${title}", "font": "Noto Sans", "size": { "$eval": "size" }, "color": "#ffffff"
          }
        }
      ]
    }
    """
}

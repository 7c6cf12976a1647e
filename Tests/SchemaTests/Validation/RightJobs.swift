import Foundation

/// Jobs in which nothing is wrong, from all over the sources.
struct RightJob {
  /// The file, and for a guide the line.
  let name: String
  let text: String

  /// Those of the examples and of the golden pictures. (Those of `examples/effects` and
  /// `examples/contents` use the plugins beside them; `make check-docs` draws them.)
  static func files() throws -> [RightJob] { try allFiles().filter { !$0.isTemplate } }

  /// Templates of the examples and the guides.
  static func templates() throws -> [RightJob] {
    try (allFiles() + allGuides()).filter(\.isTemplate)
  }

  private var isTemplate: Bool { text.contains("\"inputs\"") }

  private static func allFiles() throws -> [RightJob] {
    try ["examples", "Tests/Golden"].flatMap { folder in
      let root = Verdict.root.appending(path: folder)
      let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
        .filter {
          $0.hasSuffix(".json") && !$0.hasPrefix("effects/") && !$0.hasPrefix("contents/")
        }
      return try names.sorted().map { name in
        RightJob(
          name: "\(folder)/\(name)",
          text: try String(contentsOf: root.appending(path: name), encoding: .utf8))
      }
    }
  }

  /// Those in the guides: each block of JSON is a job, or it is layers of one. (Those of the guide for
  /// effects use the effects that it makes; `make check-docs` draws them.)
  static func guides() throws -> [RightJob] { try allGuides().filter { !$0.isTemplate } }

  private static func allGuides() throws -> [RightJob] {
    let docs = Verdict.root.appending(path: "docs")
    let names = try FileManager.default.contentsOfDirectory(atPath: docs.path).sorted()
      .filter { $0.hasSuffix(".md") && $0 != "writing-an-effect.md" }.map { "docs/\($0)" }
    return try (["README.md", "CONTRIBUTING.md"] + names).flatMap { name in
      try blocks(of: name).map { line, text in
        RightJob(name: "\(name):\(line)", text: text.contains("\"scrim\"") ? text : job(of: text))
      }
    }
  }

  private static func job(of layers: String) -> String {
    """
    {"scrim": 1, "canvas": {"width": 1080, "height": 1350}, "layers": [
    \(layers)
    ]}
    """
  }

  private static func blocks(of name: String) throws -> [(line: Int, text: String)] {
    let text = try String(contentsOf: Verdict.root.appending(path: name), encoding: .utf8)
    var blocks: [(line: Int, text: String)] = []
    var open: (line: Int, lines: [Substring])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      switch open {
      case nil where line == "```json":
        open = (index + 2, [])
      case let block? where line == "```":
        blocks.append((block.line, block.lines.joined(separator: "\n")))
        open = nil
      default:
        open?.lines.append(line)
      }
    }
    return blocks
  }
}

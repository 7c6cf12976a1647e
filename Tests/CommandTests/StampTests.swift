import Foundation
import ProgramTesting
import Testing

/// The hash that identifies compatible plugins: it depends on the sources' tokens, not on comments.
@Suite struct StampTests {
  private func stamp(_ source: String) throws -> String {
    let workshop = try Workshop()
    try workshop.write(source, "Source.swift")
    let files = ["Stamp.swift", "Source.swift"].map { workshop.folder.appending(path: $0).path }
    try #require(CommandRun(files, program: "abistamp-tool").status == 0)
    return try String(contentsOf: workshop.folder.appending(path: "Stamp.swift"), encoding: .utf8)
  }

  private static let source = ##"""
    /// A ring.
    public struct Ring {
      public var width = 2.0  // px
      var name: String { "// \(words["a)"] ?? "b") /* " + #"\#(width) " \"# }
    }
    """##

  @Test(arguments: [
    ("/// A ring.", "/// A ring,\n/* in /* two */ lines */"), ("  // px", ""),
    ("  public", "\tpublic"),
    ("{\n", "\n{\n\n"), ("    \n", ""),
  ])
  func commentsAndWhiteSpaceDoNotChangeIt(_ old: String, _ new: String) throws {
    #expect(try stamp(Self.source.replacing(old, with: new)) == stamp(Self.source))
  }

  @Test(arguments: [
    ("= 2.0", "= 2.5"), ("var width = 2.0", "var width = 2.0; var color = 1"),
    ("public var", "var"),
    ("\"// ", "\"/ "), ("/* \"", "/*  \""), ("b", "c"), (" \\\"#", "  \\\"#"),
    ("words[", "word s["),
  ])
  func tokensChangeIt(_ old: String, _ new: String) throws {
    let changed = Self.source.replacing(old, with: new, maxReplacements: 1)
    #expect(changed != Self.source)
    #expect(try stamp(changed) != stamp(Self.source))
  }
}

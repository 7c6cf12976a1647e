import ScrimJSON
import Testing

/// Keys that are given twice are found, however they are written and however many there are.
@Suite struct KeyTests {
  private func duplicates(_ text: String) throws -> [Diagnostic] {
    var duplicates: [Diagnostic] = []
    _ = try Node.parse(Array(text.utf8), duplicates: &duplicates)
    return duplicates
  }

  private static let same: [(String, String)] = [
    ("a", "a"), ("a", #"\u0061"#), (#"\u0061"#, #"\u0061"#), ("é", "e\u{301}"), ("e\u{301}", "é"),
    ("é", #"\u00e9"#), ("が", "か\u{3099}"), ("か\u{3099}", "が"), ("Å", "\u{212B}"),
    ("가", "\u{1100}\u{1161}"),
    ("猫", #"\u732b"#), ("й", "и\u{306}"), ("😀", #"\ud83d\ude00"#), (#"a\/b"#, "a/b"),
    ("\u{F900}", "\u{8C48}"), ("", ""), ("$schema", #"\u0024schema"#),
  ]

  @Test(arguments: same) func sameKeysAreFound(first: String, second: String) throws {
    #expect(try duplicates("{\"\(first)\":1,\n\"\(second)\":2}").map(\.position?.line) == [2])
  }

  @Test(arguments: same) func sameKeysAreFoundAmongMany(first: String, second: String) throws {
    let others = (0..<40).map { "\"k\($0) 猫\":0,\"k\($0)\":0" }.joined(separator: ",")
    let early = try duplicates("{\"\(first)\":1,\(others),\n\"\(second)\":2}")
    #expect(early.map(\.position?.line) == [2])
    let late = try duplicates("{\(others),\"\(first)\":1,\n\"\(second)\":2}")
    #expect(late.map(\.position?.line) == [2])
  }

  @Test(arguments: [
    ("a", "b"), ("a", "A"), ("é", "e"), ("か", "が"), ("猫", "犬"), ("ａ", "a"), ("ﬁ", "fi"),
    ("a", "a "),
    ("//", "//"), ("// x", "// x"), (#"\u002f/"#, "//"),
  ])
  func otherKeysAndAnnotationsAreNot(first: String, second: String) throws {
    let others = (0..<40).map { "\"k\($0)\":0" }.joined(separator: ",")
    #expect(try duplicates("{\"\(first)\":1,\"\(second)\":2}").isEmpty)
    #expect(try duplicates("{\(others),\"\(first)\":1,\"\(second)\":2}").isEmpty)
  }

  @Test func eachObjectHasItsOwn() throws {
    let inner = "{" + (0..<30).map { "\"k\($0)\":{\"k\($0)\":{}}" }.joined(separator: ",") + "}"
    let text = "{\"a\":\(inner),\"k1\":\(inner),\"b\":[\(inner),\(inner)],\n\"k1\":0}"
    #expect(try duplicates(text).map(\.pointer) == ["/k1"])
    #expect(try duplicates(text).map(\.position?.line) == [2])
  }

  @Test func theFirstCountsAndTheOthersAreGone() throws {
    var duplicates: [Diagnostic] = []
    let text = #"{"a": {"x": 1}, "b": 2, "a": [1, {"y": 2}], "c": 3}"#
    let node = try Node.parse(Array(text.utf8), duplicates: &duplicates)
    #expect(node.object?.map(\.key) == ["a", "b", "c"])
    #expect(node["a"]?["x"]?.number == 1)
    #expect(node["c"]?.number == 3)
    #expect(JSON(node).text() == #"{"a":{"x":1},"b":2,"c":3}"#)
  }

  @Test func aHundredThousandKeysAreCompared() throws {
    let members = (0..<100_000).map { "\"key \($0)\":0" }.joined(separator: ",")
    #expect(try duplicates("{\(members)}").isEmpty)
    let diagnostics = try duplicates("{\(members),\n\"key 99999\":0,\"key 0\":0}")
    #expect(diagnostics.map(\.displayPath) == [#"["key 99999"]"#, #"["key 0"]"#])
    // Each of the second half is the last key of the first: none of them may cost a search.
    let repeated = Array(repeating: "\"key 99999\":0", count: 100_000).joined(separator: ",")
    #expect(try duplicates("{\(members),\(repeated)}").count == 200)
  }

  @Test func keysAreFoundHoweverTheyAreWritten() throws {
    let node = try Node.parse(#"{"a\u0062": 1, "é": 2, "猫": 3, "plain": 4}"#.utf8)
    #expect(node["ab"]?.number == 1)
    #expect(node["e\u{301}"]?.number == 2)
    #expect(node["猫"]?.number == 3)
    #expect(node["plain"]?.number == 4)
    #expect(node["plai"] == nil)
    #expect(node["plain "] == nil)
    #expect(node[""] == nil)
  }
}

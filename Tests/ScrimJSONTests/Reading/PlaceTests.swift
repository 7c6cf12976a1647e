import ScrimJSON
import Testing

/// Columns count Unicode scalars: one for a tab, a Han character or an emoji, two for a letter with an
/// accent of its own, several for a family of emoji. A `\r\n` ends one line.
@Suite struct PlaceTests {
  private func places(_ text: String) throws -> [Position] {
    try (Node.parse(text.utf8).array ?? []).map(\.position)
  }

  @Test(arguments: [
    ("[\t1]", 3), ("[\t\t \t1]", 6), ("[\"猫\",1]", 6), ("[\"😀\",1]", 6), ("[\"é\",1]", 6),
    ("[\"e\u{301}\",1]", 7), ("[\"👩‍👩‍👧\",1]", 10), (#"["\ud83d\ude00",1]"#, 17),
    ("[\"\u{10FFFF}\",1]", 6),
    ("[\"\u{200B}\",1]", 6),
  ])
  func columnsCountScalars(text: String, column: Int) throws {
    let last = try #require(places(text).last)
    #expect(last == Position(line: 1, column: column))
  }

  @Test(arguments: [
    ("\n", 2), ("\r\n", 2), ("\r", 2), ("\n\n", 3), ("\r\n\r\n", 3), ("\n\r", 3), ("\r\r\n", 3),
  ])
  func linesEndAsEditorsEndThem(ending: String, line: Int) throws {
    let places = try places("[\"猫\",\(ending)  1]")
    #expect(places.last == Position(line: line, column: 3))
  }

  @Test func whatComesAfterLongLinesIsCountedAfresh() throws {
    let text = "[\"\(String(repeating: "猫", count: 70_000))\",\r\n\t\"é\", 1]"
    let places = try places(text)
    #expect(places.map(\.line) == [1, 2, 2])
    #expect(places.map(\.column) == [2, 2, 7])
    let long = try self.places("[\"\(String(repeating: "猫", count: 70_000))\", 1]")
    #expect(long.last == Position(line: 1, column: 70_006))
  }

  @Test func lineSeparatorsOfUnicodeEndNoLine() throws {
    let places = try places("[\"a\u{2028}b\u{85}c\", 1]")
    #expect(places.last == Position(line: 1, column: 11))
  }
}

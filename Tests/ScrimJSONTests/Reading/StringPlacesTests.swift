import ScrimJSON
import Testing

/// The position of a string's character in the document.
@Suite struct StringPlacesTests {
  private func places(_ document: String, _ offsets: [Int]) throws -> [Int?] {
    let bytes = Array(document.utf8)
    let node = try #require(try Node.parse(bytes).array?.last)
    return offsets.map { node.position(ofUTF8: $0, in: bytes)?.column }
  }

  @Test func plainLetters() throws {
    #expect(try places(#"["abc"]"#, [0, 1, 2, 3, -1]) == [3, 4, 5, nil, nil])
  }

  @Test func lettersOfSeveralBytesAreOneColumn() throws {
    #expect(try places(#"["aä猫😀b"]"#, [0, 1, 3, 6, 10]) == [3, 4, 5, 6, 7])
    #expect(try places(#"["ä"]"#, [1]) == [nil], "no character begins there")
  }

  @Test func escapesTakeAsManyColumnsAsTheyAreLong() throws {
    #expect(try places(#"["\n\"\u00e4\ud83d\ude00x"]"#, [0, 1, 2, 4, 8]) == [3, 5, 7, 13, 25])
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func linesOfEachKind(_ newline: String) throws {
    let bytes = Array(("[1,\(newline)\(newline) \"猫\", \"xy\"]").utf8)
    let node = try #require(try Node.parse(bytes).array?.last)
    #expect(node.position(ofUTF8: 1, in: bytes) == Position(line: 3, column: 9))
  }

  @Test func whatIsNoStringHasNoCharacters() throws {
    #expect(try places("[12]", [0]) == [nil])
  }
}

import ScrimJSON
import Testing

/// What a valid document reads as.
@Suite struct NodeTests {
  @Test func everyKindOfValueIsRead() throws {
    let node = try Node.parse(#"{"a": [null, true, false, -1.5e1, "x"], "b": {}}"#.utf8)
    let items = try #require(node["a"]?.array)
    #expect(items.map(\.kind) == ["null", "a boolean", "a boolean", "a number", "a string"])
    #expect(items[1].boolean == true)
    #expect(items[3].number == -15)
    #expect(items[4].string == "x")
    #expect(node["b"]?.object?.isEmpty == true)
    #expect(node["c"] == nil)
    #expect(node[["a", 4]]?.string == "x")
    #expect(node[["a", 5]] == nil)
  }

  @Test func keysAndValuesKnowTheirPlaces() throws {
    let node = try Node.parse("{\n  \"a\": 1,\r\n\t\"bc\" : [true,\r \"x\"]\n}".utf8)
    let members = try #require(node.object)
    #expect(node.position == Position(line: 1, column: 1))
    #expect(members[0].keyPosition == Position(line: 2, column: 3))
    #expect(members[0].value.position == Position(line: 2, column: 8))
    #expect(members[1].keyPosition == Position(line: 3, column: 2))
    #expect(members[1].value.position == Position(line: 3, column: 9))
    #expect(members[1].value.array?[1].position == Position(line: 4, column: 2))
  }

  @Test func columnsCountCharactersNotBytes() throws {
    let node = try Node.parse(#"["猫の😀é", 1]"#.utf8)
    #expect(node.array?[1].position == Position(line: 1, column: 10))
    let escaped = try Node.parse(#"["\u732b猫", 1]"#.utf8)
    #expect(escaped.array?[1].position == Position(line: 1, column: 13))
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
    (#""\u00e9\u732B""#, "é猫"),
    (#""a\ud83d\ude00b""#, "a😀b"),
    (#""\u0000""#, "\0"),
    ("\"\u{7F}\u{10FFFF}\"", "\u{7F}\u{10FFFF}"),
  ])
  func stringsAreUnescaped(text: String, expected: String) throws {
    #expect(try Node.parse(text.utf8).string == expected)
  }

  @Test(arguments: [
    ("0", 0.0), ("-0", -0.0), ("10", 10), ("0.1", 0.1),
    ("1.7976931348623157e308", 1.7976931348623157e308),
    ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0), ("9007199254740993", 9_007_199_254_740_992),
    ("0.30000000000000004", 0.30000000000000004), ("1E+2", 100),
    ("123456789012345678901234567890", 1.2345678901234568e29),
    ("2.5e-22", 2.5e-22), ("0e99999999999", 0),
  ])
  func numbersAreTheNearestDouble(text: String, expected: Double) throws {
    guard case .number(let number, let written) = try Node.parse(text.utf8).value else {
      Issue.record("no number")
      return
    }
    #expect(number == expected)
    #expect(number.sign == expected.sign)
    #expect(written == text)
  }

  @Test func annotationsMayBeRepeated() throws {
    let node = try Node.parse(#"{"//": 1, "//": 2, "$schema": "x", "a": 3}"#.utf8)
    #expect(node["a"]?.number == 3)
    #expect(node.object?.filter(\.isAnnotation).count == 3)
  }

  @Test func duplicateKeysCanBeCollected() throws {
    var duplicates: [Diagnostic] = []
    let text = "{\"a\": 1,\n \"b\": [{\"c\": 1, \"c\": 2}],\n \"a\": 2}"
    let node = try Node.parse(Array(text.utf8), duplicates: &duplicates)
    #expect(node["a"]?.number == 1)
    #expect(
      duplicates.map { $0.text(file: "x.json") } == [
        #"x.json:2:17: b[0].c: the key "c" is given twice; the first is on line 2."#,
        #"x.json:3:2: a: the key "a" is given twice; the first is on line 1."#,
      ])
  }

  @Test func duplicateKeysAreFoundInLargeObjects() throws {
    let members = (0..<100).map { "\"k\($0)\": \($0)" }
    let fine = try Node.parse("{\(members.joined(separator: ","))}".utf8)
    #expect(fine["k99"]?.number == 99)
    #expect(throws: Diagnostic.self) {
      try Node.parse("{\(members.joined(separator: ",")), \"k5\": 0}".utf8)
    }
  }

  @Test func keysThatLookTheSameAreTheSame() {
    let diagnostic = #expect(throws: Diagnostic.self) {
      try Node.parse("{\"caf\u{E9}\": 1, \"cafe\u{301}\": 2}".utf8)
    }
    #expect(diagnostic?.code == "duplicate-key")
  }

  @Test func limitsAreKept() throws {
    let limits = JSONLimits(bytes: 20, depth: 2)
    #expect(try Node.parse("[[1]]".utf8, limits: limits).array?.count == 1)
    let deep = #expect(throws: Diagnostic.self) { try Node.parse("[[[1]]]".utf8, limits: limits) }
    #expect(
      deep?.text(file: "x") == "x:1:3: [0][0]: more than 2 levels of nested arrays and objects.")
    let long = #expect(throws: Diagnostic.self) {
      try Node.parse(String(repeating: " ", count: 21).utf8, limits: limits)
    }
    #expect(long?.message == "the document has 21 bytes; at most 20 are allowed.")
    #expect(long?.code == "too-large")
  }

  @Test func whateverIsCutOffOrFlippedNeverTraps() {
    let text = Array(#"{"a":[1.5e3,-0,"\ud83d\ude00 é猫"],"b":{"c":null,"d":[true,false]}}"#.utf8)
    for end in 0..<text.count {
      #expect(throws: Diagnostic.self) { try Node.parse(Array(text[..<end])) }
    }
    for index in text.indices {
      for byte: UInt8 in [0, 0x0A, 0x22, 0x5C, 0x7B, 0x5D, 0x2D, 0x80, 0xC3, 0xED, 0xF4, 0xFF] {
        var broken = text
        broken[index] = byte
        _ = try? Node.parse(broken)
      }
    }
  }
}

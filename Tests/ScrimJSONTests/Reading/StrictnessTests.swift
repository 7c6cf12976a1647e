import ScrimJSON
import Testing

/// What is JSON and what only looks like it (RFC 8259), where readers differ.
@Suite struct StrictnessTests {
  private func code(_ bytes: [UInt8], limits: JSONLimits = .standard) -> String? {
    do throws(Diagnostic) {
      _ = try Node.parse(bytes, limits: limits)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: [
    // A document is any value, with white space around it.
    "null", "\"\"", "0", " \t\r\n[]\n", "[\n]", "{}", "[[],{}]", "[ ]", "{ }",
    // Numbers.
    "-0", "-0.0", "0e0", "0E-0", "1E+2", "1e22", "-1e-999", "123456789012345678901234567890",
    "1.7976931348623157e308", "5e-324", "0.00000000000000000000000000000000000000000001",
    // Strings: escapes, pairs, noncharacters, U+0000, U+007F, U+2028 and U+FFFF stand for themselves.
    #""\u0000""#, #""\uD834\uDD1E""#, #""\uFFFF\uFDD0""#, #""\/\b\f""#, "\"\u{7F}\"",
    "\"\u{2028}\"",
    "\"\u{FFFF}\"", "\"\u{10FFFF}\"", "\"\u{FEFF}\"", #""\\u0000""#, #""\"""#,
    // Keys.
    #"{"":0}"#, #"{"a":{"a":{"a":1}},"b":{"a":1}}"#, #"{"a":1,"A":2}"#, #"{"\u0000":0}"#,
    #"[{"a":1},{"a":1}]"#,
  ])
  func isTaken(text: String) {
    #expect(code(Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    // More or less than one value.
    "", " ", "[] []", "[]]", "1 2", "{}{}", "[],", "[", "{", "[1", "{\"a\"", "{\"a\":", "{\"a\":1",
    "]",
    // Commas and colons.
    "[1,]", "[,1]", "[1,,2]", "[,]", "{,}", "{\"a\":1,}", "{\"a\":1,,\"b\":2}", "{\"a\" \"b\"}",
    "{\"a\"::1}", "{\"a\",1}", "[1:2]", "{1:2}", "{null:1}", "{a:1}", "{'a':1}", "[1 2]",
    // Comments and what other languages have.
    "/* */[]", "[] // x", "# x\n[]", "['a']", "[NaN]", "[Infinity]", "[-Infinity]", "[undefined]",
    "[True]", "[TRUE]", "[nulll]", "[nul]", "[truefalse]", "[true1]", "[null\"a\"]",
    // Numbers.
    "[01]", "[-01]", "[00]", "[+1]", "[.5]", "[-.5]", "[1.]", "[-]", "[--1]", "[1e]", "[1e+]",
    "[1E-]", "[1.e1]", "[1.5.5]", "[1e1.5]", "[0x10]", "[1_000]", "[1,000.5.1]", "[１]", "[1a]",
    "[-a]", "[2.]", "[0.e1]",
    // Strings.
    "\"", "\"a", "[\"a]", "[\"\t\"]", "[\"\n\"]", "[\"\r\"]", "[\"\u{0}\"]", "[\"\u{1F}\"]",
    "[\"\\\"]",
    "[\"\\a\"]", "[\"\\x41\"]", "[\"\\'\"]", "[\"\\0\"]", "[\"\\u12\"]", "[\"\\u12G4\"]",
    "[\"\\U0041\"]", "[\"\\u 041\"]", "[\"\\\n\"]",
    #"["\uD800"]"#, #"["\uDC00"]"#, #"["\uD800\uD800"]"#, #"["\uDC00\uD800"]"#, #"["\uD800a"]"#,
    #"["\uD800\n"]"#, #"["\uD800\u0041"]"#, #"["\uD800\uDBFF"]"#,
    // White space that is none, and bytes between values.
    "[\u{A0}1]", "[\u{2028}1]", "[\u{C}1]", "[\u{B}1]", "[\u{0}1]", "[1]\u{0}",
    "[]\u{FEFF}", "[\u{200B}]",
  ])
  func isRefused(text: String) {
    #expect(code(Array(text.utf8)) == "syntax")
  }

  @Test(
    arguments: [
      // Continuations alone, sequences cut short, overlong ones.
      [0x80], [0xBF], [0xC3], [0xC3, 0x28], [0xE7, 0x8C], [0xE7, 0x8C, 0x28], [0xF0, 0x9F, 0x98],
      [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF],
      // Surrogates as they are, alone and as a pair (CESU-8); beyond U+10FFFF; bytes that never occur.
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFC, 0x80, 0x80, 0x80, 0x80, 0x80],
      [0xFE], [0xFF], [0xE9],
    ] as [[UInt8]])
  func noUTF8IsRefusedInStringsKeysAndBetween(bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    #expect(code([0x5B, quote] + bytes + [quote, 0x5D]) == "syntax")
    #expect(code([0x7B, quote] + bytes + [quote, 0x3A, 0x31, 0x7D]) == "syntax")
    #expect(code([0x5B] + bytes + [0x5D]) == "syntax")
    #expect(code([0x5B, quote, 0x5C, 0x6E] + bytes + [quote, 0x5D]) == "syntax")
  }

  @Test(arguments: [[0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B]] as [[UInt8]])
  func utf16IsCalledByItsName(bytes: [UInt8]) {
    let diagnostic = #expect(throws: Diagnostic.self) { try Node.parse(bytes) }
    #expect(diagnostic?.text(file: "x") == "x:1:1: the document is in UTF-16; save it as UTF-8.")
  }

  @Test(arguments: [
    "1e309", "-1e309", "1e999", "123456789e301", "1e99999999999999999999", "0.1e310",
    "1.7976931348623159e308",
  ])
  func whatIsBeyondDoublesIsToldAsThat(text: String) {
    #expect(code(Array("[\(text)]".utf8)) == "number-too-large")
    #expect(code(Array("[\(text)".utf8)) == "number-too-large")
  }

  /// A node holds the nearest double and the number as it was written, so nothing is lost: an integer
  /// up to 2⁶³ − 1 is read exactly.
  @Test(
    arguments: [
      ("9007199254740993", 9_007_199_254_740_992, 9_007_199_254_740_993),
      ("-9007199254740993", -9_007_199_254_740_992, -9_007_199_254_740_993),
      ("9223372036854775807", 9.223372036854775807e18, Int.max),
      ("1e2", 100, nil), ("0.1", 0.1, nil), ("9223372036854775808", 0x1p63, nil),
      ("3.141592653589793238462643383279", 3.141592653589793, nil),
      ("17976931348623157000e289", 1.7976931348623157e308, nil),
      ("0e400", 0, nil), ("0.00000001e310", 1e302, nil),
    ] as [(String, Double, Int?)])
  func numbersAreExact(text: String, double: Double, integer: Int?) throws {
    let node = try Node.parse(text.utf8)
    #expect(node.number == double)
    guard case .number(_, let written) = node.value else {
      Issue.record("no number")
      return
    }
    #expect(written == text)
    if let integer { #expect(JSON(node) == .integer(integer)) }
  }

  @Test(arguments: ["[", "{\"a\":"]) func depthEndsExactlyAtItsLimit(opening: String) {
    let closing = opening == "[" ? "]" : "}"
    func nested(_ depth: Int) -> [UInt8] {
      Array(
        (String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth))
          .utf8)
    }
    #expect(code(nested(64)) == nil)
    #expect(code(nested(65)) == "too-deep")
    #expect(code(nested(10_000)) == "too-deep")
    #expect(code(Array(String(repeating: opening, count: 10_000).utf8)) == "too-deep")
    #expect(code(nested(1), limits: JSONLimits(depth: 0)) == "too-deep")
    #expect(code(Array("1".utf8), limits: JSONLimits(depth: 0)) == nil)
    // Beside each other they may be as many as one likes.
    let flat = "[" + Array(repeating: "[[]]", count: 1000).joined(separator: ",") + "]"
    #expect(code(Array(flat.utf8), limits: JSONLimits(depth: 3)) == nil)
  }

  @Test func theWayIntoTheDepthIsTold() {
    let text = "{\"a\": [0, {\"b \\u00e9\": [[1]]}]}"
    let diagnostic = #expect(throws: Diagnostic.self) {
      try Node.parse(text.utf8, limits: JSONLimits(depth: 4))
    }
    #expect(diagnostic?.pointer == "/a/1/b é/0")
    #expect(diagnostic?.position == Position(line: 1, column: 25))
  }

  @Test func sizeEndsExactlyAtItsLimit() {
    let text = Array("[\"\(String(repeating: "é", count: 500))\"]".utf8)
    #expect(code(text, limits: JSONLimits(bytes: text.count)) == nil)
    #expect(code(text, limits: JSONLimits(bytes: text.count - 1)) == "too-large")
    #expect(code([], limits: JSONLimits(bytes: 0)) == "syntax")
  }
}

import ScrimJSON
import Testing

/// The text of an error, and its form in a report.
@Suite struct DiagnosticTests {
  private let diagnostic = Diagnostic(
    code: "out-of-range", message: "900 is outside 0…250 px.",
    path: ["layers", 2, "effects", 0, "sigma"], position: Position(line: 12, column: 18))

  @Test func textNamesFilePlaceAndPath() {
    #expect(
      diagnostic.text(file: "story.json")
        == "story.json:12:18: layers[2].effects[0].sigma: 900 is outside 0…250 px.")
    #expect(Diagnostic(code: "syntax", message: "m").text(file: "a") == "a: m")
  }

  @Test func pointerFollowsTheRFC() {
    #expect(diagnostic.pointer == "/layers/2/effects/0/sigma")
    let odd: [PathElement] = ["a/b", "m~n", "", "//x"]
    #expect(odd.pointer == "/a~1b/m~0n//~1~1x")
    #expect([PathElement](pointer: odd.pointer) == odd)
    #expect([PathElement](pointer: "") == [])
    #expect([PathElement](pointer: "a") == nil)
    #expect([PathElement](pointer: "/~2") == nil)
  }

  @Test func displayPathQuotesOddKeys() {
    let path: [PathElement] = ["layers", 0, "drop shadow", "$x", ""]
    #expect(path.displayPath == #"layers[0]["drop shadow"].$x[""]"#)
  }

  @Test func reportsReadBack() throws {
    #expect(
      diagnostic.json.text()
        == #"{"pointer":"/layers/2/effects/0/sigma","line":12,"column":18,"#
        + #""message":"900 is outside 0…250 px.","code":"out-of-range"}"#)
    #expect(Diagnostic(json: diagnostic.json) == diagnostic)
    let placeless = Diagnostic(code: "a", message: "b")
    #expect(Diagnostic(json: placeless.json) == placeless)
    #expect(Diagnostic(json: ["code": "a"]) == nil)
  }

  @Test(arguments: [
    ("plain", #""plain""#), ("a\"b\\", #""a\"b\\""#), ("\u{1B}[31m\n", #""\u{1b}[31m\n""#),
    ("\u{202E}x\u{2028}", #""\u{202e}x\u{2028}""#),
    (String(repeating: "猫", count: 61), "\"" + String(repeating: "猫", count: 60) + "…\""),
  ])
  func quotedTextIsShortAndHarmless(text: String, expected: String) {
    #expect(quoted(text) == expected)
  }

  @Test func codePointsHaveFourDigits() {
    #expect(codePoint("é") == "U+00E9")
    #expect(codePoint("😀") == "U+1F600")
  }
}

import ScrimKit
import Testing

@Suite struct ReferenceTests {
  @Test(arguments: [
    ("#canvas", nil, Reference.Part.frame), ("#title", "title", .frame),
    ("#a-B_9", "a-B_9", .frame), ("#title/ink", "title", .ink), ("#title/extent", "title", .extent),
    ("#title/lines", "title", .lines), ("#title/line/0", "title", .line(0)),
    ("#title/line/12", "title", .line(12)), ("#title/concealed", "title", .concealed),
    ("#title/match/7.4kg", "title", .match("7.4kg")),
    ("#title/match/two words", "title", .match("two words")),
    ("#title/match/a/b", "title", .match("a/b")), ("#title/match/猫は", "title", .match("猫は")),
    ("#title/match/ ", "title", .match(" ")),
  ])
  func readsAndPrints(_ text: String, id: String?, part: Reference.Part) throws {
    let reference = try #require(Reference(text))
    #expect(reference.id == id)
    #expect(reference.part == part)
    #expect(reference.text == text)
    #expect(reference.json == .string(text))
  }

  @Test(arguments: [
    "", "#", "title", "#/ink", "##title", "#9a", "#-a", "#_a", "#tït", "#a b", "#title/",
    "#title/inc", "#title/Ink", "#title/ink/", "#title/ink/0", "#title/line", "#title/line/",
    "#title/line/-1", "#title/line/+1", "#title/line/-0", "#title/line/1.0", "#title/line/ 1",
    "#title/line/x", "#title/line/0/1", "#title/line/99999999999999999999", "#title/lines/",
    "#title/match", "#title/match/", "#title/concealed/x", " #title", "#title ",
  ])
  func refuses(_ text: String) {
    #expect(Reference(text) == nil)
  }

  @Test func identifiers() {
    #expect(Reference.isIdentifier("a"))
    #expect(Reference.isIdentifier("Zz9-_"))
    for name in ["", "9", "-", "a b", "é", "aé"] { #expect(!Reference.isIdentifier(name)) }
  }

  @Test(arguments: [
    ("title", ["#title"]), ("canvas", ["#canvas"]), ("#canvas/ink", ["#canvas"]),
    ("#a b", []), ("#a/match/", ["#a/ink", "#a/extent", "#a/lines", "#a/concealed"]),
    ("#a/line/-1", ["#a/ink", "#a/extent", "#a/lines", "#a/concealed", "#a/line/1"]),
  ])
  func slipsComeWithWhatTheyMayMean(text: String, expected: [String]) {
    var decoding = ParameterDecoding()
    #expect(Reference(from: .string(text), &decoding) == nil)
    #expect(decoding.diagnostics.map(\.candidates) == [expected])
    #expect(decoding.diagnostics.map(\.word) == [text])
  }

  @Test func errorsAreTold() {
    var decoding = ParameterDecoding()
    #expect(Reference(from: .string("title"), &decoding) == nil)
    #expect(Reference(from: .number(3), &decoding) == nil)
    #expect(
      decoding.diagnostics.map(\.message) == [
        ##""title" is not a reference: "#canvas", "#id", "#id/ink", "#id/extent", "#id/line/0", "##
          + ##""#id/lines", "#id/match/WORDS" or "#id/concealed"."##,
        ##"expected a reference such as "#title", found 3."##,
      ])
  }
}

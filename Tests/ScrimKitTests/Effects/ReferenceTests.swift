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

  @Test(
    arguments: [
      ("#a", "#a", nil), ("#a/right", "#a", .right), ("#canvas/top-left", "#canvas", .topLeft),
      ("#a/ink/bottom", "#a/ink", .bottom), ("#a/line/1/center", "#a/line/1", .center),
      ("#a/lines", "#a/lines", nil), ("#a/match/left", "#a/match/left", nil),
      ("#a/match/turn/left", "#a/match/turn", .left),
      ("#a/match/left/left", "#a/match/left", .left), ("#right/right", "#right", .right),
    ] as [(String, String, ReferencePoint.Edge?)])
  func pointsAreReadAndPrinted(_ text: String, reference: String, edge: ReferencePoint.Edge?) throws
  {
    let point = try #require(ReferencePoint(text))
    #expect(point.reference.text == reference)
    #expect(point.edge == edge)
    #expect(point.text == text)
  }

  @Test(arguments: [
    ("a/right", ReferencePoint.Edge.allCases.map { "#a/\($0.rawValue)" }),
    ("#a/rigth", ReferencePoint.Edge.allCases.map { "#a/\($0.rawValue)" }),
    ("#a/ink/Left", ReferencePoint.Edge.allCases.map { "#a/ink/\($0.rawValue)" }),
    ("a", ["#a"] + ReferencePoint.Edge.allCases.map { "#a/\($0.rawValue)" }), ("#", []), ("", []),
    ("#a b/left", []), ("#a//left", []),
  ])
  func slipsOfPointsComeWithWhatTheyMayMean(text: String, expected: [String]) {
    var decoding = ParameterDecoding()
    #expect(ReferencePoint(from: .string(text), &decoding) == nil)
    #expect(decoding.diagnostics.map(\.candidates) == [expected])
    #expect(
      decoding.diagnostics.map(\.message) == [
        #""\#(text)" is not a point of a layer: a reference, alone or with "/left", "/right", "/top", "/bottom", "#
          + #""/center", "/top-left", "/top-right", "/bottom-left", "/bottom-right"."#
      ])
  }

  /// Without an edge, where a line from the other end to the centre meets the sides.
  @Test(
    arguments: [
      ("#a/left", 0, 0, 10, 40), ("#a/bottom-right", 0, 0, 50, 60), ("#a/center", 500, 0, 30, 40),
      ("#a", 130, 40, 50, 40), ("#a", 30, -100, 30, 20), ("#a", -10, 0, 10, 20),
      ("#a", 70, 60, 50, 50),
      // From inside.
      ("#a", 31, 42, 30, 40), ("#a", 30, 40, 30, 40),
    ] as [(String, Double, Double, Double, Double)])
  func pointsOfARectangle(
    _ text: String, _ fromX: Double, _ fromY: Double, _ x: Double, _ y: Double
  ) throws {
    let rectangle = Rect(x: 10, y: 20, width: 40, height: 40)
    let point = try #require(ReferencePoint(text))
    #expect(point.point(of: rectangle, toward: Point(x: fromX, y: fromY)) == Point(x: x, y: y))
  }
}

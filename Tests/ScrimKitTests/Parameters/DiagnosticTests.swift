import ParameterGauge
import ScrimKit
import Testing

/// Every error in a parameter, its place and its words.
@Suite struct DiagnosticTests {
  static let types: [(json: JSON, told: String)] = [
    (["isOn": 1], "isOn: expected true or false, found 1."),
    (["isOn": "true"], #"isOn: expected true or false, found "true". Did you mean true?"#),
    (["share": "0.5"], #"share: expected a number (0…1), found "0.5". Did you mean 0.5?"#),
    (["share": nil], "share: expected a number (0…1), found null."),
    (["share": [0.5]], "share: expected a number (0…1), found a list."),
    (["sigma": "5px"], #"sigma: expected a number (0…250 px), found "5px". Did you mean 5?"#),
    (["gap": true], "gap: expected a number (0 px or more), found true."),
    (["turn": true], "turn: expected a number (360° or less), found true."),
    (["count": 2.5], "count: expected a whole number (1…9), found 2.5."),
    (["words": 3], "words: expected a string, found 3."),
    (["words": [:]], "words: expected a string, found an object."),
    (["optional": true], "optional: expected a number (1…5 px), found true."),
    (["join": 1], #"join: expected one of "round", "miter", "bevel", found 1."#),
    (
      ["length": true],
      #"length: expected a number of px or a percentage such as "50%", found true."#
    ),
    (
      ["length": "12px"],
      #"length: "12px" is not a number of px or a percentage such as "50%". Did you mean 12?"#
    ),
    (["length": "nan%"], #"length: "nan%" is not a number of px or a percentage such as "50%"."#),
    (
      ["padding": "1"],
      #"padding: expected a number, two (vertical, horizontal) or four (top, right, bottom, left), found "1"."#
    ),
    (
      ["padding": [1, 2, 3]],
      "padding: expected a number, two (vertical, horizontal) or four (top, right, bottom, left), found a list of 3."
    ),
    (
      ["padding": [1, 2, 3, "4"]],
      #"padding[3]: expected a number (0…40 px), found "4". Did you mean 4?"#
    ),
    (
      ["radii": [1, 2]],
      "radii: expected a radius or four (top left, top right, bottom right, bottom left), "
        + "found a list of 2."
    ),
    (
      ["radii": [1, 2, 3, true]],
      #"radii[3]: expected a number of px or a percentage such as "50%", found true."#
    ),
    (["numbers": 1], "numbers: expected a list of numbers, found 1."),
    (["numbers": [0, "x"]], #"numbers[1]: expected a number (-1…1), found "x"."#),
    (["ring": 1], #"ring: expected an object with the keys "width", "color", "at", found 1."#),
    (
      ["rings": [[:], 1]],
      #"rings[1]: expected an object with the keys "width", "color", "at", found 1."#
    ),
    (["rings": [:]], "rings: expected a list of objects, found an object."),
    (["targets": "#a"], ##"targets: expected a list of references or objects, found "#a"."##),
    (["rings": [["color": 1]]], "rings[0].color: expected \(Color.syntax), found 1."),
    (["font": ""], #"font: expected a font family such as "Noto Sans", found ""."#),
    (["font": [" "]], #"font[0]: expected a font family such as "Noto Sans", found " "."#),
    (["font": []], #"font: expected a font family such as "Noto Sans", found a list of 0."#),
    (
      ["font": 1], #"font: expected a font family such as "Noto Sans", or a list of them, found 1."#
    ),
    (["words": "a\0b"], "words: a string cannot contain the character U+0000."),
  ]

  static let unprintable: [(json: JSON, told: String)] = [
    (["isOn": "\u{1b}[2J"], #"isOn: expected true or false, found "\u{1b}[2J"."#),
    (["isOn": "a\n\"b\""], #"isOn: expected true or false, found "a\n\"b\""."#),
    (["isOn": "x\u{202e}y"], #"isOn: expected true or false, found "x\u{202e}y"."#),
    (
      ["isOn": .string(String(repeating: "é", count: 61))],
      #"isOn: expected true or false, found "\#(String(repeating: "é", count: 60))…"."#
    ),
    (["color": "#\u{c}ff"], "color: \"#\\u{c}ff\" is not \(Color.syntax)."),
    (["ring": ["\u{7}": 1]], "ring[\"\\u{7}\"]: unknown key \"\\u{7}\"."),
    (["fill": ["\u{7}": 1]], "fill[\"\\u{7}\"]: unknown key \"\\u{7}\"."),
  ]

  @Test(arguments: unprintable) func controlCharactersAreToldAsEscapes(
    json: JSON, told: String
  ) {
    #expect(Gauge.messages(in: json) == [told])
  }

  @Test(arguments: types) func wrongTypes(json: JSON, told: String) {
    #expect(Gauge.messages(in: json) == [told])
  }

  static let ranges: [(json: JSON, told: String)] = [
    (["share": 1.5], "share: 1.5 is outside 0…1."),
    (["sigma": 900], "sigma: 900 is outside 0…250 px."),
    (["sigma": -0.1], "sigma: -0.1 is outside 0…250 px."),
    (["gap": -1], "gap: -1 is less than 0 px."),
    (["turn": 361], "turn: 361 is more than 360°."),
    (["count": 0], "count: 0 is outside 1…9."),
    (["count": 1e300], "count: 1e300 is outside 1…9."),
    (["optional": 6], "optional: 6 is outside 1…5 px."),
    (["padding": 41], "padding: 41 is outside 0…40 px."),
    (["padding": [0, 0, -1, 0]], "padding[2]: -1 is outside 0…40 px."),
    (["numbers": [0, 2]], "numbers[1]: 2 is outside -1…1."),
    (["ring": ["width": 21]], "ring.width: 21 is outside 0…20 px."),
    (["rings": [["width": 1], ["width": 30]]], "rings[1].width: 30 is outside 0…20 px."),
    (["radii": -3], "radii: -3 is less than 0."),
    (["radii": [0, "-5%", 0, 0]], #"radii[1]: "-5%" is less than 0."#),
  ]

  @Test(arguments: ranges) func outOfRange(json: JSON, told: String) {
    #expect(Gauge.diagnostics(in: json).map(\.code) == [.outOfRange])
    #expect(Gauge.messages(in: json) == [told])
  }

  static let paints: [(json: JSON, told: String)] = [
    (3, ##"fill: expected a colour such as "#fc0" or a gradient, found 3."##),
    (
      [:],
      ##"fill: "linear", "radial" or "conic" is missing: {"linear": {"angle": 90, "stops": [["#f00", 0], "##
        + ##"["#00f", 1]]}}."##
    ),
    (
      ["linear": ["stops": [["#000", 0], ["#fff", 1]]], "radial": [:]],
      #"fill.radial: "radial" cannot be combined with "linear"."#
    ),
    (
      ["linear": ["stops": [["#000", 0], ["#fff", 1]]], "angle": 90],
      #"fill.angle: unknown key "angle". Gradient keys belong inside "linear"."#
    ),
    (["liner": [:]], #"fill.liner: unknown key "liner"."#),
    (["linear": [:]], #"fill.linear: "stops" is missing."#),
    (
      ["linear": ["stops": [["#000", 0]]]],
      ##"fill.linear.stops: expected at least two stops such as [["#f00", 0], ["#00f", 1]], "##
        + "found a list of 1."
    ),
    (
      ["linear": ["stops": "#000"]],
      ##"fill.linear.stops: expected a list of stops such as [["#f00", 0], ["#00f", 1]], "##
        + ##"found "#000"."##
    ),
    (
      ["linear": ["stops": [["#000", 0], [1, "#fff"]]]],
      ##"fill.linear.stops[1]: the colour comes first: ["#fff", 1]."##
    ),
    (
      ["linear": ["stops": [["#000", 0], 7]]],
      ##"fill.linear.stops[1]: expected a stop such as ["#f00", 0.5], found 7."##
    ),
    (
      ["linear": ["stops": [["#000", 0.5], ["#fff", 0.25]]]],
      "fill.linear.stops[1][1]: 0.25 is less than 0.5, the offset of the previous stop."
    ),
    (
      ["linear": ["stops": [["#000", 0], ["#fff", 2]]]],
      "fill.linear.stops[1][1]: 2 is outside 0…1."
    ),
    (
      ["linear": ["angle": 400, "stops": [["#000", 0], ["#fff", 1]]]],
      "fill.linear.angle: 400 is outside -360…360°."
    ),
    (
      ["radial": ["center": [1], "stops": [["#000", 0], ["#fff", 1]]]],
      #"fill.radial.center: expected two lengths (x, y) such as ["50%", "50%"], found a list of 1."#
    ),
    (
      ["radial": ["radius": 0, "stops": [["#000", 0], ["#fff", 1]]]],
      "fill.radial.radius: expected a radius of more than 0, found 0."
    ),
  ]

  @Test(arguments: paints) func gradients(json: JSON, told: String) {
    #expect(Gauge.messages(in: ["fill": json]) == [told])
  }

  @Test func misspeltKeysComeWithTheRightOnes() throws {
    let diagnostic = try #require(Gauge.diagnostics(in: ["sigme": 3]).first)
    #expect(diagnostic.told == #"sigme: unknown key "sigme"."#)
    #expect(diagnostic.code == .unknownKey && diagnostic.word == "sigme")
    #expect(diagnostic.candidates == Gauge.parameters.map(\.name))
    let inner = try #require(Gauge.diagnostics(in: ["rings": [["widht": 3]]]).first)
    #expect(inner.told == #"rings[0].widht: unknown key "widht"."#)
    #expect(inner.candidates == ["width", "color", "at"])
  }

  @Test func misspeltWordsComeWithTheRightOnes() throws {
    let join = try #require(Gauge.diagnostics(in: ["join": "mitre"]).first)
    #expect(join.told == #"join: "mitre" is not one of "round", "miter", "bevel"."#)
    #expect(join.word == "mitre" && join.candidates == ["round", "miter", "bevel"])
    let color = try #require(Gauge.diagnostics(in: ["color": "gren"]).first)
    #expect(color.word == "gren" && color.candidates.contains("green"))
    #expect(color.candidates.count == 149)
    let hex = try #require(Gauge.diagnostics(in: ["color": "#12"]).first)
    #expect(hex.word == nil && hex.candidates.isEmpty)
  }

  @Test func whatMustBeSaidIsAskedFor() {
    #expect(Gauge.messages(in: ["targets": [["padding": 3]]]) == [#"targets[0]: "at" is missing."#])
    #expect(Gauge.diagnostics(in: ["targets": [["padding": 3]]]).map(\.code) == [.missingKey])
  }

  @Test func aValueThatIsNoneOfAUnion() {
    #expect(
      Gauge.messages(in: ["targets": ["#a", 3, ["at": "b"]]]) == [
        ##"targets[1]: expected a reference such as "#title", found 3."##,
        ##"targets[2].at: "b" is not a reference: \##(Reference.syntax)."##,
      ])
  }

  @Test func validationKnowsItsPlace() {
    #expect(
      Gauge.messages(in: ["isOn": true, "sigma": 0]) == ["sigma: 0 leaves nothing to switch on."])
    #expect(
      Gauge.messages(in: ["rings": [[:], ["width": 13]]])
        == ["rings[1].width: 13 px brings no luck."])
    #expect(Gauge.diagnostics(in: ["ring": ["width": 13]]).map(\.code) == [.conflict])
  }

  @Test func whatContradictsIsToldAtOnce() {
    #expect(
      Gauge.messages(in: ["rings": [["width": 13, "at": ["#a", "#a"]]]]) == [
        "rings[0].width: 13 px brings no luck.", "rings[0].at: the same place twice.",
      ])
  }

  @Test func contradictionsStandBesideOtherErrors() {
    #expect(
      Gauge.messages(in: ["isOn": true, "sigma": 0, "share": 2]) == [
        "share: 2 is outside 0…1.", "sigma: 0 leaves nothing to switch on.",
      ])
  }

  @Test func wrongValuesAndMisspeltKeysContradictNothing() {
    #expect(
      Gauge.messages(in: ["ring": ["width": 13, "at": [3]]]) == [
        ##"ring.at[0]: expected a reference such as "#title", found 3."##
      ])
    #expect(
      Gauge.messages(in: ["isOn": true, "sigma": 0, "shre": 1]) == [#"shre: unknown key "shre"."#])
  }

  @Test func allErrorsAreToldTogether() {
    #expect(
      Gauge.messages(in: [
        "share": 2, "nope": 1, "ring": ["width": "x", "color": "#1"], "count": [],
      ])
      .count == 5)
  }

  @Test func theOuterPathIsKept() {
    var decoding = ParameterDecoding(path: [.key("layers"), .index(2)])
    #expect(Gauge.decode(["sigma": 900], &decoding) == nil)
    #expect(decoding.diagnostics.map(\.told) == ["layers[2].sigma: 900 is outside 0…250 px."])
  }

  @Test func anEffectIsAnObject() {
    #expect(
      Gauge.messages(in: [1]) == [
        #"expected an object with keys such as "isOn", "share", "sigma", found a list."#
      ])
  }

  @Test func longTextsAreCutInMessages() {
    let long = JSON.string(String(repeating: "é", count: 100))
    #expect(long.description == "\"" + String(repeating: "é", count: 60) + "…\"")
  }
}

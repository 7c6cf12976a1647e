import RenderTesting
import ScrimCodecs
import ScrimJSON
import ScrimKit
import ScrimRender
import Testing

/// All errors that can be found without drawing are reported together, in document order, each once, without
/// consequential errors.
@Suite struct AllDiagnosticsTests {
  private let renderer = TestRenderer([
    Conceal.self, Cover.self, Grow.self, Refuse.self, Careless.self,
  ])

  private static let layers = [
    #"{"opacty": 1, "fill": "red"}"#,
    #"{"image": {"source": "gone.png"}}"#,
    #"{"id": "cut", "image": {"source": "cut.png"}}"#,
    #"{"id": "family", "text": {"string": "ab", "font": "Nonesuch"}}"#,
    #"{"text": {"string": "\u00e4\t\uDBFF\uDFFD \#u{10FFFC}", "font": "DejaVu Sans"}}"#,
    #"{"id": "wide", "frame": {"width": 20}, "text": {"string": "incomprehensible", "font": "DejaVu Sans"}}"#,
    #"{"id": "t", "text": {"string": "one", "font": "DejaVu Sans"}}"#,
    ##"{"effects": [{"effect": "cover", "target": "#t/match/four"}, {"effect": "refuse"}, {"effect": "cover", "target": "#t/line/9"}]}"##,
    ##"{"frame": {"of": "#t/line/9"}, "text": {"string": "\##u{10FFFB}", "font": "DejaVu Sans"}}"##,
    #"{"id": "bad", "fill": "red", "effects": [{"effect": "grow", "by": -1}, {"effect": "refuse"}]}"#,
    #"{"fill": "red", "effects": [{"effect": "refuse", "reason": "never."}, {"effect": "grow", "by": "x"}]}"#,
    // Consequences: none of these has an error of its own.
    ##"{"frame": {"below": "#wide"}, "effects": [{"effect": "cover", "target": "#wide/lines"}]}"##,
    ##"{"frame": {"of": "#family"}, "effects": [{"effect": "careless", "target": "#cut"}]}"##,
    ##"{"frame": {"of": "#cut/ink"}, "effects": [{"effect": "cover", "target": "#bad/extent"}]}"##,
    ##"{"effects": [{"effect": "cover", "target": "#wide/match/sensible"}]}"##,
    ##"{"effects": [{"effect": "cover", "target": "#wide/match/hens"}]}"##,
  ]

  private func document(_ canvas: String = #"{"width": 300, "height": 300}"#) -> String {
    #"{"scrim": 1, "canvas": \#(canvas), "layers": [\#n"# + Self.layers.joined(separator: ",\n")
      + "\n]}"
  }

  private func sources() throws -> [String: SourceFile] {
    var dot = try Raster(area: PixelRect(x: 0, y: 0, width: 9, height: 9), scale: 1)
    try dot.draw { [rect = dot.rect] in $0.fill(rect, with: .black) }
    let png = try PNGEncoding.encode(dot.pixels, compression: .fast)
    return [
      "gone.png": .unavailable("\"gone.png\": no such file."),
      "cut.png": .bytes(Array(png.dropLast(20))),
    ]
  }

  private static let expected = [
    #"2:2: layers[0].opacty: unknown key "opacty". Did you mean "opacity"?"#,
    #"3:22: layers[1].image.source: "gone.png": no such file."#,
    #"4:35: layers[2].image.source: "cut.png": The PNG"#,
    #"5:51: layers[3].text.font: no font family "Nonesuch" is installed."#,
    #"6:30: layers[4].text.string: no installed font has U+10FFFD"#,
    #"6:43: layers[4].text.string: no installed font has U+10FFFC"#,
    #"7:59: layers[5].text.string: the text is 142.3 px wide"#,
    ##"9:44: layers[7].effects[0].target: "#t/match/four": the text does not"##,
    #"9:62: layers[7].effects[1]"#,
    ##"9:114: layers[7].effects[2].target: "#t/line/9": the text has 1"##,
    ##"10:18: layers[8].frame.of: "#t/line/9": the text has 1"##,
    #"10:52: layers[8].text.string: no installed font has U+10FFFB"#,
    #"11:67: layers[9].effects[0].by: -1 is outside"#,
    #"12:60: layers[10].effects[0].reason: refuse: never."#,
    #"12:96: layers[10].effects[1].by: expected"#,
    ##"16:44: layers[14].effects[0].target: "#wide/match/sensible": the text does not"##,
  ]

  @Test func oneOfEachKind() throws {
    let found = try renderer.messages(document(), sources: sources())
    #expect(found.count == Self.expected.count)
    for (line, start) in zip(found, Self.expected) {
      #expect(line.hasPrefix("test.json:" + start), "\(line)")
    }
  }

  /// Without a canvas size fitting cannot be checked, but everything else is.
  @Test(
    arguments: [
      #"{"width": 300, "height": "tall"}"#, #"{"width": 300, "height": 99999}"#,
      #"{"width": 300, "heigth": 300}"#,
    ]) func aCanvasThatIsWrong(_ canvas: String) throws
  {
    let found = try renderer.messages(document(canvas), sources: sources())
    // Layers that take the canvas's width have no position: two effects that would refuse are not asked, and lines of
    // texts are not counted.
    let unknown = ["9:62", "9:114", "10:18", "12:60"]
    let expected = Self.expected.filter { line in !unknown.contains { line.hasPrefix($0) } }
    #expect(found.first?.contains("canvas") == true)
    #expect(found.count == expected.count + 1)
    for (line, start) in zip(found.dropFirst(), expected) {
      #expect(line.hasPrefix("test.json:" + start), "\(line)")
    }
  }

  @Test func missingGlyphsAreToldOnceACharacterAndNotEndlessly() throws {
    let characters = (0..<20).map { String(UnicodeScalar(0xF0000 + $0) ?? "?") }
    let text = characters.joined() + characters.joined()
    let found = try renderer.messages(
      #"{"scrim": 1, "canvas": {"width": 900, "height": 90}, "layers": [{"text": {"string": ""#
        + text + #""}}]}"#)
    #expect(found.count == 8)
    #expect(found.first?.hasPrefix("test.json:1:86: ") == true)
    #expect(found.last?.hasPrefix("test.json:1:93: ") == true)
    #expect(
      found.last?.contains(" U+F0007, nor 12 more characters of this text; tried") == true)
  }

  @Test func aFamilyAndACharacterOfOneText() throws {
    let found = try renderer.messages(
      #"{"scrim": 1, "canvas": {"width": 900, "height": 90}, "layers": [{"text": {"string": ""#
        + "\r\n".replacing("\r\n", with: #"\r\n"#) + "\u{10FFFD}"
        + #"", "font": "Nonesuch"}}]}"#)
    #expect(found.map { $0.prefix(16) } == ["test.json:1:90: ", "test.json:1:102:"])
  }

  @Test func aTextThatIsWrongOtherwiseToo() throws {
    let found = try renderer.messages(
      #"{"scrim": 1, "canvas": {"width": 900, "height": 90}, "layers": [{"text": {"size": -1, "#
        + #""string": "\#u{10FFFD}", "colour": "red", "font": "Nonesuch"}}]}"#)
    #expect(
      found.map { $0.prefix(40) } == [
        "test.json:1:83: layers[0].text.size: -1 ", "test.json:1:98: layers[0].text.string: n",
        "test.json:1:102: layers[0].text.colour: ", "test.json:1:127: layers[0].text.font: no",
      ])
  }

  @Test func thirtyErrorsInTwoHundredLayers() throws {
    let layers = (0..<250).map { index -> String in
      switch index {
      case let index where index % 25 == 5: #"{"opacity": 7}"#
      case let index where index % 25 == 10:
        #"{"text": {"string": "x\#u{10FFFD}", "font": "DejaVu Sans"}}"#
      case let index where index % 25 == 15:
        ##"{"frame": {"below": "#t/match/zwei"}, "fill": "red"}"##
      default: #"{"frame": {"height": 5}, "fill": "red"}"#
      }
    }
    let found = try renderer.messages(
      #"{"scrim": 1, "canvas": {"width": 90, "height": 90}, "layers": [{"id": "t", "text": {"string": "one"}}, "#
        + layers.joined(separator: ",\n") + "]}")
    #expect(found.count == 30)
    #expect(Set(found).count == 30)
  }

  @Test func noMoreThanTwoHundredAreTold() throws {
    let layer = #"{"text": {"string": "\#u{10FFFB}\#u{10FFFC}", "font": "DejaVu Sans"}}"#
    let found = try renderer.messages(
      #"{"scrim": 1, "canvas": {"width": 90, "height": 90}, "layers": ["#
        + Array(repeating: layer, count: 150).joined(separator: ",\n") + "]}")
    #expect(found.count == 201)
    #expect(found[199].hasPrefix("test.json:100:23: layers[99]"))
    #expect(found[200] == "test.json: these are the first 200 errors; there may be more.")
  }

  @Test func theFirstOfAnIdIsMeant() throws {
    let found = try renderer.messages(
      ##"{"scrim": 1, "canvas": {"width": 90, "height": 90}, "layers": [{"id": "a", "fill": "red"}, "##
        + ##"{"id": "a"}, {"frame": {"of": "#a/ink"}}]}"##)
    #expect(found.count == 1)
  }

  @Test func aRingIsToldOnceAndNothingBeside() throws {
    let found = try renderer.messages(
      ##"{"scrim": 1, "canvas": {"width": 90, "height": 90}, "layers": [{"id": "a", "##
        + ##""frame": {"of": "#b/extent"}, "text": {"string": "x"}}, {"id": "b", "fill": "red", "effects": ["##
        + ##"{"effect": "cover", "target": "#a"}]}, {"frame": {"below": "#a"}}]}"##)
    #expect(
      found == [
        "test.json:1:92: layers[0].frame.of: circular reference: #a → #b → #a."
      ])
  }
}

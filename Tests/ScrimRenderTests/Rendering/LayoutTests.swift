import RenderTesting
import ScrimJSON
import ScrimKit
import ScrimRender
import Testing

/// Positions of layers, and errors of those that have none.
@Suite struct LayoutTests {
  private let renderer = TestRenderer()

  private func job(_ layers: String...) -> String {
    #"{"scrim": 1, "canvas": {"width": 200, "height": 100}, "#
      + #""layers": [\#(layers.joined(separator: ", "))]}"#
  }

  private func frame(_ spec: String, before: String = "") throws -> [Double] {
    let report = try renderer.outputs(
      job(before + ##"{"id": "a", "frame": \##(spec), "fill": "#fff"}"##)
    ).report.json
    return (report["layers"]?["a"]?["frame"]?.array ?? []).compactMap(\.number)
  }

  private static let box =
    ##"{"id": "b", "frame": {"x": 20, "y": 30, "width": 50, "height": 10}, "fill": "#000"}, "##

  @Test(
    arguments: [
      (#"{}"#, [0, 0, 200, 100]),
      (#"{"x": 10, "y": 20}"#, [10, 20, 190, 80]),
      (#"{"right": 10, "bottom": 20}"#, [0, 0, 190, 80]),
      (#"{"right": 10, "bottom": 20, "width": 30, "height": 40}"#, [160, 40, 30, 40]),
      (#"{"x": "10%", "y": "10%", "width": "50%", "height": "50%"}"#, [20, 10, 100, 50]),
      (#"{"x": 10, "right": 30, "y": 5, "bottom": 5}"#, [10, 5, 160, 90]),
      (#"{"height": 10, "minHeight": 30}"#, [0, 0, 200, 30]),
    ] as [(String, [Double])]) func edges(_ spec: String, _ expected: [Double]) throws
  {
    #expect(try frame(spec) == expected)
  }

  @Test(
    arguments: [
      (##"{"below": "#b", "gap": 5}"##, [0, 45, 200, 55]),
      (##"{"below": "#b", "height": 10}"##, [0, 40, 200, 10]),
      (##"{"above": "#b", "gap": 5, "height": 10}"##, [0, 15, 200, 10]),
      (##"{"above": "#b", "gap": 5}"##, [0, 0, 200, 25]),
      (##"{"of": "#b", "inset": -5}"##, [15, 25, 60, 20]),
      (##"{"of": "#b", "inset": [1, 2, 3, 4]}"##, [24, 31, 44, 6]),
      (##"{"of": "#canvas", "inset": 10}"##, [10, 10, 180, 80]),
    ] as [(String, [Double])]) func neighbours(_ spec: String, _ expected: [Double]) throws
  {
    #expect(try frame(spec, before: Self.box) == expected)
  }

  @Test func aTextTakesItsNaturalHeight() throws {
    let report = try renderer.outputs(
      job(
        #"{"id": "t", "frame": {"x": 5, "y": 5}, "padding": [1, 2, 3, 4], "#
          + #""text": {"string": "one\ntwo", "font": "DejaVu Sans", "size": 20}}"#)
    ).report.json
    let frame = try #require(report["layers"]?["t"]?["frame"]?.array).compactMap(\.number)
    let lines = try #require(report["layers"]?["t"]?["lines"]?.array)
    let first = try #require(lines.first?.array).compactMap(\.number)
    // DejaVu Sans: ascent 0.928 and descent 0.236 of its size.
    #expect(abs(frame[3] - (2 * 23.28 + 4)) < 0.1)
    #expect(frame[0] == 5 && frame[2] == 195)
    #expect(lines.count == 2)
    #expect(first[0] == 9 && first[1] == 6)
    #expect(abs(first[3] - 23.28) < 0.05)
  }

  /// The number of lines of "t" and the frame of "a".
  private func wrapped(_ layers: String) throws -> (lines: Int, line: Double, frame: [Double]) {
    let report = try renderer.outputs(job(layers)).report.json
    let lines = report["layers"]?["t"]?["lines"]?.array ?? []
    let widths = lines.compactMap { $0.array?.compactMap(\.number)[2] }
    let frame = report["layers"]?["a"]?["frame"]?.array ?? []
    return (lines.count, widths.max() ?? 0, frame.compactMap(\.number))
  }

  /// Bubbles: a text that wrapped at a limit is as wide as its longest line, and so is what is around it.
  @Test func whatWrappedIsAsWideAsItsLongestLine() throws {
    let text = #""text": {"string": "Did you see it there?", "font": "DejaVu Sans", "size": 10}"#
    let bubble = #""x": 5, "y": 5, "width": "fit-content", "height": "fit-content""#
    func group(_ limit: String, _ layers: String) -> String {
      ##"{"id": "a", "frame": {\##(bubble)\##(limit)}, "padding": [2, 10], "layers": [\##(layers)]}"##
    }
    let own = ##"{"id": "t", "frame": {"width": "fit-content", "maxWidth": 90}, \##(text)}"##
    for layers in [
      group(#", "maxWidth": 110"#, ##"{"fill": "#fff"}, {"id": "t", \##(text)}"##),
      group(#", "maxWidth": "55%""#, ##"{"id": "t", \##(text)}"##), group("", own),
    ] {
      let found = try wrapped(layers)
      #expect(found.lines == 2 && found.line < 88 && found.line > 60)
      #expect(abs(found.frame[2] - found.line - 20) < 0.01, "\(found)")
    }
    let after = ##", {"id": "a", "frame": {"of": "#t"}, "fill": "#fff4"}"##
    let alone = try wrapped(own + after)
    #expect(alone.lines == 2 && abs(alone.frame[2] - alone.line) < 0.01)
    let least = try wrapped(
      ##"{"id": "t", "frame": {"width": "fit-content", "minWidth": 88, "maxWidth": 90}, \##(text)}"##
        + after)
    #expect(least.lines == 2 && least.frame[2] == 88)
  }

  @Test func aTextThatDoesNotWrapIsAsWideAsItsLine() throws {
    let report = try renderer.outputs(
      job(
        #"{"id": "t", "frame": {"right": 10, "y": 5}, "#
          + #""text": {"string": "one", "font": "DejaVu Sans", "size": 20, "wrap": "none"}}"#)
    ).report.json
    let frame = try #require(report["layers"]?["t"]?["frame"]?.array).compactMap(\.number)
    #expect(abs(frame[0] + frame[2] - 190) < 0.01)
    #expect(frame[2] > 30 && frame[2] < 45)
  }

  private func messages(ofText text: String, frame: String = #"{"width": 60}"#) throws -> [String] {
    try renderer.messages(job(#"{"frame": \#(frame), "text": \#(text)}"#))
  }

  @Test func aWordWiderThanItsFrame() throws {
    let found1 = try messages(ofText: #"{"string": "incomprehensible", "font": "DejaVu Sans"}"#)
    #expect(
      found1 == [
        #"test.json:1:110: layers[0].text.string: the text is 142.3 px wide; its frame allows 60 px, and "incomprehensible" has no place for a line break. Make the frame wider, set "wrap": "character", or set "fit": "shrink", "ellipsis": "end", "overflow": "clip" or "overflow": "visible"."#
      ])
  }

  @Test func moreLinesThanFit() throws {
    let found2 = try messages(
      ofText: #"{"string": "one two three", "font": "DejaVu Sans"}"#,
      frame: #"{"width": 60, "height": 30}"#)
    #expect(
      found2 == [
        #"test.json:1:124: layers[0].text.string: the text is 55.9 px high; its frame allows 30 px. Make the frame higher, or set "fit": "shrink", "ellipsis": "end", "overflow": "clip" or "overflow": "visible"."#
      ])
  }

  @Test func moreLinesThanAllowed() throws {
    let found3 = try messages(
      ofText: #"{"string": "one two three", "font": "DejaVu Sans", "maxLines": 1}"#)
    #expect(
      found3 == [
        #"test.json:1:110: layers[0].text.string: the text has 3 lines; "maxLines" allows 1. Raise "maxLines", or set "fit": "shrink", "ellipsis": "end", "overflow": "clip" or "overflow": "visible"."#
      ])
  }

  /// No family has a similar name: the message lists those that share a word with it, and how to list all.
  @Test func aFamilyThatIsLikeNoOther() throws {
    let found = try messages(ofText: #"{"string": "one", "font": "Noto Nonesuch"}"#)
    let told = try #require(found.first)
    #expect(
      told.hasPrefix(
        #"test.json:1:125: layers[0].text.font: no font family "Noto Nonesuch" is installed. "#
          + #"Installed: "Noto Sans", "Noto "#))
    #expect(
      told.hasSuffix(
        #" more ("fc-list : family" lists them); set "fontFallback": "allow" to substitute another font."#
      ))
  }

  @Test func aMisspeltFamily() throws {
    let found4 = try messages(ofText: #"{"string": "one", "font": "DejaVu Snas"}"#)
    #expect(
      found4 == [
        #"test.json:1:125: layers[0].text.font: no font family "DejaVu Snas" is installed. Did you mean "DejaVu Sans"?"#
      ])
    let none5 = try messages(
      ofText: #"{"string": "one", "font": "DejaVu Snas", "fontFallback": "allow"}"#
    )
    #expect(none5.isEmpty)
  }

  @Test func aCharacterThatNoFontHas() throws {
    let private_ = "\u{10FFFD}"
    let found6 = try messages(ofText: #"{"string": "a\#(private_)", "font": "DejaVu Sans"}"#)
    #expect(
      found6 == [
        #"test.json:1:112: layers[0].text.string: no installed font has U+10FFFD; tried DejaVu Sans and the fallback fonts. Install a font that has it, or set "missingGlyphs": "allow"."#
      ])
    let none7 = try messages(
      ofText: #"{"string": "a\#(private_)", "font": "DejaVu Sans", "missingGlyphs": "allow"}"#
    )
    #expect(none7.isEmpty)
  }

  @Test func allTextsThatDoNotFitAreToldTogether() throws {
    let layer = #"{"frame": {"width": 9}, "text": {"string": "wide", "font": "DejaVu Sans"}}"#
    #expect(try renderer.messages(job(layer, layer, layer)).count == 3)
  }

  @Test func aWeightThatIsNotThereIsNoted() throws {
    func substitutions(_ style: String) throws -> String? {
      try renderer.outputs(
        job(
          #"{"id": "t", "text": {"string": "one", "font": "DejaVu Serif", \#(style)}}"#)
      ).report.json["substitutions"]?.text()
    }
    #expect(try substitutions(#""weight": 700"#) == "[]")
    let heavy = try substitutions(#""weight": 900"#)
    #expect(
      heavy == ##"[{"layer":"#t","font":"DejaVu Serif","asked":{"weight":900,"style":"normal"},"##
        + #""used":{"weight":700,"style":"normal"}}]"#)
  }

  @Test func aWidthThatIsNotThereIsNoted() throws {
    func substitutions(_ style: String) throws -> String? {
      try renderer.outputs(
        job(#"{"id": "t", "text": {"string": "one", "font": "DejaVu Serif", \#(style)}}"#)
      ).report.json["substitutions"]?.text()
    }
    #expect(try substitutions(#""stretch": "semi-condensed""#) == "[]")
    #expect(
      try substitutions(#""stretch": "expanded""#)?.contains(#""stretch":"expanded""#) == true)
  }

  @Test func fontsThatStandInAreNoted() throws {
    func fallbacks(_ keys: String) throws -> String? {
      try renderer.outputs(job(#"{"id": "t", "text": {\#(keys)}}"#))
        .report.json["fallbackFonts"]?.text()
    }
    #expect(try fallbacks(#""string": "one", "font": "DejaVu Sans""#) == "[]")
    #expect(try fallbacks(#""string": "one", "font": "sans-serif""#) == "[]")
    // Characters that the family lacks.
    #expect(
      try fallbacks(#""string": "a 猫猫 b", "font": "DejaVu Sans", "language": "ja""#)
        == ##"[{"layer":"#t","asked":["DejaVu Sans"],"used":"Noto Sans CJK JP","characters":2}]"##)
    // A family that is not there.
    let other = try fallbacks(#""string": "one two", "font": "Nonesuch", "fontFallback": "allow""#)
    #expect(
      other?.hasPrefix(##"[{"layer":"#t","asked":["Nonesuch"],"used":""##) == true
        && other?.hasSuffix(#"","characters":6}]"#) == true, "\(other ?? "")")
  }

  /// With `verticalAlign` a text without a height reaches to the far edge, if that is known.
  @Test func verticalAlignTakesTheHeightThatThereIs() throws {
    func report(_ frame: String, height: String = "100") throws -> JSON {
      try renderer.outputs(
        #"{"scrim": 1, "canvas": {"width": 200, "height": \#(height)}, "layers": ["#
          + #"{"id": "t", "frame": {\#(frame)}, "text": {"string": "one", "font": "DejaVu Sans", "size": 20, "#
          + #""lineHeight": 1, "verticalAlign": "middle"}}, {"frame": {"height": 100}}]}"#
      ).report.json
    }
    func frame(_ json: JSON) -> String? { json["layers"]?["t"]?["frame"]?.text() }
    func line(_ json: JSON) -> Double? {
      json["layers"]?["t"]?["lines"]?.array?.first?.array?[1].number
    }
    let whole = try report("")
    #expect(frame(whole) == "[0,0,200,100]")
    #expect(line(whole) == 40)
    #expect(frame(try report(#""y": 20"#)) == "[0,20,200,80]")
    #expect(frame(try report(#""bottom": 20"#)) == "[0,0,200,80]")
    #expect(frame(try report(##""y": 10, "minHeight": 30"##)) == "[0,10,200,30]")
    #expect(whole["warnings"]?.text() == "[]")
    let open = try report("", height: #""auto""#)
    #expect(frame(open) == "[0,0,200,20]")
    let warning = open["warnings"]?.array?.first
    #expect(warning?["pointer"] == "/layers/0/text/verticalAlign")
    #expect(warning?["message"]?.string?.contains("has no effect") == true)
    #expect(
      try report(##""y": 10, "minHeight": 30"##, height: #""auto""#)["warnings"]?.text() == "[]")
  }

  /// A frame without a width is as wide as the columns.
  @Test func verticalAlignOfColumnsNeedsAWidth() throws {
    func warnings(_ frame: String) throws -> [String] {
      let report = try renderer.outputs(
        job(
          #"{"frame": {"height": 90\#(frame)}, "text": {"string": "one", "font": "DejaVu Sans", "#
            + #""writingMode": "vertical-rl", "verticalAlign": "middle"}}"#)
      ).report.json
      return report["warnings"]?.array?.compactMap { $0["message"]?.string } ?? []
    }
    #expect(try warnings(#", "width": 80"#) == [])
    #expect(
      try warnings("") == [
        #""verticalAlign" has no effect: the frame is as wide as the columns. Give the frame a "width"."#
      ])
  }

  @Test func weightsOfMarkupAreNoted() throws {
    func substitutions(_ markup: String) throws -> [String]? {
      try renderer.outputs(
        job(#"{"id": "t", "text": {"markup": "\#(markup)", "font": "DejaVu Serif"}}"#)
      ).report.json["substitutions"]?.array?.compactMap { $0["asked"]?.text() }
    }
    #expect(try substitutions("a <b>b</b>") == [])
    #expect(
      try substitutions("a <span weight='300'>b</span>") == [#"{"weight":300,"style":"normal"}"#])
  }

  @Test func overflowIsCutOrShown() throws {
    func width(_ overflow: String) throws -> Int {
      let pixels = try renderer.pixels(
        job(
          #"{"frame": {"width": 60}, "text": {"string": "incomprehensible", "#
            + #""font": "DejaVu Sans", "color": "red", "overflow": "\#(overflow)"}}"#))
      return (0..<200).last { x in (0..<30).contains { pixels.pixel(x, $0)[3] > 0 } } ?? 0
    }
    let cut = try width("clip")
    #expect((50...59).contains(cut))
    let shown = try width("visible")
    #expect(shown > 120)
  }

  /// The "…" of another font than the words' makes a line higher, and the frame with it: no line is lost.
  @Test func anEllipsisInAFlexGroupKeepsAllLines() throws {
    let text =
      #""text": {"string": "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字\n短い", "font": ["Noto Sans CJK JP", "DejaVu Sans"], "#
      + #""fontFallback": "allow", "missingGlyphs": "allow", "size": 20, "wrap": "none", "ellipsis": "end"}"#
    let lines =
      #""text": {"string": "نص طويل جدا نص طويل جدا نص طويل جدا نص طويل جدا\nنص", "font": "DejaVu Sans", "#
      + #""fontFallback": "allow", "missingGlyphs": "allow", "size": 20, "wrap": "none", "ellipsis": "end"}"#
    for content in [text, lines] {
      let report = try renderer.outputs(
        job(
          #"{"flex": {"alignItems": "start"}, "layers": [{"id": "t", "frame": {"minWidth": 0}, \#(content)}]}"#
        )
      ).report.json
      let ink = (report["layers"]?["t"]?["ink"]?.array ?? []).compactMap(\.number)
      #expect(ink.count == 4 && ink[1] + ink[3] > 30, "\(ink)")
    }
  }
}

import RenderTesting
import ScrimCodecs
import ScrimJSON
import ScrimKit
import ScrimRender
import Testing

/// The rectangle of each reference, to 0.01 px.
@Suite struct ReferenceTests {
  private let renderer = TestRenderer([
    Conceal.self, Cover.self, Grow.self, Flood.self, Refuse.self, Careless.self, Stamp.self,
  ])

  /// DejaVu Sans Mono has 2048 units per em; a glyph's advance is 1233, ascent 1901, descent 483. At 20.48 px a glyph
  /// is 12.33 px wide, and a line 23.84 px high.
  static let mono = #""font": "DejaVu Sans Mono", "size": 20.48"#

  /// `a`, whose frame is tested, as the `first` or last layer.
  private func job(_ frame: String, first: Bool) -> String {
    let asking = ##"{"id": "a", "frame": \##(frame), "fill": "#fff"}"##
    let layers = [
      ##"{"id": "t", "frame": {"x": 10, "y": 20, "width": 300}, "text": {"string": "one two\nthree", \##(Self.mono)}}"##,
      ##"{"id": "c", "frame": {"x": 10, "y": 20}, "text": {"string": "one\ntwo\nthree", \##(Self.mono)}, "effects": [{"effect": "conceal", "decoy": "xx"}]}"##,
      ##"{"id": "f", "frame": {"x": 50, "y": 60, "width": 20, "height": 10}, "fill": "#000"}"##,
      ##"{"id": "i", "frame": {"x": 100, "y": 100, "width": 100, "height": 100}, "image": {"source": "wide.png", "fit": "contain"}}"##,
      ##"{"id": "n", "frame": {"x": 5, "y": 6, "width": 7, "height": 8}}"##,
      ##"{"id": "g", "frame": {"x": 50, "y": 60, "width": 20, "height": 10}, "fill": "#000", "effects": [{"effect": "grow", "by": 4}, {"effect": "grow", "by": 3}]}"##,
      ##"{"id": "k", "frame": {"width": 9}, "effects": [{"effect": "cover", "target": "#t/line/1"}]}"##,
      ##"{"id": "blank", "frame": {"width": 100}, "text": {"string": "a\n\nb", \##(Self.mono)}}"##,
      ##"{"id": "hidden", "visible": false, "frame": {"x": 1, "y": 2, "width": 3, "height": 4}}"##,
    ]
    let all = first ? [asking] + layers : layers + [asking]
    return #"{"scrim": 1, "canvas": {"width": 400, "height": 300}, "layers": [\#n"#
      + all.joined(separator: ",\n") + "]}"
  }

  private func sources() throws -> [String: SourceFile] {
    var wide = try Raster(area: PixelRect(x: 0, y: 0, width: 4, height: 2), scale: 1)
    try wide.draw { [rect = wide.rect] in $0.fill(rect, with: .black) }
    return ["wide.png": .bytes(try PNGEncoding.encode(wide.pixels, compression: .fast))]
  }

  private func frame(_ spec: String, first: Bool) throws -> [Double] {
    let report = try renderer.outputs(job(spec, first: first), sources: sources()).report.json
    return (report["layers"]?["a"]?["frame"]?.array ?? []).compactMap(\.number)
  }

  @Test(
    arguments: [
      ("#canvas", [0, 0, 400, 300]),
      ("#t", [10, 20, 300, 47.68]),
      ("#t/line/0", [10, 20, 86.31, 23.84]),
      ("#t/line/1", [10, 43.84, 61.65, 23.84]),
      ("#t/lines", [10, 20, 86.31, 47.68]),
      ("#t/match/two", [59.32, 20, 36.99, 23.84]),
      // One rectangle per line, then their bounds: two glyphs on one line, three on the other.
      ("#t/match/wo thr", [10, 20, 86.31, 47.68]),
      // Every occurrence.
      ("#t/match/e", [34.66, 20, 36.99, 47.68]),
      ("#c/concealed", [10, 43.84, 24.66, 47.68]),
      ("#c/lines", [10, 20, 36.99, 71.52]),
      ("#f/ink", [50, 60, 20, 10]),
      ("#f/extent", [50, 60, 20, 10]),
      // 4 × 2 pixels in 100 × 100.
      ("#i/ink", [100, 125, 100, 50]),
      ("#i", [100, 100, 100, 100]),
      ("#n", [5, 6, 7, 8]),
      ("#g", [50, 60, 20, 10]),
      ("#g/ink", [50, 60, 20, 10]),
      ("#g/extent", [43, 53, 34, 24]),
      ("#k/extent", [10, 43.84, 61.65, 23.84]),
      // An empty line has a position and a height.
      ("#blank/line/1", [0, 23.84, 0, 23.84]),
      ("#hidden", [1, 2, 3, 4]),
    ] as [(String, [Double])]) func names(_ reference: String, _ expected: [Double]) throws
  {
    let spec = #"{"of": "\#(reference)"}"#
    #expect(try frame(spec, first: true) == expected)
    #expect(try frame(spec, first: false) == expected)
  }

  @Test func belowAndAboveParts() throws {
    let below = try frame(##"{"below": "#t/line/0", "gap": 6.16, "height": 1}"##, first: true)
    #expect(below == [0, 50, 400, 1])
    let above = try frame(##"{"above": "#t/match/three", "gap": 3.84, "height": 5}"##, first: true)
    #expect(above == [0, 35, 400, 5])
    let extent = try frame(##"{"below": "#g/extent", "height": 1}"##, first: true)
    #expect(extent == [0, 77, 400, 1])
  }

  @Test(
    arguments: [
      ("#t/line/2", "the text has 2 lines, counted from 0."),
      ("#t/match/Two", "the text does not contain these words."),
      ("#t/match/one  two", "the text does not contain these words."),
      ("#t/concealed", "no part of the text is concealed."),
      ("#f/concealed", "no part of the layer is concealed."),
      ("#n/ink", "the layer's content has no ink."),
      ("#n/extent", "the layer draws nothing."),
    ] as [(String, String)]) func namesNothing(_ reference: String, _ why: String) throws
  {
    let found = try renderer.messages(
      job(#"{"of": "\#(reference)"}"#, first: true), sources: sources())
    #expect(
      found == [#"test.json:2:29: layers[0].frame.of: "\#(reference)": \#(why)"#])
    let inEffect = try renderer.messages(
      job(
        #"{"width": 5}, "effects": [{"effect": "cover", "target": "\#(reference)"}]"#, first: true),
      sources: sources())
    #expect(
      inEffect == [
        #"test.json:2:78: layers[0].effects[0].target: "\#(reference)": \#(why)"#
      ])
  }

  @Test func aTextOfSpacesHasNoInk() throws {
    let found = try renderer.messages(
      ##"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{"id": "s", "text": "##
        + ##"{"string": "   "}}, {"frame": {"below": "#s/ink"}}]}"##)
    #expect(
      found == [
        ##"test.json:1:122: layers[1].frame.below: "#s/ink": the layer's content has no ink."##
      ])
  }

  @Test func inkIsWhereThePixelsAre() throws {
    let document =
      #"{"scrim": 1, "canvas": {"width": 200, "height": 100}, "layers": [{"id": "t", "#
      + #""frame": {"x": 20, "y": 10}, "text": {"string": "gÄ", "font": "DejaVu Sans", "size": 40}}]}"#
    let pixels = try renderer.pixels(document)
    let touched = (0..<200).flatMap { x in (0..<100).map { (x, $0) } }
      .filter { pixels.pixel($0, $1)[3] > 0 }
    let report = try renderer.outputs(document).report.json
    let ink = try #require(report["layers"]?["t"]?["ink"]?.array).compactMap(\.number)
    let (left, top) = (touched.map(\.0).min(), touched.map(\.1).min())
    let (right, bottom) = (touched.map(\.0).max(), touched.map(\.1).max())
    #expect(left == Int(ink[0]) && top == Int(ink[1]))
    #expect(right == Int((ink[0] + ink[2]).rounded(.up)) - 1)
    #expect(bottom == Int((ink[1] + ink[3]).rounded(.up)) - 1)
  }

  @Test func wordsInMixedDirections() throws {
    func box(_ words: String) throws -> [Double] {
      let report = try renderer.outputs(
        #"{"scrim": 1, "canvas": {"width": 600, "height": 100}, "layers": [{"id": "t", "text": "#
          + #"{"string": "abc مرحبا بالعالم xyz", "font": ["DejaVu Sans", "Noto Sans Arabic"], "size": 20}}, "#
          + ##"{"id": "a", "frame": {"of": "#t/match/\##(words)"}}]}"##
      ).report.json
      return (report["layers"]?["a"]?["frame"]?.array ?? []).compactMap(\.number)
    }
    let latin = try box("abc")
    let hello = try box("مرحبا")
    let world = try box("بالعالم")
    let last = try box("xyz")
    // The paragraph is left-to-right, its Arabic part right-to-left: the second word comes first.
    #expect(latin[0] == 0)
    #expect(latin[0] + latin[2] < world[0])
    #expect(world[0] + world[2] < hello[0])
    #expect(hello[0] + hello[2] < last[0])
    let both = try box("مرحبا بالعالم")
    #expect(both[0] == world[0])
    #expect(abs(both[0] + both[2] - hello[0] - hello[2]) < 0.02)
  }

  @Test func whatDependsOnAnErrorSaysNothing() throws {
    let found = try renderer.messages(
      job(
        ##"{"below": "#t/line/7"}, "id": "b"}, {"frame": {"below": "#b/extent"}, "effects": [{"effect": "careless", "target": "#b"}, {"effect": "cover", "target": "#b"}]"##
          .replacing(#", "id": "b""#, with: ""),
        first: true
      ).replacing(#"{"id": "a""#, with: #"{"id": "b""#), sources: sources())
    #expect(
      found == [
        ##"test.json:2:32: layers[0].frame.below: "#t/line/7": the text has 2 lines, counted from 0."##
      ])
  }

  /// Concealed parts are known before drawing, so these two are not a cycle.
  @Test func aButtonOverWhatItsOwnLayerConceals() throws {
    let report = try renderer.outputs(
      ##"{"scrim": 1, "canvas": {"width": 400, "height": 300}, "layers": ["##
        + ##"{"id": "p", "frame": {"x": 10, "y": 20}, "text": {"string": "one\ntwo", \##(Self.mono)}, "effects": ["##
        + ##"{"effect": "conceal", "decoy": "xx"}, {"effect": "cover", "target": "#button"}]}, "##
        + ##"{"id": "button", "frame": {"of": "#p/concealed", "inset": 5}}]}"##
    ).report.json
    #expect(
      report["layers"]?["button"]?["frame"]?.array?.compactMap(\.number) == [
        15, 48.84, 14.66, 13.84,
      ])
  }

  @Test(
    arguments: [
      (
        ##"{"id": "a", "effects": [{"effect": "stamp", "target": "#b/extent"}]}, {"id": "b", "effects": [{"effect": "stamp", "target": "#a/extent"}]}"##,
        "1:118: layers[0].effects[0].target: circular reference: #a → #b → #a."
      ),
      (
        ##"{"id": "a", "effects": [{"effect": "stamp", "target": "#a"}]}"##,
        "1:118: layers[0].effects[0].target: circular reference: #a → #a."
      ),
      (
        ##"{"id": "a", "effects": [{"effect": "cover", "target": "#a/extent"}]}"##,
        "1:118: layers[0].effects[0].target: circular reference: #a → #a."
      ),
      (
        ##"{"id": "a", "frame": {"of": "#b/extent"}}, {"id": "b", "effects": [{"effect": "careless", "target": "#a"}]}"##,
        "1:92: layers[0].frame.of: circular reference: #a → #b → #a."
      ),
    ] as [(String, String)]) func rings(_ layers: String, _ expected: String) throws
  {
    let found = try renderer.messages(
      ##"{"scrim": 1, "canvas": {"width": 40, "height": 30}, "layers": [\##(layers)]}"##)
    #expect(found == ["test.json:\(expected)"])
  }

  @Test func anEffectMayReferToItsOwnFrame() throws {
    let found = try renderer.messages(
      ##"{"scrim": 1, "canvas": {"width": 40, "height": 30}, "layers": ["##
        + ##"{"id": "a", "text": {"string": "a"}, "effects": [{"effect": "cover", "target": "#a/line/0"}]}]}"##
    )
    #expect(found.isEmpty)
  }

  @Test func aRingOfAllLayers() throws {
    let layers = (0..<256).map { index in
      ##"{"id": "l\##(index)", "frame": {"below": "#l\##((index + 1) % 256)"}}"##
    }
    let found = try renderer.messages(
      #"{"scrim": 1, "canvas": {"width": 40, "height": 30}, "layers": ["#
        + layers.joined(separator: ",") + "]}")
    #expect(found.count == 1)
    #expect(found.first?.contains(" circular reference: #l0 → #l1 → #l2 →") == true)
    #expect(found.first?.hasSuffix(" → #l255 → #l0.") == true)
  }

  /// The maximum number of layers, each below the next one in the document.
  @Test(arguments: ["", "/ink", "/extent", "/lines"])
  func aLongChainUpwards(_ part: String) throws {
    let count = 256
    let layers = (0..<count).map { index in
      let next = ##"{"below": "#l\##(index + 1)\##(part)", "gap": 1, "height": 23.84}"##
      let frame = index == count - 1 ? #"{"y": 0, "height": 23.84}"# : next
      return #"{"id": "l\#(index)", "frame": \#(frame), "text": {"string": "Ég", \#(Self.mono), "#
        + #""overflow": "visible"}, "effects": [{"effect": "grow", "by": 1}]}"#
    }
    let report = try renderer.outputs(
      #"{"scrim": 1, "canvas": {"width": 50, "height": 50}, "layers": ["#
        + layers.joined(separator: ", ") + "]}"
    ).report.json
    let top = try #require(report["layers"]?["l0"]?["frame"]?.array?[1].number)
    let first = try #require(report["layers"]?["l255"]?["frame"]?.array?[1].number)
    let second = try #require(report["layers"]?["l254"]?["frame"]?.array?[1].number)
    #expect(first == 0)
    #expect(abs(top - 255 * second) < 3)
    #expect(second > 15)
  }

  /// Each layer refers to the next layer's extent twice: without memoisation, it would never end.
  @Test func aLongChainOfExtents() throws {
    let count = 200
    let layers = (0..<count).map { index in
      index == count - 1
        ? ##"{"id": "l\##(index)", "frame": {"x": 5, "y": 6, "width": 7, "height": 8}, "fill": "red"}"##
        : ##"{"id": "l\##(index)", "effects": [{"effect": "cover", "target": "#l\##(index + 1)/extent"}, {"effect": "careless", "target": "#l\##(index + 1)"}]}"##
    }
    let report = try renderer.outputs(
      #"{"scrim": 1, "canvas": {"width": 50, "height": 50}, "layers": ["#
        + layers.joined(separator: ", ")
        + ##", {"id": "a", "frame": {"of": "#l0/extent"}}]}"##
    ).report.json
    #expect(
      report["layers"]?["a"]?["frame"]?.array?.compactMap(\.number) == [5, 6, 7, 8])
  }
}

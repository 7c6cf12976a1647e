import RenderTesting
import ScrimJSON
import ScrimJob
import ScrimKit
import ScrimRender
import Testing

/// Canvases whose height follows from their layers.
@Suite struct AutoHeightTests {
  private let renderer = TestRenderer([
    Cover.self, Flood.self, Grow.self, Refuse.self, Careless.self, Conceal.self,
  ])
  private static let mono = ReferenceTests.mono

  private func job(_ layers: String..., canvas: String = "", output: String = "") -> String {
    #"{"scrim": 1, "canvas": {"width": 200, "height": "auto"\#(canvas)}, \#(output)"layers": [\#n"#
      + layers.joined(separator: ",\n") + "]}"
  }

  private func height(_ layers: String..., canvas: String = "") throws -> Int {
    let document =
      #"{"scrim": 1, "canvas": {"width": 200, "height": "auto"\#(canvas)}, "layers": ["#
      + layers.joined(separator: ",\n") + "]}"
    return try #require(renderer.outputs(document).outputs.first).height
  }

  private static let two =
    #"{"id": "t", "frame": {"x": 10, "y": 10}, "text": {"string": "one\ntwo", \#(mono)}}"#

  @Test func aTextAndThePadding() throws {
    // 10 + 2 × 23.84 = 57.68.
    #expect(try height(Self.two) == 58)
    #expect(try height(Self.two, canvas: #", "padding": 10"#) == 68)
    #expect(try height(Self.two, canvas: #", "padding": 10.32"#) == 68)
    #expect(try height(Self.two, canvas: #", "padding": 10.33"#) == 69)
  }

  @Test func textsBelowEachOther() throws {
    let found = try height(
      ##"{"frame": {"x": 0, "below": "#b", "gap": 5}, "text": {"string": "three", \##(Self.mono)}}"##,
      ##"{"id": "b", "frame": {"x": 0, "below": "#t/line/1", "gap": 5}, "text": {"string": "a\nb", \##(Self.mono)}}"##,
      Self.two)
    // 57.68 + 5 + 47.68 + 5 + 23.84.
    #expect(found == 140)
  }

  @Test func scaleOneDoubled() throws {
    let document = job(
      Self.two, ##"{"id": "w", "frame": {"bottom": 0, "height": 3}, "fill": "#f00"}"##,
      output:
        #""output": [{"file": "a.png"}, {"file": "b.png", "scale": 2}, {"file": "c.png", "scale": 1.5}], "#
    )
    let outputs = try renderer.outputs(document).outputs
    #expect(
      outputs.sorted { $0.output.file < $1.output.file }.map { [$0.width, $0.height] } == [
        [200, 58], [400, 116], [300, 87],
      ])
    #expect(try renderer.frame("w", document) == [0, 55, 200, 3])
  }

  @Test func whatNeedsTheHeightIsPlacedWhenItIsKnown() throws {
    let document = job(
      ##"{"id": "back", "fill": "#eee"}"##,
      ##"{"id": "half", "frame": {"y": "50%", "height": "25%"}, "fill": "#ddd"}"##,
      ##"{"id": "mark", "frame": {"right": 5, "bottom": 4, "width": 20, "height": 10}, "fill": "#00f"}"##,
      ##"{"id": "over", "frame": {"above": "#mark", "gap": 1, "height": 2}, "fill": "#00f"}"##,
      ##"{"id": "all", "frame": {"of": "#canvas", "inset": 3}, "fill": "#00f"}"##,
      ##"{"id": "rest", "frame": {"below": "#t"}, "fill": "#00f"}"##,
      Self.two, canvas: #", "padding": 22.32"#)
    // 57.68 + 22.32.
    #expect(try renderer.frame("back", document) == [0, 0, 200, 80])
    #expect(try renderer.frame("half", document) == [0, 40, 200, 20])
    #expect(try renderer.frame("mark", document) == [175, 66, 20, 10])
    #expect(try renderer.frame("over", document) == [0, 63, 200, 2])
    #expect(try renderer.frame("all", document) == [3, 3, 194, 74])
    #expect(try renderer.frame("rest", document) == [0, 57.68, 200, 22.32])
  }

  @Test func framesAroundOthersAndAboveThem() throws {
    let card = ##"{"frame": {"of": "#t", "inset": -20}, "fill": "#eee"}"##
    #expect(try height(card, Self.two) == 78)
    #expect(try height(##"{"frame": {"above": "#t"}, "fill": "#eee"}"##, Self.two) == 58)
    #expect(
      try height(
        Self.two.replacing("}}", with: #"}, "effects": [{"effect": "grow", "by": 30}]}"#)) == 58,
      "frames count, not what effects add")
    #expect(
      try height(
        ##"{"frame": {"of": "#t/extent"}, "fill": "#eee"}"##,
        Self.two.replacing("}}", with: #"}, "effects": [{"effect": "grow", "by": 30}]}"#)) > 80)
  }

  @Test func invisibleLayersCount() throws {
    #expect(try height(Self.two.replacing(#""id""#, with: #""visible": false, "id""#)) == 58)
  }

  /// An effect that reads the canvas would give another result for a higher one.
  @Test func aFrameAroundAnEffectThatNeedsTheCanvas() throws {
    let document = job(
      ##"{"id": "f", "frame": {"y": 5, "height": 5}, "fill": "red", "effects": [{"effect": "flood"}]}"##,
      ##"{"id": "a", "frame": {"of": "#f/extent"}}"##,
      ##"{"id": "b", "effects": [{"effect": "careless", "target": "#f"}]}"##,
      ##"{"id": "c", "frame": {"of": "#b/extent"}}"##, Self.two)
    #expect(try renderer.frame("a", document) == [0, 0, 200, 58])
    #expect(
      try renderer.frame("c", document) == [0, 0, 200, 58], "not what was made up for want of it")
  }

  @Test(
    arguments: [
      (
        [#"{"fill": "red"}"#, #"{"frame": {"bottom": 5, "height": 9}, "fill": "red"}"#], "",
        "the canvas height is undefined: every layer depends on it. Give one layer "
          + "a \"y\" and a \"height\" that don't, or set the canvas height in px."
      ),
      (
        [#"{"frame": {"y": 16000, "height": 385}, "fill": "red"}"#], "",
        "the canvas would be 16385 px high (the lowest layer edge is at 16385 px); at most "
          + "16384 px are allowed."
      ),
      (
        [#"{"frame": {"y": 10, "height": 10}, "fill": "red"}"#], #", "padding": 16370.5"#,
        "the canvas would be 16391 px high (the lowest layer edge is at 20 px, the padding "
          + "16370.5 px); at most 16384 px are allowed."
      ),
      (
        [#"{"frame": {"y": -10, "height": 10}, "fill": "red"}"#], "",
        "the canvas would be less than 1 px high: the lowest layer edge is at 0 px."
      ),
      (
        [#"{"frame": {"y": 10, "height": 16000}, "fill": "red"}"#], #", "scale": 8"#,
        "1600 × 128080 pixels are too large: an image allows at most 32767 per side."
      ),
    ] as [([String], String, String)])
  func heightsThatCannotBe(_ layers: [String], _ canvas: String, _ message: String) throws {
    let found = try renderer.messages(
      #"{"scrim": 1, "canvas": {"width": 200, "height": "auto"\#(canvas)}, "layers": ["#
        + layers.joined(separator: ", ") + "]}")
    #expect(found == ["test.json:1:49: canvas.height: \(message)"])
  }

  @Test func aHeightThatFollowsFromAnErrorIsNotTold() throws {
    let found = try renderer.messages(
      job(
        ##"{"frame": {"y": 20000, "below": "#t"}, "fill": "red"}"##, #"{"fill": "red"}"#,
        #"{"frame": {"bottom": 0, "width": 10}, "text": {"string": "a\#u{10FFFD}"}}"#))
    #expect(
      found.map { $0.prefix(40) } == [
        "test.json:2:17: layers[0].frame.y: \"y\" c",
        "test.json:2:33: layers[0].frame.below: u", "test.json:4:60: layers[2].text.string: n",
      ])
  }

  /// A flex group without a height counts with that of what it lays out, and then reaches to the far edge.
  @Test(
    arguments: [
      // In a plain group, in the whole canvas, with a limit, and with lines that break.
      (
        #"{"id": "g", "frame": {"y": 30}, "layers": [{"id": "f", \#(column)}]}"#, "", 230,
        [0, 30, 200, 200]
      ),
      (#"{"id": "f", \#(column)}"#, "", 200, [0, 0, 200, 200]),
      (#"{"id": "f", \#(column)}"#, #", "padding": 7"#, 207, [0, 0, 200, 200]),
      (
        #"{"id": "f", "frame": {"x": 9, "y": 9, "right": 9}, \#(column)}"#, "", 209,
        [9, 9, 182, 200]
      ),
      (#"{"id": "f", "frame": {"maxHeight": 150}, \#(column)}"#, "", 150, [0, 0, 200, 150]),
      (
        #"{"id": "f", "flex": {"wrap": "wrap"}, "layers": [\#(bar), \#(bar), \#(bar)]}"#, "", 150,
        [0, 0, 200, 150]
      ),
      // In a group that is as high as what is in it.
      (
        #"{"frame": {"width": 99, "height": "fit-content"}, "layers": [{"id": "f", \#(column)}]}"#,
        "",
        200, [0, 0, 99, 200]
      ),
      // In the height of a higher layer.
      (
        #"{"frame": {"height": 300}, "fill": "red"}, {"id": "f", \#(column)}"#, "", 300,
        [0, 0, 200, 300]
      ),
    ] as [(String, String, Int, [Double])])
  func flexGroupsWithoutAHeight(
    _ layers: String, _ canvas: String, _ height: Int, _ frame: [Double]
  ) throws {
    let document =
      #"{"scrim": 1, "canvas": {"width": 200, "height": "auto"\#(canvas)}, "layers": [\#(layers)]}"#
    #expect(try self.height(layers, canvas: canvas) == height)
    #expect(try renderer.frame("f", document) == frame)
  }

  /// 40 + 50 + 20 + 50 + 40 px.
  private static let column =
    #""padding": 40, "flex": {"direction": "column", "gap": 20}, "layers": [\#(bar), \#(bar)]"#
  private static let bar = ##"{"frame": {"width": 120, "height": 50}, "fill": "#f00"}"##

  @Test func flexGroupsWithoutAWidth() throws {
    let document =
      #"{"scrim": 1, "canvas": {"width": "auto", "height": "auto", "padding": 5}, "layers": ["#
      + #"{"id": "f", "flex": {"gap": 20}, "layers": [\#(Self.bar), \#(Self.bar)]}, "#
      + #"{"id": "g", "frame": {"y": 50}, "flex": {"justifyContent": "end"}, "layers": [\#(Self.bar)]}]}"#
    let output = try #require(renderer.outputs(document).outputs.first)
    #expect([output.width, output.height] == [265, 105])
    #expect(try renderer.frame("f", document) == [0, 0, 260, 100])
    #expect(try renderer.frame("g", document) == [0, 50, 260, 50])
  }

  /// What it is placed by is as high as the canvas.
  @Test func aLayerOutsideOfTheCanvasIsAWarning() throws {
    let document = job(
      #"{"id": "f", \#(Self.column)}"#, ##"{"frame": {"below": "#f", "height": 9}, "fill": "red"}"##
    )
    #expect(
      try renderer.outputs(document).report.json["warnings"]?.array?.compactMap(
        \.["message"]?.string)
        == [
          "the layer is outside of the canvas, whose size follows from the other layers: what it is placed by "
            + #"reaches to the canvas's edge. Give that a size, such as "height": "fit-content"."#
        ])
    let stacked = document.replacing(
      #""id": "f", "#, with: #""id": "f", "frame": {"height": "fit-content"}, "#)
    #expect(try renderer.outputs(stacked).report.json["warnings"]?.text() == "[]")
    #expect(try renderer.outputs(stacked).outputs.first?.height == 209)
  }
}

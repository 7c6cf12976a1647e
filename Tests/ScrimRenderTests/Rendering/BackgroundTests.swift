import RenderTesting
import ScrimJSON
import ScrimRender
import Testing

/// What is behind the content of a layer.
@Suite struct BackgroundTests {
  private let renderer = TestRenderer([Cover.self, Stamp.self, Grow.self])

  private func image(_ layers: String) throws -> [UInt8] {
    try renderer.outputs(
      ##"{"scrim": 1, "canvas": {"width": 200, "height": 100, "background": "#fff"}, "layers": [\##(layers)]}"##
    ).outputs[0].bytes
  }

  private static let box = #""frame": {"x": 20.4, "y": 10.3, "width": 120, "height": 60}"#
  private static let whole = #""frame": {"x": 0, "y": 0, "width": "100%", "height": "100%"}"#
  private static let text = #""text": {"string": "Card", "font": "DejaVu Sans", "size": 30}"#
  private static let red =
    #"{"frame": {"x": -10, "y": -10, "width": 40, "height": 40}, "fill": "red"}"#

  /// Each with layers that draw the same: a fill of the same frame, below the content.
  static let pairs: [(String, String)] = [
    (
      #"{\#(box), "background": "gold", \#(text)}"#,
      #"{\#(box), "fill": "gold"}, {\#(box), \#(text)}"#
    ),
    (#"{\#(box), "background": "gold"}"#, #"{\#(box), "fill": "gold"}"#),
    (
      #"{\#(box), "background": "gold", "padding": [4, 9], \#(text)}"#,
      #"{\#(box), "fill": "gold"}, {\#(box), "padding": [4, 9], \#(text)}"#
    ),
    (
      #"{\#(box), "background": "gold", "layers": [\#(red), {\#(text)}]}"#,
      #"{\#(box), "layers": [{\#(whole), "fill": "gold"}, \#(red), {\#(text)}]}"#
    ),
    // A group of its own, with an opacity and a transform.
    (
      #"{\#(box), "background": "gold", "opacity": 0.5, "rotate": 7, "layers": [\#(red), {\#(text)}]}"#,
      #"{\#(box), "opacity": 0.5, "rotate": 7, "layers": [{\#(whole), "fill": "gold"}, \#(red), {\#(text)}]}"#
    ),
    // Corners clip both as one.
    (
      #"{\#(box), "background": "gold", "cornerRadius": 20, "layers": [\#(red)]}"#,
      #"{\#(box), "cornerRadius": 20, "layers": [{\#(whole), "fill": "gold"}, \#(red)]}"#
    ),
    (
      #"{\#(box), "background": "gold", "cornerRadius": 20, "clip": false, "layers": [\#(red)]}"#,
      #"{\#(box), "layers": [{\#(whole), "fill": "gold", "cornerRadius": 20}, \#(red)]}"#
    ),
    (
      #"{\#(box), "background": "gold", "cornerRadius": 20, \#(text)}"#,
      #"{\#(box), "fill": "gold", "cornerRadius": 20}, {\#(box), \#(text)}"#
    ),
    // The first is on top, as in CSS; gradients span the frame.
    (
      #"{\#(box), "background": ["rgb(0 0 255 / 50%)", {"linear": {"stops": [["gold", 0], ["red", 1]]}}]}"#,
      #"{\#(box), "fill": {"linear": {"stops": [["gold", 0], ["red", 1]]}}}, {\#(box), "fill": "rgb(0 0 255 / 50%)"}"#
    ),
    // Effects have it in their input.
    (
      #"{\#(box), "background": "gold", \#(text), "effects": [{"effect": "grow"}]}"#,
      #"{\#(box), "layers": [{\#(whole), "fill": "gold"}, {\#(whole), \#(text)}], "effects": [{"effect": "grow"}]}"#
    ),
  ]

  @Test(arguments: pairs) func itIsAFillBelow(one: String, other: String) throws {
    #expect(try image(one) == image(other))
  }

  @Test func referencesToInkAreToTheContent() throws {
    func frame(_ background: String) throws -> JSON? {
      let report = try renderer.outputs(
        ##"{"scrim": 1, "canvas": {"width": 200, "height": 100}, "layers": [{"id": "a", \##(Self.box), "##
          + ##"\##(background)\##(Self.text)}, {"id": "b", "frame": {"of": "#a/ink"}, "fill": "red"}]}"##
      ).report.json
      return report["layers"]?["b"]?["frame"]
    }
    #expect(try frame(#""background": "gold", "#) == frame(""))
  }

  /// A fill takes its size from the frame of its group, but in a flex group it is a box without content.
  @Test func aFillWithoutAreaIsAWarning() throws {
    func warnings(_ group: String) throws -> [String] {
      let report = try renderer.outputs(
        ##"{"scrim": 1, "canvas": {"width": 200, "height": 100}, "layers": [{\##(Self.box), \##(group)}]}"##
      ).report.json
      return (report["warnings"]?.array ?? []).compactMap { $0["message"]?.string }
    }
    let layers = #""layers": [{"fill": "gold"}, {\#(Self.text)}]"#
    #expect(try warnings(layers) == [])
    #expect(
      try warnings(#""flex": {}, \#(layers)"#)
        == [
          "the fill draws nothing: it is 0 × 60 px here. Give it a \"frame\", or the group that it is in a "
            + "\"background\"."
        ])
    #expect(
      try warnings(
        #""flex": {"direction": "column"}, "layers": [{"border": {"top": {}}}, {"background": "red"}]"#
      )
        == [
          "the border draws nothing: the layer is 120 × 0 px here. Give its \"frame\" a size.",
          "the background draws nothing: the layer is 120 × 0 px here. Give its \"frame\" a size.",
        ])
    // Such as a bar of 0 %.
    #expect(
      try warnings(#""layers": [{"frame": {"width": 0, "height": 4}, "fill": "gold"}]"#) == [])
  }
}

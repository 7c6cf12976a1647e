import RenderTesting
import ScrimCodecs
import ScrimJSON
import ScrimKit
import ScrimRender
import Testing

/// Lengths with units: shares of the canvas, em of texts, and those of print.
@Suite struct UnitTests {
  private let renderer = TestRenderer([Grow.self, Far.self])

  /// An effect with lengths.
  struct Far: Effect {
    static let manifest = Manifest("far", version: "1.0.0", summary: "Fills a part of the frame.")
    @Parameter("Insets", unit: .pixels, in: 0...1000) var inset = Insets(0)
    @Parameter("Widths", unit: .pixels, in: 0...1000) var widths: [Double] = []

    func apply(to picture: inout Picture, in context: EffectContext) throws {
      let frame = context.frame
      let inner = Rect(
        left: frame.left + inset.left, top: frame.top + inset.top,
        right: frame.right - inset.right - widths.reduce(0, +), bottom: frame.bottom - inset.bottom)
      try picture.draw(in: frame) { $0.fill(inner, with: .black) }
    }
  }

  private func image(_ layers: String, canvas: String = #""width": 400, "height": 200"#) throws
    -> [UInt8]
  {
    try renderer.outputs(
      ##"{"scrim": 1, "canvas": {\##(canvas), "background": "#fff"}, "layers": [\##(layers)]}"##
    ).outputs[0].bytes
  }

  private static let font = #""font": "DejaVu Sans""#

  /// Each with the same in px on a canvas of 400 × 200.
  @Test(arguments: [
    (
      #"{"frame": {"x": "5vw", "y": "10vh", "width": "30vmin", "height": "10vmax"}, "fill": "red"}"#,
      #"{"frame": {"x": 20, "y": 20, "width": 60, "height": 40}, "fill": "red"}"#
    ),
    (
      #"{"frame": {"x": "1in", "y": "2.54cm", "width": "25.4mm", "height": "36pt"}, "fill": "red"}"#,
      #"{"frame": {"x": 96, "y": 96, "width": 96, "height": 48}, "fill": "red"}"#
    ),
    (
      #"{"frame": {"width": 200, "height": 100}, "padding": ["5vh", "5vw"], "cornerRadius": ["10vh", 0, "5vw", 3], "background": "gold", "border": {"width": "1vw", "top": {"width": "4vh"}}, "shadow": {"dx": "1vw", "dy": "-1vh", "sigma": "2vh", "spread": ".5vw"}, "layers": [{"fill": "red"}]}"#,
      #"{"frame": {"width": 200, "height": 100}, "padding": [10, 20], "cornerRadius": [20, 0, 20, 3], "background": "gold", "border": {"width": 4, "top": {"width": 8}}, "shadow": {"dx": 4, "dy": -2, "sigma": 4, "spread": 2}, "layers": [{"fill": "red"}]}"#
    ),
    (
      #"{"frame": {"width": 200, "height": 100}, "effects": [{"effect": "far", "inset": ["1vw", "2vw", "3vw", "4vw"], "widths": ["5vh", 3]}]}"#,
      #"{"frame": {"width": 200, "height": 100}, "effects": [{"effect": "far", "inset": [4, 8, 12, 16], "widths": [10, 3]}]}"#
    ),
    // em is the size of the text, for all keys of its layer.
    (
      #"{"padding": [".5em", "1em"], "cornerRadius": "1em", "background": "gold", "frame": {"x": "2em", "width": "fit-content"}, "text": {"string": "One", \#(font), "size": "10vh", "letterSpacing": "-.05em"}}"#,
      #"{"padding": [10, 20], "cornerRadius": 20, "background": "gold", "frame": {"x": 40, "width": "fit-content"}, "text": {"string": "One", \#(font), "size": 20, "letterSpacing": -1}}"#
    ),
    // The size that a text does not say is 16 px.
    (
      #"{"text": {"string": "One", \#(font), "letterSpacing": "1em"}}"#,
      #"{"text": {"string": "One", \#(font), "letterSpacing": 16}}"#
    ),
    (
      #"{"frame": {"width": 300, "height": 100}, "flex": {"gap": ["1vh", "1vw"]}, "layers": [{"frame": {"width": "10%", "height": 10}, "fill": "red", "margin": "1vw"}, {"flexBasis": "10vw", "frame": {"height": 10}, "fill": "red"}]}"#,
      #"{"frame": {"width": 300, "height": 100}, "flex": {"gap": [2, 4]}, "layers": [{"frame": {"width": "10%", "height": 10}, "fill": "red", "margin": 4}, {"flexBasis": 40, "frame": {"height": 10}, "fill": "red"}]}"#
    ),
  ]) func aUnitIsSoManyPixels(_ one: String, _ other: String) throws {
    #expect(try image(one) == image(other))
  }

  @Test func aSizeOfStylesOrDefaultsIsItsEm() throws {
    let layers =
      #"{"padding": "1em", "background": "gold", "frame": {"width": "fit-content"}, "text": {"string": "One"}}"#
    let size = #""width": 400, "height": 200"#
    #expect(
      try image(layers, canvas: #"\#(size), "textDefaults": {\#(Self.font), "size": "5vw"}"#)
        == image(
          #"{"padding": 20, "background": "gold", "frame": {"width": "fit-content"}, "text": {"string": "One", \#(Self.font), "size": 20}}"#
        ))
  }

  /// Of a layer without a text em is the size of the texts in it, wherever its keys are read.
  @Test func ofAGroupItIsTheSizeOfItsTexts() throws {
    let inside =
      #""layers": [{"text": {"string": "One", "size": 90, \#(Self.font)}}, {"frame": {"width": "1em", "height": "1em"}, "fill": "red", "margin": "1em"}]"#
    #expect(
      try image(
        #"{"textDefaults": {"size": 10}, "padding": "1em", "cornerRadius": "1em", "frame": {"width": "30em", "height": "15em"}, "flex": {"gap": "2em"}, "border": {"width": "1em"}, "background": "gold", \#(inside)}"#
      )
        == image(
          #"{"padding": 10, "cornerRadius": 10, "frame": {"width": 300, "height": 150}, "flex": {"gap": 20}, "border": {"width": 10}, "background": "gold", \#(inside.replacing("1em", with: "10px").replacing("\"10px\"", with: "10"))}"#
        ))
  }

  @Test func theCanvasHasUnitsOfPrint() throws {
    let layer = #"{"fill": "red"}"#
    #expect(
      try image(layer, canvas: #""width": "1in", "height": "50.8mm""#)
        == image(layer, canvas: #""width": 96, "height": 192"#))
  }
}

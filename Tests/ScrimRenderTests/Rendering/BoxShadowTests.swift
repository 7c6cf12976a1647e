import Foundation
import RenderTesting
import ScrimCodecs
import ScrimKit
import ScrimRender
import Testing

/// Shadows of a layer's frame. Chromium's are compared by the oracle of boxes.
@Suite struct BoxShadowTests {
  private let renderer = TestRenderer([Cover.self])

  private func document(_ layers: String, scale: String = "") -> String {
    ##"{"scrim": 1, "canvas": {"width": 200, "height": 100, "background": "#fff"\##(scale)}, "layers": [\##(layers)]}"##
  }

  private func pixels(_ layers: String, scale: String = "") throws -> Pixels {
    try renderer.pixels(document(layers, scale: scale))
  }

  private static let box = #""frame": {"x": 40, "y": 20, "width": 120, "height": 60}"#
  private static let whole = #""frame": {"x": 0, "y": 0, "width": "100%", "height": "100%"}"#

  /// A straight edge's shadow is the Gaussian's integral over the distance from it.
  @Test(arguments: [2.0, 4, 8]) func itsProfileIsTheGaussians(sigma: Double) throws {
    let image = try pixels(
      #"{"frame": {"x": -100, "y": -100, "width": 200, "height": 300}, "background": "red", "shadow": {"sigma": \#(sigma), "color": "black"}}"#
    )
    for x in 100..<140 {
      // The share of the kernel that lies over the frame, which ends at 100.
      let distance = Double(x) + 0.5 - 100
      let share = 0.5 * erfc(distance / (sigma * 2.0.squareRoot()))
      #expect(abs(Double(image.pixel(x, 50)[0]) - 255 * (1 - share)) <= 2.5, "\(x)")
    }
  }

  /// Without a blur: each pair draws the same.
  @Test(arguments: [
    // Offset and spread; the first is on top.
    (
      #"{\#(box), "background": "gold", "shadow": [{"dx": 6, "dy": 4, "color": "red"}, {"spread": 8, "color": "blue"}]}"#,
      #"{"frame": {"x": 32, "y": 12, "width": 136, "height": 76}, "fill": "blue"}, {"frame": {"x": 46, "y": 24, "width": 120, "height": 60}, "fill": "red"}, {\#(box), "fill": "gold"}"#
    ),
    // A spread less than 0 shrinks it.
    (
      #"{\#(box), "background": "gold", "shadow": {"dx": 30, "spread": -10, "color": "red"}}"#,
      #"{"frame": {"x": 80, "y": 30, "width": 100, "height": 40}, "fill": "red"}, {\#(box), "fill": "gold"}"#
    ),
    (
      #"{\#(box), "background": "gold", "shadow": {"dx": 90, "spread": -30, "color": "red"}}"#,
      #"{\#(box), "fill": "gold"}"#
    ),
    // Round corners grow with the spread, sharp ones stay sharp.
    (
      #"{\#(box), "background": "gold", "cornerRadius": [10, 0, 20, 0], "shadow": {"spread": 8, "color": "red"}}"#,
      #"{"frame": {"x": 32, "y": 12, "width": 136, "height": 76}, "fill": "red", "cornerRadius": [18, 0, 28, 0]}, {\#(box), "fill": "gold", "cornerRadius": [10, 0, 20, 0]}"#
    ),
    // Inset: what the hole leaves, in the frame, the first on top.
    (
      #"{\#(box), "background": "gold", "shadow": [{"inset": true, "dx": 10, "color": "red"}, {"inset": true, "spread": 5, "dy": 5, "color": "blue"}]}"#,
      #"{\#(box), "fill": "blue"}, {"frame": {"x": 45, "y": 30, "width": 110, "height": 50}, "fill": "gold"}, {"frame": {"x": 40, "y": 20, "width": 10, "height": 60}, "fill": "red"}"#
    ),
    // From the inner edge of the border.
    (
      ##"{\##(box), "background": "gold", "border": {"width": 4, "color": "#0008"}, "shadow": {"inset": true, "spread": 5, "color": "blue"}}"##,
      ##"{\##(box), "fill": "gold"}, {"frame": {"x": 44, "y": 24, "width": 112, "height": 52}, "border": {"width": 5, "color": "blue"}}, {\##(box), "border": {"width": 4, "color": "#0008"}}"##
    ),
    // In a group, pass-through or not, they are below its layers, which see them.
    (
      ##"{\##(box), "shadow": {"dx": 6, "color": "red"}, "background": "gold", "layers": [{"frame": {"x": 100, "y": 10, "width": 40, "height": 10}, "fill": "#888", "blend": "difference"}]}"##,
      ##"{"frame": {"x": 46, "y": 20, "width": 120, "height": 60}, "fill": "red"}, {\##(box), "fill": "gold"}, {"frame": {"x": 140, "y": 30, "width": 40, "height": 10}, "fill": "#888", "blend": "difference"}"##
    ),
    (
      ##"{\##(box), "opacity": 0.5, "shadow": {"dx": 6, "color": "red"}, "background": "gold", "layers": [{"frame": {"x": 100, "y": 10, "width": 40, "height": 10}, "fill": "#888"}]}"##,
      ##"{"opacity": 0.5, "layers": [{"frame": {"x": 46, "y": 20, "width": 120, "height": 60}, "fill": "red"}, {\##(box), "fill": "gold"}, {"frame": {"x": 140, "y": 30, "width": 40, "height": 10}, "fill": "#888"}]}"##
    ),
    // No clip cuts outer ones; inner ones are clipped with the content.
    (
      ##"{\##(box), "cornerRadius": 0, "shadow": {"dx": 6, "color": "red"}, "background": "gold", "layers": [{"frame": {"x": 100, "y": 10, "width": 40, "height": 10}, "fill": "#888"}]}"##,
      ##"{"frame": {"x": 46, "y": 20, "width": 120, "height": 60}, "fill": "red"}, {\##(box), "fill": "gold"}, {"frame": {"x": 140, "y": 30, "width": 20, "height": 10}, "fill": "#888"}"##
    ),
    (
      ##"{\##(box), "cornerRadius": 0, "opacity": 0.5, "shadow": {"dx": 6, "color": "red"}, "background": "gold", "layers": [{"frame": {"x": 100, "y": 10, "width": 40, "height": 10}, "fill": "#888"}]}"##,
      ##"{"opacity": 0.5, "layers": [{"frame": {"x": 46, "y": 20, "width": 120, "height": 60}, "fill": "red"}, {\##(box), "fill": "gold"}, {"frame": {"x": 140, "y": 30, "width": 20, "height": 10}, "fill": "#888"}]}"##
    ),
  ])
  func itIsTheShapeOfTheFrame(_ one: String, _ other: String) throws {
    for scale in ["", #", "scale": 2"#] {
      let difference = try pixels(one, scale: scale).difference(from: pixels(other, scale: scale))
      #expect((difference?.greatest ?? 255) <= 1, "\(scale)")
    }
  }

  /// A layer without a background has none of its shadow inside, whatever its blur.
  @Test func outsideOnly() throws {
    let image = try pixels(
      #"{\#(Self.box), "shadow": {"sigma": 6, "spread": 3, "color": "black"}}"#)
    for y in 20..<80 {
      for x in 40..<160 { #expect(image.pixel(x, y) == [255, 255, 255, 255]) }
    }
    #expect(image.pixel(100, 18)[0] < 200)
  }

  /// Where the frame is opaque, no light pixels are between its round corners and the shadow.
  @Test func roundCornersHaveNoSeam() throws {
    let shadowed = try pixels(
      #"{\#(Self.box), "background": "black", "cornerRadius": 30, "shadow": {"spread": 6, "color": "black"}}"#
    )
    let solid = try pixels(
      #"{"frame": {"x": 34, "y": 14, "width": 132, "height": 72}, "fill": "black", "cornerRadius": 36}"#
    )
    #expect((shadowed.difference(from: solid)?.greatest ?? 255) <= 1)
  }

  /// Nor between them and an opaque photo, as content or as background.
  @Test(arguments: [#""image": {"source": "a.png"}"#, #""background": {"source": "a.png"}"#])
  func photosHaveNoSeam(content: String) throws {
    var photo = try Raster(area: PixelRect(x: 0, y: 0, width: 12, height: 6), scale: 1)
    try photo.draw { [rect = photo.rect] in $0.fill(rect, with: .black) }
    let source = SourceFile.bytes(try PNGEncoding.encode(photo.pixels))
    let shadowed = try renderer.pixels(
      document(
        #"{\#(Self.box), \#(content), "cornerRadius": 30, "shadow": {"spread": 6, "color": "black"}}"#
      ),
      sources: ["a.png": source])
    let solid = try pixels(
      #"{"frame": {"x": 34, "y": 14, "width": 132, "height": 72}, "fill": "black", "cornerRadius": 36}"#
    )
    #expect((shadowed.difference(from: solid)?.greatest ?? 255) <= 1)
  }

  /// The blurred shadow of an inset is what an outer one of the hole leaves.
  @Test func aBlurredInsetIsTheRest() throws {
    let outer = try pixels(
      #"{"frame": {"x": 60, "y": 40, "width": 80, "height": 20}, "background": "black", "shadow": {"sigma": 5, "color": "black"}}"#
    )
    let inner = try pixels(
      #"{\#(Self.box), "background": "white", "shadow": {"inset": true, "spread": 20, "sigma": 5, "color": "black"}}"#
    )
    for x in 40..<60 {
      #expect(abs(outer.pixel(x, 50)[0] + inner.pixel(x, 50)[0] - 255) <= 1, "\(x)")
    }
  }

  /// Blurred ones are the same whether drawn by a pass-through group, an isolated one or a layer.
  @Test(arguments: ["", #", "cornerRadius": 14"#]) func groupsDrawThemAlike(corners: String) throws
  {
    let box =
      ##"\##(Self.box), "background": "gold", "shadow": [{"dy": 5, "sigma": 7, "color": "#0009"}, {"inset": true, "sigma": 3, "color": "red"}]\##(corners)"##
    let alone = try pixels("{\(box)}")
    let inGroup = try pixels(#"{\#(box), "layers": [{\#(Self.whole)}]}"#)
    #expect(inGroup.difference(from: alone)?.greatest == 0)
    let isolated = try pixels(
      #"{\#(box), "layers": [{\#(Self.whole)}], "mask": {"fill": "black"}}"#)
    #expect((isolated.difference(from: alone)?.greatest ?? 255) <= 1)
  }

  /// Documents have paths where nothing is blurred.
  @Test func withoutABlurItIsAPathInSVG() throws {
    let output = try renderer.outputs(
      ##"{"scrim": 1, "canvas": {"width": 200, "height": 100}, "output": {"file": "a.svg"}, "layers": [{\##(Self.box), "background": "gold", "shadow": {"dx": 5, "color": "red"}}]}"##
    ).outputs[0].bytes
    let text = String(decoding: output, as: UTF8.self)
    #expect(!text.contains("<image"))
    #expect(text.contains(##"d="M45 20h120v60h-120z" fill="#ff0000""##))
  }

  @Test func referencesSeeTheContentOnly() throws {
    func frame(_ shadow: String) throws -> String {
      let report = try renderer.outputs(
        document(
          ##"{"id": "a", \##(Self.box), \##(shadow)"text": {"string": "Card", "font": "DejaVu Sans", "size": 30}}, {"id": "b", "frame": {"of": "#a/ink"}, "fill": "red"}"##
        )
      ).report.json
      return "\(String(describing: report["layers"]?["b"]?["frame"]))"
    }
    #expect(try frame(#""shadow": {"sigma": 9}, "#) == frame(""))
  }

  @Test func anInsetBelowAnOpaqueFillIsAWarning() throws {
    func warnings(_ layer: String) throws -> [String] {
      let report = try renderer.outputs(document("{\(Self.box), \(layer)}")).report.json
      return (report["warnings"]?.array ?? []).compactMap { $0["message"]?.string }
    }
    let inset = #""shadow": {"inset": true, "sigma": 2}"#
    #expect(
      try warnings(#""fill": "red", \#(inset)"#)
        == [
          "the fill hides the inset shadow, which is between a layer's background and its content: "
            + "write \"background\" instead of \"fill\"."
        ])
    #expect(try warnings(##""fill": "#f008", \##(inset)"##) == [])
    #expect(try warnings(#""background": "red", \#(inset)"#) == [])
  }
}

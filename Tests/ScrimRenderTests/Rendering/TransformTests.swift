import RenderTesting
import ScrimCodecs
import ScrimJSON
import ScrimKit
import ScrimRender
import Testing

/// Mirrored, scaled and skewed layers. What they share with rotated ones is tested there.
@Suite struct TransformTests {
  private let renderer = TestRenderer([Grow.self, Pane.self])

  private func job(_ layers: String..., height: String = "100") -> String {
    ##"{"scrim": 1, "canvas": {"width": 200, "height": \##(height), "background": "#fff"}, "layers": ["##
      + "\n" + layers.joined(separator: ",\n") + "]}"
  }

  /// The bar is 60 × 20 about (70, 50).
  private static let bar =
    #"{"id": "r", "frame": {"x": 40, "y": 40, "width": 60, "height": 20}, KEY"fill": "black"}"#

  @Test(
    arguments: [
      (#""scale": [-1, 1]"#, "#r", [40, 40, 60, 20]),
      (#""scale": 2"#, "#r", [10, 30, 120, 40]),
      (#""scale": [0.5, -3]"#, "#r/ink", [55, 20, 30, 60]),
      // The extent is 70 × 30 before it is scaled.
      (#""scale": 2"#, "#r/extent", [0, 20, 140, 60]),
      // tan 45° × 20 px.
      (#""skew": 45"#, "#r", [30, 40, 80, 20]),
      (#""skew": [0, 45]"#, "#r", [40, 10, 60, 80]),
      // 120 × 20, then upright.
      (#""scale": [2, 1], "rotate": 90"#, "#r", [60, -10, 20, 120]),
      // 80 × 20, then 160 × 20.
      (#""scale": [2, 1], "skew": 45"#, "#r", [-10, 40, 160, 20]),
    ] as [(String, String, [Double])])
  func referencesAreUpright(_ key: String, _ reference: String, _ expected: [Double]) throws {
    let bar = Self.bar.replacing(
      "KEY", with: #"\#(key), "effects": [{"effect": "grow", "by": 5}], "#)
    let asking = #"{"id": "a", "frame": {"of": "\#(reference)"}}"#
    #expect(try renderer.frame("a", job(asking, bar)) == expected)
  }

  @Test func throughGroups() throws {
    // The group is mirrored about x = 70: (20, 20)–(50, 30) comes to (90, 20)–(120, 30).
    let inside = #"{"id": "i", "frame": {"x": 0, "y": 0, "width": 30, "height": 10}}"#
    let group =
      #"{"frame": {"x": 20, "y": 20, "width": 100, "height": 60}, "scale": [-1, 1], "layers": [\#(inside)]}"#
    let asking = ##"{"id": "a", "frame": {"of": "#i"}}"##
    #expect(try renderer.frame("a", job(group, asking)) == [90, 20, 30, 10])
  }

  @Test func autoHeight() throws {
    let layer =
      #"{"frame": {"x": 50, "y": 20, "width": 80, "height": 20}, "scale": 3, "fill": "red"}"#
    let document = job(layer, height: "\"auto\"")
    #expect(try renderer.outputs(document).outputs.first?.height == 60)
  }

  /// Fills, a gradient and corners.
  @Test func mirrorImagesArePixelExact() throws {
    func layer(_ key: String) -> String {
      ##"{"frame": {"x": 40, "y": 20, "width": 120, "height": 60}, "cornerRadius": [20, 0, 0, 0], \##(key)"layers": ["##
        + ##"{"fill": {"linear": {"angle": 90, "stops": [["#f00", 0], ["#00f", 1]]}}}, "##
        + ##"{"frame": {"width": 30}, "fill": "#0a0"}]}"##
    }
    let plain = try renderer.pixels(job(layer("")))
    let mirrored = try renderer.pixels(job(layer(#""scale": [-1, 1], "#)))
    var greatest = 0
    for y in 0..<100 {
      for x in 0..<200 {
        let (one, other) = (plain.pixel(x, y), mirrored.pixel(199 - x, y))
        greatest = zip(one, other).reduce(greatest) { max($0, abs(Int($1.0) - Int($1.1))) }
      }
    }
    // Only at the round corner, where pixman samples asymmetrically.
    #expect(greatest <= 8)
  }

  /// A photo is resampled once, to the pixels that it has on the canvas.
  @Test(arguments: [("0.5", 20, 10), ("2", 80, 40), ("4", 160, 80)])
  func imagesStaySharp(_ scale: String, _ width: Int, _ height: Int) throws {
    var checks = try Raster(area: PixelRect(x: 0, y: 0, width: 160, height: 80), scale: 1)
    try checks.draw { canvas in
      for (x, y) in (0..<20).flatMap({ x in (0..<10).map { (x, $0) } }) where (x + y) % 2 == 0 {
        canvas.fill(Rect(x: Double(x * 8), y: Double(y * 8), width: 8, height: 8), with: .black)
      }
    }
    let sources = ["a.png": SourceFile.bytes(try PNGEncoding.encode(checks.pixels))]
    func pixels(_ frame: String, _ key: String) throws -> Pixels {
      try renderer.pixels(
        job(#"{"frame": \#(frame), \#(key)"image": {"source": "a.png"}}"#), sources: sources)
    }
    let scaled = try pixels(
      #"{"x": 80, "y": 30, "width": 40, "height": 20}"#, #""scale": \#(scale), "#)
    let (x, y) = (100 - width / 2, 40 - height / 2)
    let plain = try pixels(
      #"{"x": \#(x), "y": \#(y), "width": \#(width), "height": \#(height)}"#, "")
    #expect(scaled.difference(from: plain)?.greatest ?? 255 <= 3)
  }

  /// A pane that shows its backdrop is invisible, however it is transformed.
  @Test(
    arguments: [
      (#""scale": [-1, 1]"#, 0), (#""scale": [1, -1], "rotate": 90"#, 0), (#""skew": 30"#, 3),
      (#""scale": [2, 0.5]"#, 3), (#""scale": [-1.5, 1.2], "skew": [10, 20], "rotate": 30"#, 3),
    ])
  func theBackdropIsNotTransformed(_ key: String, _ tolerance: Int) throws {
    let back =
      ##"{"fill": {"linear": {"angle": 70, "stops": [["#f00", 0], ["#0f0", 0.4], ["#00f", 1]]}}}"##
    func pixels(_ pane: String) throws -> Pixels { try renderer.pixels(job(back + pane)) }
    let plain = try pixels("")
    for frame in [
      #"{"x": 60, "y": 30, "width": 60, "height": 40}"#,
      #"{"x": 150, "y": 40, "width": 80, "height": 40}"#,
    ] {
      let pane = #", {"frame": \#(frame), \#(key), "effects": [{"effect": "pane"}]}"#
      let difference = try #require(try pixels(pane).difference(from: plain))
      #expect(difference.greatest <= tolerance)
    }
  }

  /// Only the visible part of a large layer is drawn.
  @Test func regionsOfScaledLayers() throws {
    let stripe =
      #"{"frame": {"x": -500, "y": 45, "width": 1200, "height": 2}, "scale": [5, 5], "fill": "black"}"#
    let pixels = try renderer.pixels(job(stripe))
    #expect(pixels.pixel(3, 46)[0] == 0 && pixels.pixel(196, 42)[0] == 0)
    #expect(pixels.pixel(100, 39)[0] == 255 && pixels.pixel(100, 53)[0] == 255)
  }
}

import RenderTesting
import ScrimKit
import Testing

/// An image drawn in parts, each with only the backdrop that it requests, is the same.
@Suite struct SpotlightRegionTests {
  private static let canvas = Rect(x: 0, y: 0, width: 150, height: 110)

  static let effects = [
    #""targets": [{"x": 20.3, "y": 15.6, "width": 60, "height": 40}, {"at": {"x": 60, "y": 40, "width": 50, "height": 50}, "shape": "circle"}], "ring": {"width": 4, "gap": 2.5}"#,
    #""targets": [{"x": 20.3, "y": 15.6, "width": 60, "height": 40}, {"at": {"x": 90, "y": 60, "width": 30, "height": 30}, "feather": 3}], "feather": 7"#,
    ##""targets": [{"at": "#a", "shape": "ink", "ring": {"width": 3, "gap": 2}}, {"x": 70, "y": 30, "width": 50, "height": 50}], "padding": 4"##,
    ##""targets": [{"at": "#a/lines", "shape": "ink", "feather": 5}]"##,
    #""targets": [{"x": 20.3, "y": 15.6, "width": 60, "height": 40}], "backdropSigma": 6, "saturation": 0.3"#,
    #""targets": [{"x": 60, "y": 20, "width": 30, "height": 20}], "callout": {"text": {"string": "In parts", "font": "Noto Sans"}}"#,
  ]

  @Test(arguments: effects, [1.0, 1.5]) func partsMakeTheWhole(
    _ effect: String, _ scale: Double
  ) throws {
    let spotlight = try detached(effect, scale: scale)
    let whole = try spotlight.picture(in: Self.canvas).raster(in: Self.canvas)
    var different = 0
    for (x, y) in [(0, 0), (50, 0), (100, 0), (0, 36), (50, 36), (100, 36), (0, 72), (50, 72)] {
      let part = Rect(x: Double(x), y: Double(y), width: 50, height: 36)
      let drawn = try spotlight.picture(in: part).raster(in: part)
      let wanted = try whole.cropped(to: drawn.area)
      let difference = try #require(drawn.pixels.difference(from: wanted.pixels))
      different = max(different, difference.greatest)
    }
    // Cairo clips the sides of a path at the drawn area, and rounds there.
    #expect(different <= 1)
    // Some pixels between the corners of the frame are lit, and some are not.
    let alphas = Set(
      (30..<whole.pixels.height - 30).flatMap { y in
        (0..<whole.pixels.width).map { whole.pixels.pixel($0, y)[3] }
      })
    #expect(alphas.contains(0) && alphas.contains { $0 >= 153 })
  }

  /// Stripes below; the other layer is a rounded box with an edge inside pixels.
  private func detached(_ effect: String, scale: Double) throws -> DetachedSpotlight {
    var below = try Raster(area: PixelRect(covering: Self.canvas, scale: scale), scale: scale)
    try below.draw { canvas in
      for stripe in 0..<15 {
        let rect = Rect(x: Double(stripe) * 10, y: 0, width: 7, height: 110)
        canvas.fill(rect, with: .color(Color(red: Double(stripe) / 15, green: 0.5, blue: 1)))
      }
    }
    let box = Rect(x: 25.4, y: 30.2, width: 40, height: 33)
    var other = Picture(scale: scale)
    try other.draw(in: box) { canvas in
      canvas.fill(Path(rect: box, radii: CornerRadii(.pixels(9))), with: .black)
    }
    return try DetachedSpotlight(
      effect, scale: scale, canvas: Self.canvas, below: below, other: other, rectangles: [box])
  }
}

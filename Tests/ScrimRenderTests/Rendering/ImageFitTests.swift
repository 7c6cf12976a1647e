import RenderTesting
import ScrimCodecs
import ScrimKit
import ScrimRender
import Testing

/// Positions of images in their frames; CSS Images §5.5, computed by hand.
@Suite struct ImageFitTests {
  private let renderer = TestRenderer()

  /// A 40 × 20 image: red, with the right half blue.
  private static func source() throws -> SourceFile {
    var image = try Raster(area: PixelRect(x: 0, y: 0, width: 40, height: 20), scale: 1)
    try image.draw {
      $0.fill(
        Rect(x: 0, y: 0, width: 20, height: 20), with: .color(Color(red: 1, green: 0, blue: 0)))
      $0.fill(
        Rect(x: 20, y: 0, width: 20, height: 20), with: .color(Color(red: 0, green: 0, blue: 1)))
    }
    return .bytes(try PNGEncoding.encode(image.pixels))
  }

  private func pixels(
    _ image: String, frame: String, more: String = "", scale: Double = 1
  ) throws -> Pixels {
    try renderer.pixels(
      #"""
      {"scrim": 1, "canvas": {"width": 120, "height": 100, "scale": \#(scale)},
       "layers": [{"frame": \#(frame)\#(more), "image": {"source": "a.png"\#(image)}}]}
      """#, sources: ["a.png": try Self.source()])
  }

  /// Left, top, right and bottom of the opaque pixels.
  private func bounds(_ pixels: Pixels) -> [Int] {
    var (left, top, right, bottom) = (Int.max, Int.max, 0, 0)
    for y in 0..<pixels.height {
      for x in 0..<pixels.width where pixels.pixel(x, y)[3] == 255 {
        (left, top) = (min(left, x), min(top, y))
        (right, bottom) = (max(right, x + 1), max(bottom, y + 1))
      }
    }
    return [left, top, right, bottom]
  }

  private static let frame = #"{"x": 10, "y": 10, "width": 100, "height": 80}"#

  /// The members of the image, its visible bounds, and the boundary of red and blue.
  static let cases: [(image: String, bounds: [Int], seam: Int)] = [
    // Cover is 160 × 80, which exceeds the frame by 60.
    ("", [10, 10, 110, 90], 60),
    (#", "fit": "cover", "position": ["0%", "0%"]"#, [10, 10, 110, 90], 90),
    (#", "position": ["100%", "50%"]"#, [10, 10, 110, 90], 30),
    (#", "position": [-20, 0]"#, [10, 10, 110, 90], 70),
    (#", "fit": "contain""#, [10, 25, 110, 75], 60),
    (#", "fit": "contain", "position": ["50%", "100%"]"#, [10, 40, 110, 90], 60),
    (#", "fit": "contain", "position": ["50%", 7]"#, [10, 17, 110, 67], 60),
    (#", "fit": "fill""#, [10, 10, 110, 90], 60),
    (#", "fit": "none""#, [40, 40, 80, 60], 60),
    (#", "fit": "none", "position": ["0%", "100%"]"#, [10, 70, 50, 90], 30),
    (#", "fit": "none", "position": [90, -5]"#, [100, 10, 110, 25], 120),
    (#", "fit": "scale-down""#, [40, 40, 80, 60], 60),
  ]

  @Test(arguments: cases)
  func liesAsCSSPutsIt(image: String, bounds expected: [Int], seam: Int) throws {
    let found = try pixels(image, frame: Self.frame)
    #expect(bounds(found) == expected)
    let y = (expected[1] + expected[3]) / 2
    for x in expected[0]..<expected[2] where abs(x - seam) > 5 {
      #expect(found.pixel(x, y)[2] == (x < seam ? 255 : 0), "at \(x)")
      #expect(found.pixel(x, y)[0] == (x < seam ? 0 : 255), "at \(x)")
    }
  }

  @Test func scaleDownShrinksWhatIsTooLarge() throws {
    let found = try pixels(
      #", "fit": "scale-down""#, frame: #"{"x": 10, "y": 10, "width": 20, "height": 60}"#)
    #expect(bounds(found) == [10, 35, 30, 45])
  }

  @Test func paddingMakesTheBoxSmaller() throws {
    let found = try pixels(
      #", "fit": "fill""#, frame: Self.frame, more: #", "padding": [1, 2, 3, 4]"#)
    #expect(bounds(found) == [14, 11, 108, 87])
  }

  @Test func aScaleTakesMoreOfThePixels() throws {
    let found = try pixels(#", "fit": "none""#, frame: Self.frame, scale: 2)
    #expect(bounds(found) == [80, 80, 160, 120])
  }

  /// The half-covered pixel at the frame's edge is half opaque, once.
  @Test(arguments: ["", #", "cornerRadius": 6"#])
  func aFrameBetweenPixelsFadesOnce(_ more: String) throws {
    for fit in ["cover", "fill"] {
      let found = try pixels(
        #", "fit": "\#(fit)""#,
        frame: #"{"x": 10.5, "y": 20.25, "width": 60, "height": 30}"#,
        more: #", "snap": false"# + more)
      // (Cairo has 15 vertical steps per pixel where corners are round.)
      #expect(abs(found.pixel(10, 35)[3] - 128) <= 1)
      #expect(abs(found.pixel(70, 35)[3] - 128) <= 1)
      #expect(abs(found.pixel(40, 20)[3] - 191) <= 4)
      #expect(abs(found.pixel(40, 50)[3] - 64) <= 4)
      // The visible colour is the image's own.
      #expect(found.pixel(10, 35)[2] == found.pixel(10, 35)[3] && found.pixel(10, 35)[0] == 0)
    }
  }

  @Test func cornersAreCutRound() throws {
    let found = try pixels("", frame: Self.frame, more: #", "cornerRadius": [40, 0, "50%", 10]"#)
    func isOpaque(_ x: Int, _ y: Int) -> Bool { found.pixel(x, y)[3] == 255 }
    #expect(!isOpaque(20, 20) && isOpaque(24, 24) && isOpaque(109, 10))
    #expect(!isOpaque(98, 80) && isOpaque(95, 74) && !isOpaque(11, 88) && isOpaque(14, 86))
  }

  /// As stored by cameras: the image's top is on the right.
  @Test func aTurnedImageLiesUpright() throws {
    let turned = JPEGFixture(
      columns: 4, rows: 2, components: 1,
      segments: [JPEGFixture.exif(orientation: 6, bigEndian: true)],
      samples: { column, _ in [column < 2 ? 0 : 255] })
    let found = try renderer.pixels(
      #"""
      {"scrim": 1, "canvas": {"width": 100, "height": 80},
       "layers": [{"image": {"source": "a.jpg", "fit": "contain"}}]}
      """#, sources: ["a.jpg": .bytes(turned.bytes)])
    // 16 × 32 upright, so 40 × 80; the stored left is the top.
    #expect(bounds(found) == [30, 0, 70, 80])
    #expect(found.pixel(50, 10)[0] == 0 && found.pixel(50, 70)[0] == 255)
  }

  @Test func aCanvasTakesTheSizeOfAnUprightImage() throws {
    let turned = JPEGFixture(
      columns: 4, rows: 2, components: 1,
      segments: [JPEGFixture.exif(orientation: 8, bigEndian: false)], samples: { _, _ in [90] })
    let found = try renderer.pixels(
      #"{"scrim": 1, "canvas": {}, "layers": [{"image": {"source": "a.jpg"}}]}"#,
      sources: ["a.jpg": .bytes(turned.bytes)])
    #expect((found.width, found.height) == (16, 32))
  }
}

import RenderTesting
import ScrimKit
import Testing

/// A spotlight without pixels of its own remains vector drawing: sharp at any magnification.
@Suite struct SpotlightVectorTests {
  private static let canvas = Rect(x: 0, y: 0, width: 60, height: 40)
  private static let targets =
    #""targets": [{"at": {"x": 10.3, "y": 8, "width": 20, "height": 20}KEYS}, {"x": 22, "y": 14, "width": 20, "height": 20}]"#

  /// Number of pixels of a row between lit and dark, at 16 times the size.
  private func between(_ keys: String) throws -> Int {
    let spotlight = try DetachedSpotlight(
      Self.targets.replacing("KEYS", with: keys), canvas: Self.canvas)
    let picture = try spotlight.picture(in: Self.canvas)
    var raster = try Raster(area: PixelRect(x: 0, y: 0, width: 960, height: 640), scale: 16)
    try raster.draw { $0.draw(picture) }
    let alphas = (0..<960).map { raster.pixels.pixel($0, 16 * 20)[3] }
    #expect(alphas.contains(0) && alphas.contains(153))
    return alphas.filter { ![0, 153, 255].contains($0) }.count
  }

  @Test(arguments: ["rounded", "rect", "circle", "ellipse", "pill"])
  func shapesAndRingsStayDrawings(_ shape: String) throws {
    // One pixel per edge: two of the frame, two of the lights, and those of the ring.
    let count = try between(#", "shape": "\#(shape)", "ring": {"gap": 1}"#)
    #expect(count <= 10)
  }

  /// The measurement detects pixels where there are some.
  @Test func softEdgesArePixels() throws {
    let count = try between(#", "feather": 0.6"#)
    #expect(count > 20)
  }
}

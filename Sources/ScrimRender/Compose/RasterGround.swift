import ScrimKit

/// A ground of pixels.
final class RasterGround: Ground {
  /// What has been drawn.
  private(set) var raster: Raster

  /// A transparent ground.
  ///
  /// - Parameters:
  ///   - region: What can be drawn on, px at scale 1.
  ///   - scale: Device pixels a px.
  init(_ region: Rect, scale: Double) {
    raster = Raster(area: PixelRect(covering: region, scale: scale), scale: scale)
  }

  func fill(with paint: Paint, box: Rect) throws {
    // Where a scale leaves part of a pixel over at an edge, that is filled too.
    let whole = raster.rect
    try raster.draw { $0.fill(whole, with: paint, box: box) }
  }

  func draw(_ picture: Picture, opacity: Double) throws {
    try raster.draw { $0.draw(picture, opacity: opacity) }
  }

  func picture(in region: Rect) throws -> Picture {
    let pixels = PixelRect(covering: region, scale: raster.scale)
    return try Picture(raster.cropped(to: pixels.intersection(raster.area)))
  }
}

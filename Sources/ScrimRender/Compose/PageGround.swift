@_spi(Host) import ScrimKit

/// A ground of recorded drawing, for a document: pixels are only what its format can't say.
final class PageGround: Ground {
  /// What has been drawn.
  private(set) var picture: Picture

  /// What can be drawn on, px at scale 1.
  let page: Rect

  private let format: DocumentFormat

  /// An empty page.
  ///
  /// - Parameters:
  ///   - canvas: What can be drawn on, px at scale 1; the page ends at the device pixels around it.
  ///   - scale: Device pixels a px, of what must be pixels.
  ///   - format: The format of the document.
  init(_ canvas: Rect, scale: Double, format: DocumentFormat) {
    picture = Picture(scale: scale)
    page = PixelRect(covering: canvas, scale: scale).rect(scale: scale)
    self.format = format
  }

  func fill(with paint: Paint, box: Rect) throws {
    guard paint != .color(.transparent) else { return }
    try picture.draw(in: page) { $0.fill(page, with: paint, box: box) }
  }

  func draw(_ picture: Picture, opacity: Double) throws {
    let layer = try picture.drawable(in: format)
    if opacity >= 1 {
      try self.picture.draw(layer)
    } else {
      try self.picture.draw(in: layer.extent) { $0.draw(layer, opacity: opacity) }
    }
  }

  func picture(in region: Rect) throws -> Picture {
    try Picture(picture.raster(in: region.intersection(page)))
  }
}

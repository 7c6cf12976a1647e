@_spi(Host) import ScrimKit

/// A ground of pixels.
final class RasterGround: Ground {
  /// What has been drawn.
  private(set) var raster: Raster
  /// The clips that are in force, the innermost last, each with what was there before.
  private var clips: [(path: Path, before: Raster)] = []

  /// A ground with nothing on it but its background.
  ///
  /// - Parameters:
  ///   - canvas: What can be drawn on, px at scale 1.
  ///   - background: What lies under everything.
  ///   - scale: Device pixels a px.
  /// - Throws: `DrawingError`.
  init(_ canvas: Rect, background: Paint, scale: Double) throws {
    raster = Raster(area: PixelRect(covering: canvas, scale: scale), scale: scale)
    // Where a scale leaves part of a pixel over at an edge, that is filled too.
    let whole = raster.rect
    try raster.draw { $0.fill(whole, with: background, box: canvas) }
  }

  func draw(_ picture: Picture, opacity: Double) throws {
    let kept = clips.last.map { Path(rect: $0.before.rect) }
    try raster.draw { canvas in
      guard let kept else { return canvas.draw(picture, opacity: opacity) }
      // What is drawn outside could not be taken back.
      canvas.clipped(to: kept) { $0.draw(picture, opacity: opacity) }
    }
  }

  func picture(in region: Rect) throws -> Picture {
    let pixels = PixelRect(covering: region, scale: raster.scale)
    var seen = raster.cropped(to: pixels.intersection(raster.area))
    for clip in clips.reversed() { try seen.restore(clip.before, outside: clip.path) }
    return try Picture(seen)
  }

  func clip(to path: Path, _ body: () throws -> Void) throws {
    let pixels = PixelRect(covering: path.controlBounds, scale: raster.scale)
      .intersection(raster.area)
    clips.append((path, raster.cropped(to: pixels)))
    try body()
    let (path, before) = clips.removeLast()
    try raster.restore(before, outside: path)
  }
}

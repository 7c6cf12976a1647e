@_spi(Host) import ScrimKit

/// A target of pixels.
final class RasterTarget: RenderTarget {
  /// Everything drawn so far; has no pixels until the first fill.
  private(set) var raster: Raster
  /// Whether the bottom fill is known to be opaque; drawing over it does not change that.
  private(set) var isOpaque = false
  /// The cached image that the target was filled with, and the rows drawn since; `nil` if there is none.
  private(set) var cached: CachedTarget?
  private let area: PixelRect
  /// What is drawn: pixels, with dithered gradients or without.
  let medium: Picture.Medium
  /// The active clips, the innermost last, each with the pixels before it.
  private var clips: [(path: Path, before: Raster)] = []

  /// Creates a target, which must be filled before drawing.
  ///
  /// - Parameters:
  ///   - region: The drawable area, px at scale 1.
  ///   - scale: Device pixels per px.
  ///   - medium: Whether gradients are dithered.
  /// - Throws: `DrawingError` if memory cannot be allocated.
  init(
    _ region: Rect, scale: Double, for medium: Picture.Medium = .pixels
  ) throws(DrawingError) {
    self.medium = medium
    area = PixelRect(covering: region, scale: scale)
    raster = try Raster(area: PixelRect(x: 0, y: 0, width: 0, height: 0), scale: scale)
  }

  func fill(with paint: Paint, box: Rect) throws {
    // Fills also the partial pixels that the scale leaves at the edges.
    raster = try Raster(
      area: area, scale: raster.scale, paint: paint, box: box,
      isDithered: medium == .ditheredPixels)
    isOpaque = paint.isOpaque
  }

  /// Fills the target with an image.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - rect: Its rectangle, px at scale 1.
  /// - Returns: Whether it is opaque and covers the target; otherwise nothing was done.
  /// - Throws: `DrawingError`.
  func fill(with image: CanvasImage, in rect: Rect) throws -> Bool {
    guard let raster = try Raster(area: area, scale: raster.scale, showing: image, in: rect) else {
      return false
    }
    self.raster = raster
    isOpaque = true
    return true
  }

  /// Fills the target with a cached image of such a target.
  ///
  /// - Parameters:
  ///   - finished: The cached image.
  ///   - pixels: Its pixels, or equal ones.
  func fill(with finished: FinishedStack, _ pixels: Raster) {
    raster = pixels
    isOpaque = finished.isOpaque
    cached = CachedTarget(strips: finished.strips)
  }

  /// Returns everything drawn so far for the cache, and records further drawing.
  ///
  /// - Returns: The pixels, for another target.
  func finishedStack() -> FinishedStack {
    let finished = FinishedStack(raster: raster, isOpaque: isOpaque)
    cached = CachedTarget(strips: finished.strips)
    return finished
  }

  /// The pixels, and the rows of a cached image that were drawn over; `nil` without a cached image, or if the pixels
  /// still are its own.
  var used: UsedTarget? {
    cached.flatMap { $0.touched.isEmpty ? nil : UsedTarget(raster, cached: $0) }
  }

  func draw(_ picture: Picture, opacity: Double, blend: BlendMode) throws {
    touch(picture.extent)
    let clip = clips.last.map { Path(rect: $0.before.rect) }
    try raster.draw(isDithered: medium == .ditheredPixels) { canvas in
      guard let clip else { return canvas.draw(picture, opacity: opacity, blend: blend) }
      // Drawing outside the saved area could not be undone.
      canvas.clipped(to: clip) { $0.draw(picture, opacity: opacity, blend: blend) }
    }
  }

  /// Records a drawn area.
  private func touch(_ rect: Rect) {
    // Includes partial pixels at the edge, and one more for inexact extents.
    let rows = PixelRect(covering: rect, scale: raster.scale).grown(by: 1).intersection(area)
    guard cached != nil, !rows.isEmpty else { return }
    let top = rows.y - area.y
    cached?.touched.append(top..<top + rows.height)
  }

  func picture(in region: Rect) throws -> Picture {
    let wanted = PixelRect(covering: region, scale: raster.scale)
    // Shares the pixels: usually an effect has replaced them before anything else is drawn.
    if clips.isEmpty, let shared = raster.shared(around: wanted.intersection(raster.area)) {
      return try Picture(shared)
    }
    return try Picture(pixels(in: wanted))
  }

  func picture(in region: Rect, transformedBack transform: Transform) throws -> Picture {
    // The pixels that interpolation reads.
    let margin = Int(max(1, transform.stretch).rounded(.up))
    let around = PixelRect(covering: transform.bounds(of: region), scale: raster.scale)
      .grown(by: margin)
    let seen = try pixels(in: around)
    var picture = Picture(scale: raster.scale)
    try picture.draw(in: region) { canvas in
      // The canvas's edge pixels repeat outward, so that glass transformed beyond the canvas does not darken.
      try canvas.transformed(by: transform.inverse) { try $0.flood(seen) }
    }
    return picture
  }

  /// The current pixels, limited to the drawable area.
  private func pixels(in area: PixelRect) throws -> Raster {
    var seen = try raster.cropped(to: area.intersection(raster.area))
    for clip in clips.reversed() { try seen.restore(clip.before, outside: clip.path) }
    return seen
  }

  func clip(to path: Path, _ body: () throws -> Void) throws {
    let pixels = PixelRect(covering: path.controlBounds, scale: raster.scale)
      .intersection(raster.area)
    clips.append((path, try raster.cropped(to: pixels)))
    try body()
    let (path, before) = clips.removeLast()
    try raster.restore(before, outside: path)
    // Mixing may round equal pixels differently.
    touch(path.controlBounds)
  }
}

@_spi(Host) import ScrimKit

/// A ground of pixels.
final class RasterTarget: RenderTarget {
  /// What has been drawn; without pixels until something lies under everything.
  private(set) var raster: Raster
  /// Whether what lies under everything is known to be opaque: nothing that is drawn over it changes
  /// that.
  private(set) var isOpaque = false
  /// What of it lies in a cache, and where something was drawn since; `nil` if nothing does.
  private(set) var cached: CachedTarget?
  private let area: PixelRect
  /// The clips that are in force, the innermost last, each with what was there before.
  private var clips: [(path: Path, before: Raster)] = []

  /// A ground that is to be filled first.
  ///
  /// - Parameters:
  ///   - region: What can be drawn on, px at scale 1.
  ///   - scale: Device pixels a px.
  /// - Throws: `DrawingError` if there is no memory.
  init(_ region: Rect, scale: Double) throws(DrawingError) {
    area = PixelRect(covering: region, scale: scale)
    raster = try Raster(area: PixelRect(x: 0, y: 0, width: 0, height: 0), scale: scale)
  }

  func fill(with paint: Paint, box: Rect) throws {
    // Where a scale leaves part of a pixel over at an edge, that is filled too.
    raster = try Raster(area: area, scale: raster.scale, paint: paint, box: box)
    isOpaque = paint.isOpaque
  }

  /// Lays an image under everything that follows.
  ///
  /// - Parameters:
  ///   - image: What to lay.
  ///   - rect: Where it lies, px at scale 1.
  /// - Returns: Whether it covers all of the ground and is opaque; otherwise nothing was done.
  /// - Throws: `DrawingError`.
  func fill(with image: CanvasImage, in rect: Rect) throws -> Bool {
    guard let raster = try Raster(area: area, scale: raster.scale, showing: image, in: rect) else {
      return false
    }
    self.raster = raster
    isOpaque = true
    return true
  }

  /// Lays what was drawn before on such a ground under everything that follows.
  func fill(with finished: FinishedStack) {
    raster = finished.raster
    isOpaque = finished.isOpaque
    cached = CachedTarget(strips: finished.strips)
  }

  /// Notes from now on what is drawn.
  ///
  /// - Returns: What has been drawn, for another such ground.
  func finishedStack() -> FinishedStack {
    let finished = FinishedStack(raster: raster, isOpaque: isOpaque)
    cached = CachedTarget(strips: finished.strips)
    return finished
  }

  func draw(_ picture: Picture, opacity: Double, blend: BlendMode) throws {
    touch(picture.extent)
    let clip = clips.last.map { Path(rect: $0.before.rect) }
    try raster.draw { canvas in
      guard let clip else { return canvas.draw(picture, opacity: opacity, blend: blend) }
      // What is drawn outside could not be taken back.
      canvas.clipped(to: clip) { $0.draw(picture, opacity: opacity, blend: blend) }
    }
  }

  /// Notes that something is drawn.
  private func touch(_ rect: Rect) {
    // Pixels at its edge, and one more for who is not that exact.
    let rows = PixelRect(covering: rect, scale: raster.scale).grown(by: 1).intersection(area)
    guard cached != nil, !rows.isEmpty else { return }
    let top = rows.y - area.y
    cached?.touched.append(top..<top + rows.height)
  }

  func picture(in region: Rect) throws -> Picture {
    let wanted = PixelRect(covering: region, scale: raster.scale)
    // Effects as a rule have made something else of it before anybody draws on.
    if clips.isEmpty, let shared = raster.shared(around: wanted.intersection(raster.area)) {
      return try Picture(shared)
    }
    return try Picture(pixels(in: wanted))
  }

  func picture(in region: Rect, rotatedBack rotation: Rotation) throws -> Picture {
    let around = PixelRect(covering: rotation.bounds(of: region), scale: raster.scale).grown(by: 1)
    let seen = try pixels(in: around)
    var picture = Picture(scale: raster.scale)
    try picture.draw(in: region) { canvas in
      // Beyond the canvas's edges its pixels repeat: glass that is turned out of it does not darken.
      try canvas.rotated(by: rotation.inverse) { try $0.flood(seen) }
    }
    return picture
  }

  /// What is there now, as far as it can be drawn on.
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
  }
}

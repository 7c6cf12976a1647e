internal import CCairo

/// Pixels with their place on the canvas.
public struct Raster {
  /// The pixels.
  public var pixels: Pixels
  /// Which device pixels of the canvas they are.
  public let area: PixelRect
  /// Device pixels a px at scale 1.
  public let scale: Double

  /// Transparent pixels over `area`.
  public init(area: PixelRect, scale: Double) {
    self.area = area
    self.scale = scale
    pixels = Pixels(width: area.width, height: area.height)
  }

  /// Pixels of anything over `area`, for who writes every one.
  init(unwritten area: PixelRect, scale: Double) {
    self.area = area
    self.scale = scale
    pixels = Pixels(unwritten: area.width, area.height)
  }

  /// `pixels` with the top left one at `x`, `y` (device pixels).
  public init(_ pixels: Pixels, x: Int, y: Int, scale: Double) {
    self.pixels = pixels
    self.scale = scale
    area = PixelRect(x: x, y: y, width: pixels.width, height: pixels.height)
  }

  /// The area in px at scale 1.
  public var rect: Rect { area.rect(scale: scale) }

  /// The pixels inside `other`; transparent where there are none.
  public func cropped(to other: PixelRect) -> Raster {
    guard other != area else { return self }
    var result = Raster(area: other, scale: scale)
    let common = area.intersection(other)
    guard !common.isEmpty else { return result }
    let stride = result.pixels.bytesPerRow
    result.pixels.withMutableBytes { target in
      pixels.withBytes { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for y in common.y..<common.y + common.height {
          (target + (y - other.y) * stride + (common.x - other.x) * 4).copyMemory(
            from: source + (y - area.y) * pixels.bytesPerRow + (common.x - area.x) * 4,
            byteCount: common.width * 4)
        }
      }
    }
    return result
  }

  /// The pixels that lie in `rect` (px at scale 1) as a whole, for who repeats or mirrors what is at an
  /// edge: one that is covered by a part would carry its transparency on. All, if there are no others.
  public func cropped(within rect: Rect) -> Raster {
    let whole = area.intersection(PixelRect(within: rect, scale: scale))
    return whole.isEmpty ? self : cropped(to: whole)
  }

  /// Draws onto the pixels, coordinates in px at scale 1.
  ///
  /// - Throws: What `body` throws; `DrawingError`.
  public mutating func draw(_ body: (Canvas) throws -> Void) throws {
    let (area, scale, stride) = (area, scale, pixels.bytesPerRow)
    guard !area.isEmpty else { return }
    try pixels.withMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let surface = try CairoSurface(
        over: base, width: area.width, height: area.height, bytesPerRow: stride)
      try Self.draw(on: surface, area: area, scale: scale, body)
    }
  }

  static func draw(
    on surface: CairoSurface, area: PixelRect, scale: Double, _ body: (Canvas) throws -> Void
  ) throws {
    let canvas = Canvas(surface, resolution: 1)
    cairo_translate(canvas.cairo, -Double(area.x), -Double(area.y))
    cairo_scale(canvas.cairo, scale, scale)
    try body(canvas)
    try canvas.finish()
    // Cairo must let go of memory that is not its own.
    cairo_surface_finish(surface.pointer)
  }

  /// A surface with a copy of the pixels.
  func surface() throws(DrawingError) -> CairoSurface {
    let surface = try CairoSurface(
      taking: cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(area.width), Int32(area.height)))
    surface.fill(rows: area.height, bytes: area.width * 4, from: pixels)
    return surface
  }
}

extension CairoSurface {
  fileprivate func fill(rows: Int, bytes: Int, from pixels: Pixels) {
    cairo_surface_flush(pointer)
    let stride = Int(cairo_image_surface_get_stride(pointer))
    if let target = cairo_image_surface_get_data(pointer) {
      pixels.withBytes { source in
        guard let source = source.baseAddress else { return }
        for row in 0..<rows {
          UnsafeMutableRawPointer(target + row * stride).copyMemory(
            from: source + row * pixels.bytesPerRow, byteCount: bytes)
        }
      }
    }
    cairo_surface_mark_dirty(pointer)
  }
}

internal import CCairo

/// Pixels with their position on the canvas.
public struct Raster {
  /// The pixels.
  public var pixels: Pixels
  /// The area of the pixels, device pixels of the canvas.
  public let area: PixelRect
  /// Device pixels per px at scale 1.
  public let scale: Double

  /// Creates transparent pixels for `area`.
  ///
  /// - Throws: `DrawingError` if out of memory.
  public init(area: PixelRect, scale: Double) throws(DrawingError) {
    self.area = area
    self.scale = scale
    pixels = try Pixels(width: area.width, height: area.height)
  }

  /// Creates uninitialized pixels for `area`, for callers that write every one. They may contain old data.
  ///
  /// - Throws: `DrawingError` if out of memory.
  @_spi(Host) public init(unwritten area: PixelRect, scale: Double) throws(DrawingError) {
    self.area = area
    self.scale = scale
    pixels = try Pixels(unwritten: area.width, area.height)
  }

  /// Creates pixels filled with a paint.
  ///
  /// - Parameters:
  ///   - area: The pixels.
  ///   - scale: Device pixels per px at scale 1.
  ///   - paint: The paint.
  ///   - box: The box that a gradient spans, px at scale 1.
  ///   - isDithered: Whether gradients are dithered.
  /// - Throws: `DrawingError`.
  @_spi(Host) public init(
    area: PixelRect, scale: Double, paint: Paint, box: Rect, isDithered: Bool = false
  ) throws {
    try self.init(unwritten: area, scale: scale)
    try draw(isDithered: isDithered) { canvas in
      cairo_set_operator(canvas.cairo, CAIRO_OPERATOR_SOURCE)
      canvas.draw(with: paint, box: box, in: nil) { cairo_paint(canvas.cairo) }
    }
  }

  /// Creates a raster from `pixels`, with its top left pixel at `x`, `y` (device pixels).
  public init(_ pixels: Pixels, x: Int, y: Int, scale: Double) {
    self.pixels = pixels
    self.scale = scale
    area = PixelRect(x: x, y: y, width: pixels.width, height: pixels.height)
  }

  /// The area in px at scale 1.
  public var rect: Rect { area.rect(scale: scale) }

  /// The pixels inside `other`, transparent outside of `area`.
  ///
  /// - Throws: `DrawingError` if out of memory.
  public func cropped(to other: PixelRect) throws -> Raster {
    guard other != area else { return self }
    let common = area.intersection(other)
    var result =
      common == other
      ? try Raster(unwritten: other, scale: scale) : try Raster(area: other, scale: scale)
    guard !common.isEmpty else { return result }
    let stride = result.pixels.bytesPerRow
    try result.pixels.withMutableBytes { target in
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

  /// The pixels around a part, sharing the same memory, for callers that only read them before the raster changes.
  /// While both exist, a write to either copies first.
  ///
  /// - Parameter part: The pixels, within `area`.
  /// - Returns: The pixels and as many to their left as vector alignment needs; `nil` if the copy before a write would
  ///   cost much more than one of the part.
  @_spi(Host) public func shared(around part: PixelRect) -> Raster? {
    guard !part.isEmpty, area.intersection(part) == part, part.width * 2 >= area.width,
      part.height * 4 >= area.height
    else { return nil }
    let (column, row) = ((part.x - area.x) & ~15, part.y - area.y)
    let x = area.x + column
    let pixels = pixels.part(
      x: column, y: row, width: part.x + part.width - x, height: part.height)
    return Raster(pixels, x: x, y: part.y, scale: scale)
  }

  /// The pixels that are completely inside `rect` (px at scale 1), for repeating or mirroring at an edge: a partly
  /// covered pixel would repeat its transparency. Returns all pixels if none is completely inside.
  ///
  /// - Throws: `DrawingError` if out of memory.
  public func cropped(within rect: Rect) throws -> Raster {
    let whole = area.intersection(PixelRect(within: rect, scale: scale))
    return whole.isEmpty ? self : try cropped(to: whole)
  }

  /// Draws onto the pixels, in px at scale 1.
  ///
  /// - Throws: Errors of `body`; `DrawingError`.
  public mutating func draw(_ body: (Canvas) throws -> Void) throws {
    try draw(isDithered: false, body)
  }

  /// Draws onto the pixels, in px at scale 1.
  ///
  /// - Parameters:
  ///   - isDithered: Whether gradients are dithered.
  ///   - body: Draws.
  /// - Throws: Errors of `body`; `DrawingError`.
  @_spi(Host) public mutating func draw(isDithered: Bool, _ body: (Canvas) throws -> Void) throws {
    let (area, scale, stride) = (area, scale, pixels.bytesPerRow)
    guard !area.isEmpty else { return }
    try pixels.withMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let surface = try CairoSurface(
        over: base, width: area.width, height: area.height, bytesPerRow: stride)
      try Self.draw(
        on: surface, area: area, scale: scale, isDithered ? Dither(origin: area) : .none, body)
    }
  }

  static func draw(
    on surface: CairoSurface, area: PixelRect, scale: Double, _ dither: Dither = .none,
    _ body: (Canvas) throws -> Void
  ) throws {
    let canvas = Canvas(surface, resolution: 1, dither: dither)
    cairo_translate(canvas.cairo, -Double(area.x), -Double(area.y))
    cairo_scale(canvas.cairo, scale, scale)
    try body(canvas)
    try canvas.finish()
    // Cairo must release memory that it does not own.
    cairo_surface_finish(surface.pointer)
  }

  /// A surface with the current pixels.
  func surface() throws(DrawingError) -> CairoSurface { try pixels.surface() }
}

extension Raster {
  /// The pixels divided by the alpha of others, at most up to opaque ones.
  ///
  /// A blur of a shape's pixels divided by that of its coverage has edges as if the pixels continued beyond the shape
  /// ("normalized convolution", Knutsson and Westin 1993).
  ///
  /// - Parameter coverage: Pixels of the same area; where they are transparent, nothing changes.
  /// - Returns: Premultiplied pixels.
  /// - Throws: `DrawingError` if out of memory.
  public func divided(byAlphaOf coverage: Raster) throws -> Raster {
    precondition(coverage.area == area, "the areas differ")
    var result = self
    let (stride, other, width) = (pixels.bytesPerRow, coverage.pixels.bytesPerRow, area.width)
    try result.pixels.withMutableBytes { target in
      coverage.pixels.withBytes { source in
        for y in 0..<area.height {
          for x in 0..<width {
            let divisor = Int(source[y * other + 4 * x + 3])
            guard divisor > 0, divisor < 255 else { continue }
            let at = y * stride + 4 * x
            func part(_ value: UInt8) -> Int {
              min(255, (Int(value) * 255 + divisor / 2) / divisor)
            }
            let alpha = part(target[at + 3])
            for channel in 0..<3 {
              target[at + channel] = UInt8(min(alpha, part(target[at + channel])))
            }
            target[at + 3] = UInt8(alpha)
          }
        }
      }
    }
    return result
  }
}

internal import CCairo

/// The masks of glyphs that are drawn again: a name under every photo, a line on every sticker. Not thread-safe.
final class GlyphMasks {
  private var cache = ContentCache<GlyphMask, Mask>(limit: 0)

  /// Removes all cached masks, and sets the limit of those that are cached from now on.
  func setLimit(bytes: Int) { cache = ContentCache(limit: bytes) }

  /// Caches masks from now on for an owner's jobs only, and finds only those that were cached for them.
  func serve(_ owner: String) { cache.owner = owner }

  /// The number of masks that were found so far.
  var found: Int { cache.hits }

  /// The mask of glyphs, made unless it is cached; `nil` if Cairo has to draw them.
  ///
  /// - Throws: `DrawingError` if out of memory.
  func mask(of glyphs: GlyphMask) throws -> Mask? {
    if let cached = cache.value(for: glyphs) { return cached }
    let isRepeated = cache.isRepeated(glyphs.hashValue)
    guard let mask = try glyphs.made() else { return nil }
    if isRepeated {
      cache.insert(mask, for: glyphs, cost: mask.coverage.count + glyphs.cost)
    }
    return mask
  }
}

/// The inputs that determine the coverage of glyphs.
struct GlyphMask: Hashable {
  /// Contours in px at scale 1, with the filled area to their right, y down.
  let path: Path
  /// From px at scale 1 to device pixels.
  let transform: DeviceTransform
  /// The stroke of the outlines; `nil` fills the glyphs.
  let stroke: StrokeStyle?
  /// The requested part of a stroke, device pixels.
  let visible: PixelRect?

  /// Maximum pixels of a mask; larger ones are left to Cairo, which needs no memory for them.
  private static let largest = 1 << 24

  /// Approximate size in memory, bytes.
  var cost: Int {
    MemoryLayout<Self>.stride + path.elements.count * MemoryLayout<Path.Element>.stride
  }

  /// Computes the coverage in device pixels; its rows are multiples of four bytes. `nil` if such a mask does not
  /// support the shape.
  ///
  /// - Throws: `DrawingError` if out of memory.
  func made() throws -> Mask? {
    guard let stroke else {
      // The choice must not depend on which glyphs are visible, because they may overlap.
      guard let glyphs = DevicePolygons(path, transform),
        glyphs.area.width * glyphs.area.height <= Self.largest
      else { return nil }
      let area = glyphs.area.ofWholeWords
      return try glyphs.coverage(of: area) ?? Mask(filling: path, transform, area: area)
    }
    guard stroke.join == .round, stroke.dash.isEmpty, let factor = transform.factor else {
      return nil
    }
    let radius = stroke.width / 2 * factor
    guard radius >= DevicePolygons.minGrowth, let glyphs = DevicePolygons(path, transform)
    else { return nil }
    // Likewise, it depends on the entire size and not on that of the visible part.
    let whole = glyphs.area.grown(by: Int(radius.rounded(.up)) + 1)
    guard whole.width * whole.height <= Self.largest else { return nil }
    return try glyphs.grownCoverage(
      by: radius, of: whole.intersection(visible ?? whole).ofWholeWords)
  }
}

extension Mask {
  /// The coverage of a path whose contours overlap, by Cairo.
  ///
  /// - Throws: `DrawingError` if out of memory.
  fileprivate init(filling path: Path, _ transform: DeviceTransform, area: PixelRect) throws {
    try self.init(area: area) { bytes in
      guard !area.isEmpty else { return }
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      let surface = try CairoSurface(
        over: bytes.baseAddress, width: area.width, height: area.height, bytesPerRow: area.width,
        format: CAIRO_FORMAT_A8)
      let canvas = Canvas(surface, isMask: true)
      cairo_translate(canvas.cairo, -Double(area.x), -Double(area.y))
      var matrix = cairo_matrix_t(
        xx: transform.xx, yx: transform.yx, xy: transform.xy, yy: transform.yy, x0: transform.x0,
        y0: transform.y0)
      cairo_transform(canvas.cairo, &matrix)
      canvas.fill(path, with: .black)
      try canvas.finish()
      // Cairo must release memory that it does not own.
      cairo_surface_finish(surface.pointer)
    }
  }
}

extension PixelRect {
  /// The rectangle widened to a multiple of 4 pixels.
  fileprivate var ofWholeWords: PixelRect {
    PixelRect(x: x, y: y, width: (width + 3) & ~3, height: height)
  }
}

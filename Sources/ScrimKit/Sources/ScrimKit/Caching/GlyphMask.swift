/// What says how the pixels of letters are covered.
struct GlyphMask: Hashable {
  /// Contours in px at scale 1, with what is filled to their right, y down.
  let path: Path
  /// From there to device pixels.
  let transform: DeviceTransform
  /// How their outlines are stroked, if they are not filled.
  let stroke: StrokeStyle?
  /// What of a stroke is wanted, in device pixels.
  let visible: PixelRect?

  /// More pixels than this are left to Cairo, which needs no memory for them.
  private static let largest = 1 << 24

  /// Bytes that this takes, nearly.
  var cost: Int {
    MemoryLayout<Self>.stride + path.elements.count * MemoryLayout<Path.Element>.stride
  }

  /// The coverage, in device pixels; its rows are of whole words. `nil` if it takes more than such a mask
  /// can give.
  ///
  /// - Throws: `DrawingError` if there is no memory.
  func made() throws -> Mask? {
    guard let stroke else {
      // Whether letters overlap must not depend on what of them is visible.
      guard let glyphs = DevicePolygons(path, transform),
        glyphs.area.width * glyphs.area.height <= Self.largest
      else { return nil }
      return try glyphs.coverage(of: glyphs.area.ofWholeWords)
    }
    guard stroke.join == .round, stroke.dash.isEmpty, let factor = transform.factor else {
      return nil
    }
    let radius = stroke.width / 2 * factor
    guard radius >= DevicePolygons.minGrowth, let glyphs = DevicePolygons(path, transform)
    else { return nil }
    // (As of letters: not whether it is large where it is seen.)
    let whole = glyphs.area.grown(by: Int(radius.rounded(.up)) + 1)
    guard whole.width * whole.height <= Self.largest else { return nil }
    return try glyphs.grownCoverage(
      by: radius, of: whole.intersection(visible ?? whole).ofWholeWords)
  }
}

extension PixelRect {
  /// The same, as much wider as makes the width a multiple of 4.
  fileprivate var ofWholeWords: PixelRect {
    PixelRect(x: x, y: y, width: (width + 3) & ~3, height: height)
  }
}

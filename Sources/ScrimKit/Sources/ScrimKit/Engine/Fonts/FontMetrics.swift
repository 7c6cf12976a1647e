internal import CCairo
internal import CPango

/// The vertical metrics of a font, px above the baseline.
struct FontMetrics: Hashable {
  let ascent: Double
  /// px below the baseline.
  let descent: Double
  /// The height of capital letters.
  let capHeight: Double

  init(_ font: UnsafeMutablePointer<PangoFont>) {
    func pixels(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }
    // Metrics are not scaled for bitmap fonts; the box of an empty glyph is the font's.
    var box = PangoRectangle()
    pango_font_get_glyph_extents(font, 0x0fff_ffff, nil, &box)
    ascent = pixels(-box.y)
    descent = pixels(box.y + box.height)
    capHeight = Self.capHeight(of: font)
  }
}

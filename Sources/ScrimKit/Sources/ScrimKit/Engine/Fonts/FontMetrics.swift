internal import CCairo
internal import CPango

/// The vertical metrics of a font, px above the baseline.
struct FontMetrics: Hashable {
  let ascent: Double
  /// px below the baseline.
  let descent: Double
  /// The space that the font wants between lines, at least 0: of `hhea`, or of `OS/2` if USE_TYPO_METRICS is set, as
  /// ascent and descent are.
  let lineGap: Double
  /// The height of capital letters.
  let capHeight: Double

  private init(ascent: Double, descent: Double, lineGap: Double, capHeight: Double) {
    (self.ascent, self.descent) = (ascent, descent)
    (self.lineGap, self.capHeight) = (lineGap, capHeight)
  }

  /// The metrics from the middle between ascent and descent.
  var central: FontMetrics {
    let half = (ascent + descent) / 2
    return FontMetrics(ascent: half, descent: half, lineGap: lineGap, capHeight: capHeight)
  }

  /// How far the alphabetic baseline is below the central one, px.
  var centralDrop: Double { (ascent - descent) / 2 }

  init(_ font: UnsafeMutablePointer<PangoFont>) {
    func pixels(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }
    // Metrics are not scaled for bitmap fonts; the box of an empty glyph is the font's.
    var box = PangoRectangle()
    pango_font_get_glyph_extents(font, 0x0fff_ffff, nil, &box)
    ascent = pixels(-box.y)
    descent = pixels(box.y + box.height)
    capHeight = Self.capHeight(of: font)
    var extents = hb_font_extents_t()
    if let face = pango_font_get_hb_font(font), hb_font_get_h_extents(face, &extents) != 0,
      extents.ascender > extents.descender
    {
      // A bitmap font's own size may be another one than that of its box.
      let unit = Double(box.height) / Double(extents.ascender - extents.descender)
      lineGap = max(0, pixels(extents.line_gap) * unit)
    } else {
      lineGap = 0
    }
  }
}

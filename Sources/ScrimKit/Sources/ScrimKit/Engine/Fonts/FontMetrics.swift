internal import CCairo
internal import CPango

/// The vertical metrics of a font, px above the baseline.
struct FontMetrics: Hashable {
  let ascent: Double
  /// px below the baseline.
  let descent: Double
  /// The upper edge of the underline.
  let underline: Double
  let underlineThickness: Double
  /// The upper edge of the strikethrough line.
  let strikethrough: Double
  let strikethroughThickness: Double
  /// The height of capital letters.
  let capHeight: Double

  init(_ font: UnsafeMutablePointer<PangoFont>) {
    let metrics = pango_font_get_metrics(font, nil)
    defer { pango_font_metrics_unref(metrics) }
    func pixels(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }
    // Metrics are not scaled for bitmap fonts; the box of an empty glyph is the font's.
    var box = PangoRectangle()
    pango_font_get_glyph_extents(font, 0x0fff_ffff, nil, &box)
    ascent = pixels(-box.y)
    descent = pixels(box.y + box.height)
    underline = pixels(pango_font_metrics_get_underline_position(metrics))
    underlineThickness = pixels(pango_font_metrics_get_underline_thickness(metrics))
    strikethrough = pixels(pango_font_metrics_get_strikethrough_position(metrics))
    strikethroughThickness = pixels(pango_font_metrics_get_strikethrough_thickness(metrics))
    capHeight = Self.capHeight(of: font)
  }
}

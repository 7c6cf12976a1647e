internal import CCairo

extension Canvas {
  /// Draws a text: the letters as one filled shape, so that translucent ones do not double where
  /// they overlap, and the colour emoji.
  ///
  /// - Throws: `DrawingError`.
  public func draw(_ text: TextLayout) throws {
    if let paint = text.paint {
      fill(text.outlines, with: paint, box: text.paintBox)
    }
    try drawColorClusters(of: text)
  }

  /// Draws the colour emoji of a text only.
  ///
  /// - Throws: `DrawingError`.
  public func drawColorClusters(of text: TextLayout) throws {
    try text.forEachDrawnGlyph { font, glyph in
      guard let image = try font.image(glyph.id) else { return }
      cairo_save(cairo)
      defer { cairo_restore(cairo) }
      cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
      cairo_translate(cairo, glyph.origin.x + image.rect.x, glyph.origin.y + image.rect.y)
      cairo_scale(cairo, image.unit, image.unit)
      cairo_set_source_surface(cairo, image.surface.pointer, 0, 0)
      cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD)
      cairo_paint(cairo)
    }
  }
}

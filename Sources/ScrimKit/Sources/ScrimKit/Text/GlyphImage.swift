internal import CCairo

/// A glyph that is a picture.
struct GlyphImage {
  let surface: CairoSurface
  /// Where it lies about the glyph's origin, px of the text.
  let rect: Rect
  /// What of that is not transparent when it is drawn.
  let ink: Rect
  /// px of the text a pixel of the surface.
  let unit: Double
}

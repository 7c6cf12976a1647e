internal import CCairo

/// The image of a glyph.
struct GlyphImage {
  let surface: CairoSurface
  /// The image's rectangle relative to the glyph's origin, px of the text.
  let rect: Rect
  /// The part of `rect` that is not transparent when drawn.
  let ink: Rect
  /// px of the text per pixel of the surface.
  let unit: Double
}

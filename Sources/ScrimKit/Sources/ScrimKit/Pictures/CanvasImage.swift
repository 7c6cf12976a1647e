internal import CCairo

/// Pixels that are ready to be drawn, any number of times and at any size.
public final class CanvasImage {
  /// Pixels a row.
  public let width: Int
  /// Rows.
  public let height: Int
  let surface: CairoSurface

  /// An image of `pixels`.
  ///
  /// - Throws: `DrawingError` if there is no memory.
  public init(_ pixels: Pixels) throws {
    width = pixels.width
    height = pixels.height
    surface = try Raster(pixels, x: 0, y: 0, scale: 1).surface()
  }
}

extension Canvas {
  /// Draws an image over a rectangle, smoothly resampled. Its edges are those of the rectangle: they
  /// do not fade.
  ///
  /// - Parameters:
  ///   - image: What to draw.
  ///   - rect: Where, px at scale 1.
  public func draw(_ image: CanvasImage, in rect: Rect) {
    guard !rect.isEmpty, image.width > 0, image.height > 0,
      let pattern = cairo_pattern_create_for_surface(image.surface.pointer)
    else { return }
    defer { cairo_pattern_destroy(pattern) }
    var matrix = cairo_matrix_t()
    cairo_matrix_init_scale(
      &matrix, Double(image.width) / rect.width, Double(image.height) / rect.height)
    cairo_matrix_translate(&matrix, -rect.x, -rect.y)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_GOOD)
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    cairo_set_source(cairo, pattern)
    Path(rect: rect).add(to: cairo, near: visibleArea)
    cairo_fill(cairo)
  }
}

internal import CCairo

extension Canvas {
  /// Draws with a transform.
  ///
  /// - Throws: Errors of `body`.
  public func transformed(by transform: Transform, _ body: (Canvas) throws -> Void) rethrows {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    var matrix = cairo_matrix_t(
      xx: transform.xx, yx: transform.yx, xy: transform.xy, yy: transform.yy,
      x0: transform.origin.x, y0: transform.origin.y)
    cairo_transform(cairo, &matrix)
    try steps(in: { .affine(transform, $0) }, body)
  }

  /// Fills the clip with pixels; beyond their edges the outermost ones are repeated.
  ///
  /// - Throws: `DrawingError`.
  @_spi(Host) public func flood(_ raster: Raster) throws {
    guard !raster.area.isEmpty else { return }
    let surface = try raster.surface()
    noteUnrecordedDrawing()
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    placePixels(x: Double(raster.area.x), y: Double(raster.area.y), scale: raster.scale)
    cairo_set_source_surface(cairo, surface.pointer, 0, 0)
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    cairo_paint(cairo)
  }
}

extension Picture {
  /// The transformed picture. Recordings stay sharp; pixels are interpolated.
  ///
  /// - Throws: `DrawingError`.
  public func transformed(by transform: Transform) throws -> Picture {
    if transform == .none { return self }
    var transformed = Picture(like: self)
    // Transformed pixels fade over half a pixel of their own.
    let area = transform.bounds(of: extent).grown(by: max(1, transform.stretch) / 2 / scale)
    // Recordings may extend beyond the extent, where an untransformed picture is clipped at integer px.
    let kept = Path(rect: extent.grown(by: 1))
    try transformed.draw(in: area) { canvas in
      canvas.transformed(by: transform) { canvas in
        canvas.clipped(to: kept) { $0.draw(self) }
      }
    }
    return transformed
  }
}

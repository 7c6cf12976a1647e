internal import CCairo

extension Canvas {
  /// Draws with a rotation.
  ///
  /// - Throws: Errors of `body`.
  public func rotated(by rotation: Rotation, _ body: (Canvas) throws -> Void) rethrows {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    var matrix = cairo_matrix_t(
      xx: rotation.cosine, yx: rotation.sine, xy: -rotation.sine, yy: rotation.cosine,
      x0: rotation.origin.x,
      y0: rotation.origin.y)
    cairo_transform(cairo, &matrix)
    try steps(in: { .rotate(rotation, $0) }, body)
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
  /// The rotated picture. Recordings stay sharp; pixels are interpolated.
  ///
  /// - Throws: `DrawingError`.
  public func rotated(by rotation: Rotation) throws -> Picture {
    if rotation == .none { return self }
    var rotated = Picture(scale: scale)
    // Rotated pixels fade over half a pixel.
    let area = rotation.bounds(of: extent).grown(by: 0.5 / scale)
    // Recordings may extend beyond the extent, where an unrotated picture is clipped at integer px.
    let kept = Path(rect: extent.grown(by: 1))
    try rotated.draw(in: area) { canvas in
      canvas.rotated(by: rotation) { canvas in
        canvas.clipped(to: kept) { $0.draw(self) }
      }
    }
    return rotated
  }
}

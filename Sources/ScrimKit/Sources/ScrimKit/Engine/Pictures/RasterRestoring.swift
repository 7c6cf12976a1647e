internal import CCairo

extension Raster {
  /// Restores the pixels outside a path. Pixels on the path's edge become a mix of old and new, by coverage.
  ///
  /// - Parameters:
  ///   - before: The old pixels; nothing is restored outside their area.
  ///   - path: The path whose inside stays, px at scale 1.
  /// - Throws: `DrawingError`.
  @_spi(Host) public mutating func restore(_ before: Raster, outside path: Path) throws {
    guard !before.area.isEmpty else { return }
    let surface = try before.surface()
    let whole = before.rect
    try draw { canvas in
      let cairo = canvas.cairo
      cairo_save(cairo)
      defer { cairo_restore(cairo) }
      cairo_rectangle(cairo, whole.x, whole.y, whole.width, whole.height)
      cairo_clip(cairo)
      path.add(to: cairo, near: nil)
      cairo_rectangle(cairo, whole.x, whole.y, whole.width, whole.height)
      cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD)
      // The path is already in device space, independent of the units at the time of the fill.
      canvas.placePixels(
        x: Double(before.area.x), y: Double(before.area.y), scale: before.scale)
      cairo_set_source_surface(cairo, surface.pointer, 0, 0)
      cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
      cairo_fill(cairo)
    }
  }
}

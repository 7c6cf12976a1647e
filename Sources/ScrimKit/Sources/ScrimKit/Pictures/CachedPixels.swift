internal import CCairo

/// What a recording came to in pixels. Copies of a picture share it.
final class CachedPixels {
  /// The pixels, and as Cairo sees them.
  fileprivate(set) var raster: Raster?
  fileprivate(set) var surface: CairoSurface?
}

extension Picture {
  /// Turns what was recorded into pixels, which are then drawn in its place: what is going to be drawn
  /// more than once in the same place of the device's pixels is so drawn once.
  ///
  /// A recording that reaches beyond the region is left alone: most of it may never be seen.
  ///
  /// - Parameter region: What is going to be drawn, px at scale 1.
  /// - Throws: `DrawingError`.
  func cachePixels(in region: Rect) throws {
    let wanted = PixelRect(covering: region, scale: scale)
    for item in items {
      guard let cached = item.cached, cached.raster == nil, item.clip == nil else { continue }
      let area = PixelRect(covering: item.reach, scale: scale)
      // (At other scales a recording may end inside a pixel.)
      guard !area.isEmpty, area.intersection(wanted) == area,
        area == PixelRect(within: item.reach, scale: scale)
      else { continue }
      var raster = try Raster(area: area, scale: scale)
      try raster.draw { $0.draw(item, .over) }
      cached.surface = try raster.surface()
      cached.raster = raster
    }
  }
}

extension Canvas {
  /// Whether pixels come to lie on the device's, so that they are copied as they are. Documents keep
  /// what was recorded.
  func isCopied(_ raster: Raster) -> Bool {
    guard cairo_surface_get_type(cairo_get_group_target(cairo)) == CAIRO_SURFACE_TYPE_IMAGE else {
      return false
    }
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < 1e-6 }
    return matrix.xy == 0 && matrix.yx == 0 && abs(matrix.xx / raster.scale - 1) < 1e-9
      && abs(matrix.yy / raster.scale - 1) < 1e-9 && isWhole(matrix.x0) && isWhole(matrix.y0)
  }
}

internal import CCairo

/// The cached pixels of a recording, shared by copies of a picture.
final class CachedPixels {
  /// The pixels; `surface` is Cairo's view of them.
  fileprivate(set) var raster: Raster?
  fileprivate(set) var surface: CairoSurface?
}

extension Picture {
  /// Rasterizes recordings and caches the pixels, so that drawing them repeatedly on the same device pixels renders
  /// them only once.
  ///
  /// A recording that extends beyond the region is skipped, because most of it may never be visible.
  ///
  /// - Parameter region: The region that will be drawn, px at scale 1.
  /// - Throws: `DrawingError`.
  func cachePixels(in region: Rect) throws {
    let wanted = PixelRect(covering: region, scale: scale)
    for item in items {
      guard let cached = item.cached, cached.raster == nil, item.clip == nil else { continue }
      let area = PixelRect(covering: item.reach, scale: scale)
      // At other scales a recording may end inside a pixel.
      guard !area.isEmpty, area.intersection(wanted) == area,
        area == PixelRect(within: item.reach, scale: scale)
      else { continue }
      var raster = try Raster(area: area, scale: scale)
      try raster.draw(isDithered: medium.isDithered) { $0.draw(item, .over) }
      cached.surface = try raster.surface()
      cached.raster = raster
    }
  }
}

extension Canvas {
  /// Whether pixels align with the device's, so that they are copied unchanged. Documents use the recording instead.
  func isCopied(_ raster: Raster) -> Bool {
    guard cairo_surface_get_type(cairo_get_group_target(cairo)) == CAIRO_SURFACE_TYPE_IMAGE else {
      return false
    }
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < 1e-6 }
    return matrix.xy == 0 && matrix.yx == 0 && abs(matrix.xx / raster.scale - 1) < 1e-9
      && abs(matrix.yy / raster.scale - 1) < 1e-9 && isWhole(matrix.x0) && isWhole(matrix.y0)
      && dither.allowsMove(x: matrix.x0, y: matrix.y0)
  }
}

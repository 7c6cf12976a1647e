internal import CCairo

/// Pixels that are ready to be drawn, any number of times and at any size.
public final class CanvasImage {
  /// Pixels a row.
  public let width: Int
  /// Rows.
  public let height: Int
  let pixels: Pixels
  /// The pixels as Cairo sees them: the same memory.
  let surface: CairoSurface

  /// An image of `pixels`.
  ///
  /// - Throws: `DrawingError` if a side is longer than Cairo can hold.
  public init(_ pixels: Pixels) throws {
    width = pixels.width
    height = pixels.height
    self.pixels = pixels
    // Memory that is not given out beyond the closure otherwise: here it lives as long as the surface,
    // and nobody else writes to what is shared.
    surface = try pixels.withBytes { bytes throws(DrawingError) in
      try CairoSurface(
        over: UnsafeMutableRawPointer(mutating: bytes.baseAddress), width: pixels.width,
        height: pixels.height, bytesPerRow: pixels.bytesPerRow)
    }
  }

  // Cairo makes itself a copy if a recording still needs the pixels.
  deinit { cairo_surface_finish(surface.pointer) }
}

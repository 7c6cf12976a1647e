/// Pixels that are ready to be drawn, any number of times and at any size.
public final class CanvasImage {
  /// Pixels a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Whether no pixel lets anything through.
  @_spi(Host) public let isOpaque: Bool
  let pixels: Pixels
  /// The pixels as Cairo sees them: the same memory.
  let surface: CairoSurface

  /// An image of `pixels`.
  ///
  /// - Throws: `DrawingError` if a side is longer than Cairo can hold.
  public convenience init(_ pixels: Pixels) throws {
    try self.init(pixels, isOpaque: pixels.isOpaque)
  }

  /// An image of pixels of which it is known whether they let anything through.
  ///
  /// - Throws: `DrawingError` if a side is longer than Cairo can hold.
  @_spi(Host) public init(_ pixels: Pixels, isOpaque: Bool) throws {
    width = pixels.width
    height = pixels.height
    self.pixels = pixels
    self.isOpaque = isOpaque
    // Of what is known to be opaque Cairo copies instead of mixing.
    surface = try pixels.surface(isOpaque: isOpaque)
  }
}

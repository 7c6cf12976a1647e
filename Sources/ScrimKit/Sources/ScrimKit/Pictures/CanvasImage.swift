/// Pixels for drawing repeatedly and at any size.
public final class CanvasImage {
  /// Width, pixels.
  public let width: Int
  /// Height, pixels.
  public let height: Int
  /// Whether all pixels are opaque.
  @_spi(Host) public let isOpaque: Bool
  /// The part of the pixels that the image covers, in pixels. An image decoded at a smaller size may end inside its
  /// last column and row.
  let shown: Rect
  let pixels: Pixels
  /// A Cairo surface on the memory of the pixels.
  let surface: CairoSurface
  /// Cached results of resampling.
  var smaller = ResampledPixels()

  /// The maximum size in memory including cached pixels, bytes.
  @_spi(Host) public var byteCount: Int {
    width * height * 4 + ResampledPixels.byteCount(ofImageOf: width * height)
  }

  /// Creates an image from `pixels`.
  ///
  /// - Throws: `DrawingError` if a side exceeds Cairo's maximum.
  public convenience init(_ pixels: Pixels) throws {
    try self.init(pixels, isOpaque: pixels.isOpaque)
  }

  /// Creates an image from pixels whose opacity is known.
  ///
  /// - Parameters:
  ///   - pixels: The pixels.
  ///   - isOpaque: Whether all pixels are opaque.
  ///   - shown: The part of them that the image covers, pixels; defaults to all.
  /// - Throws: `DrawingError` if a side exceeds Cairo's maximum.
  @_spi(Host) public init(_ pixels: Pixels, isOpaque: Bool, shown: Rect? = nil) throws {
    width = pixels.width
    height = pixels.height
    self.shown =
      shown ?? Rect(x: 0, y: 0, width: Double(pixels.width), height: Double(pixels.height))
    self.pixels = pixels
    self.isOpaque = isOpaque
    // Cairo copies opaque surfaces instead of blending them.
    surface = try pixels.surface(isOpaque: isOpaque)
  }
}

/// Pixels that are ready to be drawn, any number of times and at any size.
public final class CanvasImage {
  /// Pixels a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Whether no pixel lets anything through.
  @_spi(Host) public let isOpaque: Bool
  /// The part of the pixels that is the image: of one that was decoded smaller, what its last pixels
  /// have of it may end inside them. Pixels.
  let shown: Rect
  let pixels: Pixels
  /// The pixels as Cairo sees them: the same memory.
  let surface: CairoSurface
  /// How it looks where it was drawn before.
  var smaller = ResampledPixels()

  /// The most bytes that it takes, with what it keeps of itself.
  @_spi(Host) public var byteCount: Int {
    width * height * 4 + ResampledPixels.byteCount(ofImageOf: width * height)
  }

  /// An image of `pixels`.
  ///
  /// - Throws: `DrawingError` if a side is longer than Cairo can hold.
  public convenience init(_ pixels: Pixels) throws {
    try self.init(pixels, isOpaque: pixels.isOpaque)
  }

  /// An image of pixels of which it is known whether they let anything through.
  ///
  /// - Parameters:
  ///   - pixels: The pixels.
  ///   - isOpaque: Whether none lets anything through.
  ///   - shown: The part of them that is the image, pixels; all if not given.
  /// - Throws: `DrawingError` if a side is longer than Cairo can hold.
  @_spi(Host) public init(_ pixels: Pixels, isOpaque: Bool, shown: Rect? = nil) throws {
    width = pixels.width
    height = pixels.height
    self.shown =
      shown ?? Rect(x: 0, y: 0, width: Double(pixels.width), height: Double(pixels.height))
    self.pixels = pixels
    self.isOpaque = isOpaque
    // Of what is known to be opaque Cairo copies instead of mixing.
    surface = try pixels.surface(isOpaque: isOpaque)
  }
}

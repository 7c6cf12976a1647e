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

extension CanvasImage {
  /// A copy of its pixels, one a px, from (0, 0): for an effect that looks colours up in it.
  ///
  /// - Returns: The pixels, at scale 1.
  /// - Throws: `DrawingError` if out of memory.
  public func raster() throws -> Raster {
    var raster = try Raster(
      area: PixelRect(x: 0, y: 0, width: width, height: height), scale: 1)
    let whole = raster.rect
    try raster.draw { $0.draw(self, in: whole) }
    return raster
  }
}

extension Canvas {
  /// Draws an image over a rectangle, resampled with a cubic kernel.
  ///
  /// The image's edges are those of the rectangle: they do not fade, and no pixels from outside the image are mixed in.
  /// At its original size on integer device pixels it is copied.
  ///
  /// - Parameters:
  ///   - image: The image. Only the visible part is resampled.
  ///   - rect: The rectangle, px at scale 1.
  public func draw(_ image: CanvasImage, in rect: Rect) {
    guard !rect.isEmpty, image.width > 0, image.height > 0 else { return }
    let visible = visibleArea
    // Limits a huge image to a size that Cairo supports.
    let shown = visible.map { rect.intersection($0) } ?? rect
    guard !shown.isEmpty else { return }
    clipped(to: Path(rect: shown)) { canvas in
      if let resolution = canvas.resolution, let visible {
        canvas.drawPixels(of: image, in: rect, visible: visible, resolution: resolution)
      } else {
        canvas.step(.image(image, rect), isRepeatable: canvas.resamplesLater) {
          canvas.drawWhole(image, in: rect)
        }
      }
    }
  }
}

/// What a picture file says of itself before any pixel is decoded.
package struct ImageHeader: Sendable, Hashable {
  /// A format that can be decoded.
  package enum Kind: String, Sendable, Hashable {
    /// Portable Network Graphics.
    case png = "PNG"
    /// JPEG: baseline or progressive.
    case jpeg = "JPEG"
    /// WebP: lossy, lossless or animated.
    case webp = "WebP"
  }

  /// The format.
  package let kind: Kind
  /// Pixels a row as stored, before `orientation` is applied.
  package let storedWidth: Int
  /// Rows as stored, before `orientation` is applied.
  package let storedHeight: Int
  /// How the stored picture has to be turned to be upright.
  package let orientation: Orientation

  /// Pixels a row of the upright picture.
  package var width: Int { orientation.swapsAxes ? storedHeight : storedWidth }
  /// Rows of the upright picture.
  package var height: Int { orientation.swapsAxes ? storedWidth : storedHeight }
}

/// What a picture may be, checked on its header.
package struct DecodingLimits: Sendable, Hashable {
  /// The most bytes that the file may have.
  package var bytes: Int
  /// The most pixels that the picture may have.
  package var pixels: Int
  /// The longest side, in pixels; Cairo can hold no more than 32,767.
  package var side: Int

  /// The limits of JOB-FORMAT: 64 MiB, 50 million pixels.
  package static let standard = DecodingLimits()

  /// Sets limits; the defaults are JOB-FORMAT's.
  package init(bytes: Int = 64 << 20, pixels: Int = 50_000_000, side: Int = 32_767) {
    self.bytes = bytes
    self.pixels = pixels
    self.side = side
  }

  func check(byteCount: Int) throws(CodecError) {
    guard byteCount > bytes else { return }
    throw CodecError(
      .tooLarge, "The file has \(byteCount) bytes; at most \(bytes) are allowed.")
  }

  func check(_ header: ImageHeader) throws(CodecError) {
    guard max(header.width, header.height) <= side else {
      throw CodecError(
        .tooLarge,
        "The image is \(header.width) × \(header.height) px; each side may have at most \(side) px."
      )
    }
    guard header.width * header.height <= pixels else {
      throw CodecError(
        .tooLarge,
        "The image is \(header.width) × \(header.height) = \(header.width * header.height) px; "
          + "at most \(pixels) px are allowed.")
    }
  }
}

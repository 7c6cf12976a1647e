import ScrimDocument

/// The header of an image file, read before any pixel is decoded.
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
  /// Stored width in pixels, before `orientation` is applied.
  package let storedWidth: Int
  /// Stored height in pixels, before `orientation` is applied.
  package let storedHeight: Int
  /// The rotation and reflection that make the stored image upright.
  package let orientation: Orientation

  /// Width of the upright image in pixels.
  package var width: Int { orientation.swapsAxes ? storedHeight : storedWidth }
  /// Height of the upright image in pixels.
  package var height: Int { orientation.swapsAxes ? storedWidth : storedHeight }
}

/// The limits of an image, checked on its header.
package struct DecodingLimits: Sendable, Hashable {
  /// Maximum size of the file in bytes.
  package var bytes: Int
  /// Maximum number of pixels.
  package var pixels: Int
  /// Maximum width and height in pixels; Cairo's limit is 32,767.
  package var side: Int

  /// The default limits.
  package static let standard = DecodingLimits()

  package init(
    bytes: Int = RenderLimits.standard.inputBytes,
    pixels: Int = RenderLimits.standard.inputPixels, side: Int = 32_767
  ) {
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

extension ImageHeader.Kind {
  /// Formats that cannot be decoded but are named in the error.
  private static let unreadable: [(name: String, offset: Int, bytes: [UInt8])] = [
    ("GIF", 0, Array("GIF8".utf8)), ("AVIF", 4, Array("ftypavi".utf8)),
    ("HEIF", 4, Array("ftyphei".utf8)), ("HEIF", 4, Array("ftypmif1".utf8)),
    ("TIFF", 0, [0x49, 0x49, 0x2a, 0]), ("TIFF", 0, [0x4d, 0x4d, 0, 0x2a]),
  ]

  /// Detects a format by the first bytes of a file.
  ///
  /// - Throws: `CodecError` for formats other than PNG, JPEG and WebP.
  init(of file: UnsafeRawBufferPointer) throws(CodecError) {
    if file.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if file.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if file.starts(with: "RIFF".utf8), file.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if let other = Self.unreadable.first(where: {
      file.dropFirst($0.offset).starts(with: $0.bytes)
    }) {
      throw CodecError(
        .notAvailable,
        "\(other.name) is not available in this version: use PNG, JPEG, WebP or SVG.")
    } else {
      throw CodecError(
        .unknownFormat, file.isEmpty ? "The file is empty." : "Not a PNG, JPEG, WebP or SVG file.")
    }
  }
}

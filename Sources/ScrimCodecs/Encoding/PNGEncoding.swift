internal import CCodecs
@_spi(Host) package import ScrimKit

/// Writes PNG: 8 bits per channel, marked as sRGB. RGB if every pixel is opaque; otherwise RGBA with the colours
/// un-premultiplied (rounded to nearest, so that decoding restores the same premultiplied pixels). Equal pixels give
/// equal bytes.
package enum PNGEncoding {
  /// The trade-off between encoding time and file size.
  package enum Compression: String, Sendable, Hashable, CaseIterable {
    /// Slightly larger, several times as fast.
    case fast
    /// Smaller.
    case small

    fileprivate var level: Int32 {
      switch self {
      case .fast: 1
      case .small: 9
      }
    }
  }

  /// Encodes an image.
  ///
  /// - Parameters:
  ///   - pixels: Premultiplied sRGB, at least one pixel.
  ///   - compression: The trade-off between encoding time and file size.
  ///   - isOpaque: Whether the image is known to be opaque, so that its alpha is not scanned.
  ///   - limit: Maximum size of the file in bytes.
  /// - Returns: The complete file.
  /// - Throws: `CodecError` if the file would exceed the limit, the image is empty or memory cannot be allocated.
  package static func encode(
    _ pixels: Pixels, compression: Compression = .fast, isOpaque: Bool = false,
    limit: Int = 256 << 20
  ) throws(CodecError) -> [UInt8] {
    try EncodedBytes.make(pixels, as: .png, side: longestSide, limit: limit) {
      source, outcome in
      scrim_png_encode(source, isOpaque ? 1 : 0, compression.level, limit, outcome)
    }
  }

  /// Encodes an image with a palette.
  ///
  /// - Parameters:
  ///   - pixels: Premultiplied sRGB, at least one pixel.
  ///   - colors: The most colours, 2…256; an image with no more of them keeps each.
  ///   - limit: Maximum size of the file in bytes.
  /// - Returns: The complete file.
  /// - Throws: `CodecError` if the file would exceed the limit, the image is empty or memory cannot be allocated.
  package static func encode(
    _ pixels: Pixels, colors: Int, limit: Int = 256 << 20
  ) throws(CodecError) -> [UInt8] {
    try EncodedBytes.checkMemory(pixels.width * pixels.height * 5, writing: .png)
    let palette = Palette(pixels, atMost: colors)
    let parts = palette.colors.flatMap { [$0.x, $0.y, $0.z, $0.w] }
    return try EncodedBytes.make(pixels, as: .png, side: longestSide, limit: limit) {
      source, outcome in
      palette.indices.withUnsafeBufferPointer { indices in
        parts.withUnsafeBufferPointer { parts in
          scrim_png_encode_indexed(
            scrim_indexed(
              indices: indices.baseAddress, width: source.width, height: source.height,
              palette: parts.baseAddress, colors: UInt32(palette.colors.count)), limit, outcome)
        }
      }
    }
  }

  private static let longestSide = 0x7fff_ffff
}

internal import CCodecs
@_spi(Host) package import ScrimKit

/// Writes PNG: 8 bits a channel, RGB if every pixel is opaque and otherwise RGBA with the colours
/// un-premultiplied (rounded to nearest, so that reading it back gives the same premultiplied
/// pixels), marked as sRGB. Equal pixels give equal bytes.
package enum PNGEncoding {
  /// How much time goes into a smaller file.
  package enum Compression: String, Sendable, Hashable, CaseIterable {
    /// A little larger, several times as fast.
    case fast
    /// Small.
    case small

    fileprivate var level: Int32 {
      switch self {
      case .fast: 1
      case .small: 9
      }
    }
  }

  /// Encodes a picture.
  ///
  /// - Parameters:
  ///   - pixels: Premultiplied sRGB, at least one pixel.
  ///   - compression: How much time goes into a smaller file.
  ///   - isOpaque: Whether it is known to be opaque, so that nobody has to look.
  ///   - limit: The most bytes that the file may have.
  /// - Returns: The whole file.
  /// - Throws: `CodecError` if the file would be over the limit, the picture is empty or no memory
  ///   is left.
  package static func encode(
    _ pixels: Pixels, compression: Compression = .fast, isOpaque: Bool = false,
    limit: Int = 256 << 20
  ) throws(CodecError) -> [UInt8] {
    try EncodedBytes.make(pixels, as: .png, side: longestSide, limit: limit) {
      source, outcome in
      scrim_png_encode(source, isOpaque ? 1 : 0, compression.level, limit, outcome)
    }
  }

  private static let longestSide = 0x7fff_ffff
}

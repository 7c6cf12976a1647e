internal import CCodecs
package import ScrimKit

/// Writes WebP: a single picture with its alpha, no metadata, which means sRGB. Equal pixels give
/// equal bytes.
package enum WebPEncoding {
  /// What may be lost.
  package enum Mode: Sendable, Hashable {
    /// Colours, in halved chroma (4:2:0); the alpha is kept exactly. `quality` is 1…100 as libwebp
    /// means it; a number outside is taken as the nearest inside.
    case lossy(quality: Int)
    /// Nothing: the straight colours, rounded to nearest, come back exactly.
    case lossless
  }

  /// The longest side that the format has, in pixels.
  package static let longestSide = 16_383

  /// Encodes a picture.
  ///
  /// - Parameters:
  ///   - pixels: Premultiplied sRGB, at least one pixel, no side over `longestSide`.
  ///   - mode: What may be lost.
  ///   - limit: The most bytes that the file may have.
  /// - Returns: The whole file.
  /// - Throws: `CodecError` if the file would be over the limit, the picture is empty or too long
  ///   on a side, or no memory is left.
  package static func encode(
    _ pixels: Pixels, _ mode: Mode = .lossy(quality: 85), limit: Int = 256 << 20
  ) throws(CodecError) -> [UInt8] {
    try EncodedBytes.make(pixels, as: .webp, side: longestSide, limit: limit) { source, outcome in
      switch mode {
      case .lossy(let quality):
        scrim_webp_encode(
          source, 0, Int32(min(max(quality, 1), 100)), lossyMethod, limit, outcome)
      case .lossless: scrim_webp_encode(source, 1, 0, losslessLevel, limit, outcome)
      }
    }
  }

  // Both chosen by measurement: docs/decisions/2026-11-21-image-codecs.md.

  /// libwebp's method, 0 (fast) … 6 (small).
  private static let lossyMethod: Int32 = 4
  /// libwebp's level of effort, 0 (fast) … 9 (small).
  private static let losslessLevel: Int32 = 3
}

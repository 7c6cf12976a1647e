internal import CCodecs
package import ScrimKit

/// Writes WebP: a single image with alpha, without metadata, which implies sRGB. Equal pixels give equal bytes.
package enum WebPEncoding {
  /// Lossy or lossless compression.
  package enum Mode: Sendable, Hashable {
    /// Lossy colours with subsampled chroma (4:2:0); the alpha is lossless. `quality` is libwebp's, 1…100; clamped.
    case lossy(quality: Int)
    /// Lossless: the straight colours, rounded to nearest, are restored exactly.
    case lossless
  }

  /// The format's maximum width and height in pixels.
  package static let longestSide = 16_383

  /// Encodes an image.
  ///
  /// - Parameters:
  ///   - pixels: Premultiplied sRGB, at least one pixel, no side over `longestSide`.
  ///   - mode: Lossy or lossless.
  ///   - limit: Maximum size of the file in bytes.
  /// - Returns: The complete file.
  /// - Throws: `CodecError` if the file would exceed the limit, the image is empty or a side is too long, or memory
  ///   cannot be allocated.
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
  /// libwebp's effort level, 0 (fast) … 9 (small).
  private static let losslessLevel: Int32 = 3
}

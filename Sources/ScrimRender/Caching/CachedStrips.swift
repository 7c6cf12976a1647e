import ScrimCodecs

/// The JPEG strips of a cached lower part of a canvas. Where nothing is drawn over it, they need not be encoded
/// again.
///
/// Holds the strips of one quality at a time.
final class CachedStrips {
  private var quality = 0
  private var strips: [Int: [UInt8]] = [:]
  private var byteCount = 0
  /// Maximum size of all strips, in bytes.
  let limit: Int

  /// - Parameter limit: Maximum size of all strips, in bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// Returns a strip on which nothing was drawn, from the cache if possible.
  ///
  /// - Parameters:
  ///   - top: Its first row.
  ///   - quality: The encoder's quality.
  ///   - encode: Encodes the strip if it is not cached.
  /// - Returns: The result of `encode`, possibly of an earlier call.
  /// - Throws: Errors of `encode`.
  func strip(
    at top: Int, quality: Int, encode: () throws(CodecError) -> [UInt8]
  ) throws(CodecError) -> [UInt8] {
    if quality != self.quality { (strips, byteCount, self.quality) = ([:], 0, quality) }
    if let strip = strips[top] { return strip }
    let strip = try encode()
    if byteCount + strip.count <= limit {
      strips[top] = strip
      byteCount += strip.count
    }
    return strip
  }
}

/// A cached image that a target was filled with, and the changes since.
struct CachedTarget {
  let strips: CachedStrips
  /// The rows of device pixels that were drawn over.
  var touched: [Range<Int>] = []
}

extension CachedTarget: JPEGStripCache {
  func strip(
    _ rows: Range<Int>, quality: Int, encode: () throws(CodecError) -> [UInt8]
  ) throws(CodecError) -> [UInt8] {
    if touched.contains(where: rows.overlaps) { return try encode() }
    return try strips.strip(at: rows.lowerBound, quality: quality, encode: encode)
  }
}

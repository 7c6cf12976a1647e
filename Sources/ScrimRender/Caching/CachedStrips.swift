import ScrimCodecs

/// What the strips of a kept lower part of a canvas are as JPEG: where nothing is drawn over it, they need
/// not be encoded again.
///
/// Those of one quality at a time.
final class CachedStrips {
  private var quality = 0
  private var strips: [Int: [UInt8]] = [:]
  private var byteCount = 0
  /// What they may take, bytes.
  let limit: Int

  /// - Parameter limit: What they may take, bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// A strip on which nothing was drawn.
  ///
  /// - Parameters:
  ///   - top: Its first row.
  ///   - quality: As the encoder was told.
  ///   - encode: Encodes it if it is not kept.
  /// - Returns: What `encode` returned some time.
  /// - Throws: What `encode` throws.
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

/// What of a canvas is as it was kept.
struct CachedTarget {
  let strips: CachedStrips
  /// The rows of device pixels on which something was drawn since.
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

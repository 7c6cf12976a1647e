internal import CCodecs
@_spi(Host) package import ScrimKit
internal import Synchronization

/// Writes baseline JPEG: sRGB as YCbCr, with chroma subsampled in both directions (4:2:0) below quality 90 and in
/// full (4:4:4) from 90 on, unless it is given. Equal pixels give equal bytes.
///
/// All but small images have a restart marker after each row of blocks, so that strips can be encoded independently:
/// large images in strips on several CPU cores, and cached strips are reused.
package enum JPEGEncoding {
  /// The opaque colour that the image is flattened onto, since JPEG has no transparency; sRGB.
  package struct Background: Sendable, Hashable {
    /// Red, 0…255.
    package var red: UInt8
    /// Green, 0…255.
    package var green: UInt8
    /// Blue, 0…255.
    package var blue: UInt8

    /// White, the job format's default.
    package static let white = Background(red: 255, green: 255, blue: 255)

    /// Creates a colour from its components.
    package init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// The format's maximum width and height that libraries read, in pixels.
  package static let longestSide = 65_500

  /// Images with fewer pixels have no restart markers, which would make the file 1 % larger.
  package static let minMarkedPixels = 1 << 18

  /// Encodes an image.
  ///
  /// - Parameters:
  ///   - pixels: Premultiplied sRGB, at least one pixel, no side over `longestSide`.
  ///   - quality: libjpeg's quality, 1…100; clamped.
  ///   - background: The background where the image is not opaque.
  ///   - isOpaque: Whether the image is known to be opaque, so that its alpha is not scanned.
  ///   - limit: Maximum size of the file in bytes.
  /// - Returns: The complete file.
  /// - Throws: `CodecError` if the file would exceed the limit, the image is empty or a side is too long, or memory
  ///   cannot be allocated.
  package static func encode(
    _ pixels: Pixels, quality: Int = 85, background: Background = .white, isOpaque: Bool = false,
    limit: Int = 256 << 20
  ) throws(CodecError) -> [UInt8] {
    try encode(
      pixels, quality: quality, background: background, isOpaque: isOpaque, cached: nil,
      limit: limit)
  }

  /// Encodes an image as `encode(_:quality:background:isOpaque:limit:)` does; an opaque one's strips can come from a
  /// cache, whose strips have the chroma that their quality chooses. `hasFullChroma` is 4:4:4 if true, 4:2:0 if false,
  /// whatever the quality.
  package static func encode(
    _ pixels: Pixels, quality: Int, hasFullChroma: Bool? = nil, background: Background,
    isOpaque: Bool, cached: (any JPEGStripCache)?, limit: Int = 256 << 20
  ) throws(CodecError) -> [UInt8] {
    let count = pixels.width * pixels.height
    func encode(_ rows: Range<Int>) throws(CodecError) -> [UInt8] {
      let paint = [background.blue, background.green, background.red]
      return try EncodedBytes.make(pixels, as: .jpeg, side: longestSide, limit: limit, rows: rows) {
        source, outcome in
        scrim_jpeg_encode(
          source, isOpaque ? 1 : 0, Int32(min(max(quality, 1), 100)),
          hasFullChroma ?? (quality >= 90) ? 1 : 0,
          count >= minMarkedPixels ? 1 : 0, paint, limit, outcome)
      }
    }
    let strips: [[UInt8]]
    if count >= ParallelRows.minPixels {
      strips = try inParallel(pixels, encode)
    } else if let cached, count >= minMarkedPixels {
      strips = try inStrips(pixels, quality, cached, encode)
    } else {
      return try encode(0..<pixels.height)
    }
    try EncodedBytes.checkMemory(strips.reduce(0) { $0 + $1.count }, writing: .jpeg)
    let file = JPEGStrips.joined(strips, height: pixels.height)
    guard file.count <= limit else { throw CodecError.overLimit(limit, writing: .jpeg) }
    return file
  }

  /// Strips for parallel encoding.
  private static func inParallel(
    _ pixels: Pixels, _ encode: (Range<Int>) throws(CodecError) -> [UInt8]
  ) throws(CodecError) -> [[UInt8]] {
    let encoded = Mutex<[Int: Result<[UInt8], CodecError>]>([:])
    ParallelRows.run(0..<pixels.height, width: pixels.width, multiple: JPEGStrips.height) { rows in
      let strip = Result { () throws(CodecError) in try encode(rows) }
      encoded.withLock { $0[rows.lowerBound] = strip }
    }
    var strips: [[UInt8]] = []
    for (_, strip) in encoded.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      strips.append(try strip.get())
    }
    return strips
  }

  /// Strips of the height that the cache uses; cached ones are not encoded again.
  private static func inStrips(
    _ pixels: Pixels, _ quality: Int, _ cached: any JPEGStripCache,
    _ encode: (Range<Int>) throws(CodecError) -> [UInt8]
  ) throws(CodecError) -> [[UInt8]] {
    var strips: [[UInt8]] = []
    for top in stride(from: 0, to: pixels.height, by: JPEGStrips.height) {
      let rows = top..<min(top + JPEGStrips.height, pixels.height)
      strips.append(
        try cached.strip(rows, quality: quality) { () throws(CodecError) in try encode(rows) })
    }
    return strips
  }
}

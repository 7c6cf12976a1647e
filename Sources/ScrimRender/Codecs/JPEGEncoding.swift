internal import CCodecs
@_spi(Host) package import ScrimKit
internal import Synchronization

/// Writes baseline JPEG: sRGB as YCbCr, the chroma halved both ways (4:2:0) below quality 90 and
/// whole (4:4:4) from there on. Equal pixels give equal bytes.
///
/// Large pictures are written in strips, by several processors at once: with a restart marker after each row of blocks
/// nothing before it is needed to write what follows.
package enum JPEGEncoding {
  /// An opaque colour to lay the picture on, since JPEG knows no transparency; sRGB.
  package struct Background: Sendable, Hashable {
    /// Red, 0…255.
    package var red: UInt8
    /// Green, 0…255.
    package var green: UInt8
    /// Blue, 0…255.
    package var blue: UInt8

    /// White, the job format's default.
    package static let white = Background(red: 255, green: 255, blue: 255)

    /// Names a colour by its components.
    package init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// The longest side that the format's libraries read, in pixels.
  package static let longestSide = 65_500

  /// Encodes a picture.
  ///
  /// - Parameters:
  ///   - pixels: Premultiplied sRGB, at least one pixel, no side over `longestSide`.
  ///   - quality: 1…100, as libjpeg means it; a number outside is taken as the nearest inside.
  ///   - background: What shows through where the picture isn't opaque.
  ///   - isOpaque: Whether it is known to be opaque, so that nobody has to look.
  ///   - limit: The most bytes that the file may have.
  /// - Returns: The whole file.
  /// - Throws: `CodecError` if the file would be over the limit, the picture is empty or too long
  ///   on a side, or no memory is left.
  package static func encode(
    _ pixels: Pixels, quality: Int = 85, background: Background = .white, isOpaque: Bool = false,
    limit: Int = 256 << 20
  ) throws(CodecError) -> [UInt8] {
    let isLarge = pixels.width * pixels.height >= Bands.leastPixels
    func encode(_ rows: Range<Int>) throws(CodecError) -> [UInt8] {
      let paint = [background.blue, background.green, background.red]
      return try EncodedBytes.make(pixels, as: .jpeg, side: longestSide, limit: limit, rows: rows) {
        source, outcome in
        scrim_jpeg_encode(
          source, isOpaque ? 1 : 0, Int32(min(max(quality, 1), 100)), quality >= 90 ? 1 : 0,
          isLarge ? 1 : 0, paint, limit, outcome)
      }
    }
    guard isLarge else { return try encode(0..<pixels.height) }
    let encoded = Mutex<[Int: Result<[UInt8], CodecError>]>([:])
    Bands.run(0..<pixels.height, width: pixels.width, multiple: JPEGStrips.height) { rows in
      let strip = Result { () throws(CodecError) in try encode(rows) }
      encoded.withLock { $0[rows.lowerBound] = strip }
    }
    var strips: [[UInt8]] = []
    for (_, strip) in encoded.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      strips.append(try strip.get())
    }
    let file = JPEGStrips.joined(strips, height: pixels.height)
    guard file.count <= limit else { throw CodecError.overLimit(limit, writing: .jpeg) }
    return file
  }
}

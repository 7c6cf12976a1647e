internal import CCodecs
@_spi(Host) package import ScrimKit
internal import Synchronization

/// Writes PNG: 8 bits a channel, RGB if every pixel is opaque and otherwise RGBA with the colours
/// un-premultiplied (rounded to nearest, so that reading it back gives the same premultiplied
/// pixels), marked as sRGB. Equal pixels give equal bytes.
///
/// Large pictures are written in strips, by several processors at once; how many there are changes no byte.
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
    guard pixels.width * pixels.height < Bands.leastPixels else {
      return try strips(of: pixels, compression.level, isOpaque, limit)
    }
    return try EncodedBytes.make(pixels, as: .png, side: longestSide, limit: limit) {
      source, outcome in
      scrim_png_encode(source, isOpaque ? 1 : 0, compression.level, limit, outcome)
    }
  }

  private static let longestSide = 0x7fff_ffff
  /// Of a strip before it is packed, bytes: so many that it makes no difference that a strip knows nothing of
  /// the one before, and so few that all of a worker's memory is hardly more.
  private static let stripBytes = 4 << 20

  private struct Strip {
    let bytes: [UInt8]
    let checksum: UInt32
  }

  private static func strips(
    of pixels: Pixels, _ level: Int32, _ isOpaque: Bool, _ limit: Int
  ) throws(CodecError) -> [UInt8] {
    func bytes(
      _ encode: (scrim_source, UnsafeMutablePointer<scrim_outcome>) -> scrim_encoded
    ) throws(CodecError) -> [UInt8] {
      try EncodedBytes.make(pixels, as: .png, side: longestSide, limit: limit, encode)
    }
    var outcome = scrim_outcome()
    let plan = EncodedBytes.withSource(of: pixels, rows: 0..<pixels.height) {
      scrim_png_choose($0, isOpaque ? 1 : 0, level, &outcome)
    }
    if let error = CodecError(outcome, writing: .png, limit: limit) { throw error }
    let rowBytes = pixels.width * Int(plan.pixel_size) + 1
    let height = max(1, stripBytes / rowBytes)
    var file = try bytes { scrim_png_head($0, plan, $1) }
    var checksum: UInt32 = 1
    let packed = try inBands(pixels, height: height, limit: limit) { rows throws(CodecError) in
      var checksum: UInt32 = 0
      let bytes = try bytes {
        scrim_png_strip(
          $0, plan, UInt32(rows.lowerBound), UInt32(rows.upperBound), &checksum, $1)
      }
      return Strip(bytes: bytes, checksum: checksum)
    }
    try EncodedBytes.checkMemory(packed.reduce(0) { $0 + $1.bytes.count }, writing: .png)
    for (number, strip) in packed.enumerated() {
      file += strip.bytes
      let rows = min(height, pixels.height - number * height)
      checksum = scrim_png_checksum(checksum, strip.checksum, rows * rowBytes)
    }
    file += try bytes { scrim_png_tail(checksum, $1) }
    guard file.count <= limit else { throw CodecError.overLimit(limit, writing: .png) }
    return file
  }

  /// Writes strips of so many rows, until one fails or all together are over the limit.
  private static func inBands(
    _ pixels: Pixels, height: Int, limit: Int,
    _ encode: (Range<Int>) throws(CodecError) -> Strip
  ) throws(CodecError) -> [Strip] {
    struct Written {
      var strips: [Int: Strip] = [:]
      var count = 0
      var error: CodecError?
    }
    let written = Mutex(Written())
    Bands.run(0..<pixels.height, width: pixels.width, multiple: height) { rows in
      for top in stride(from: rows.lowerBound, to: rows.upperBound, by: height) {
        guard written.withLock({ $0.error == nil }) else { return }
        let strip = Result { () throws(CodecError) in
          try encode(top..<min(top + height, rows.upperBound))
        }
        written.withLock { written in
          switch strip {
          case .success(let strip):
            written.strips[top] = strip
            written.count += strip.bytes.count
            if written.count > limit { written.error = .overLimit(limit, writing: .png) }
          case .failure(let error):
            written.error = error
          }
        }
      }
    }
    let all = written.withLock { $0 }
    if let error = all.error { throw error }
    return all.strips.sorted { $0.key < $1.key }.map(\.value)
  }
}

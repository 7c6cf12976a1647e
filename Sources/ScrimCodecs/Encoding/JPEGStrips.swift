/// Puts pictures one below the other without decoding them.
enum JPEGStrips {
  /// Strips begin at multiples of so many rows: eight rows of blocks of 16 pixels, or twice as many of 8, after which
  /// the numbers of restart markers begin anew.
  static let height = 128

  /// Joins what one encoder wrote.
  ///
  /// - Parameters:
  ///   - strips: Files of the same width and settings, with a restart marker after each row of blocks; from the top,
  ///     each but the last as high as `height` or a multiple of it.
  ///   - height: Of all together.
  /// - Returns: One file.
  static func joined(_ strips: [[UInt8]], height: Int) -> [UInt8] {
    guard var file = strips.first, strips.count > 1 else { return strips.first ?? [] }
    let (frame, _) = places(in: file)
    // T.81, B.2.2: length, precision, then the number of lines.
    file[frame + 5] = UInt8(truncatingIfNeeded: height >> 8)
    file[frame + 6] = UInt8(truncatingIfNeeded: height)
    for strip in strips.dropFirst() {
      // In place of the end of the image.
      file.removeLast(2)
      file += [0xff, 0xd7]
      file += strip[places(in: strip).data...]
    }
    return file
  }

  /// Where the marker of the frame header and the entropy-coded data are (T.81, B.1.1).
  private static func places(in file: [UInt8]) -> (frame: Int, data: Int) {
    var (at, frame) = (2, 2)
    while true {
      let end = at + 2 + (Int(file[at + 2]) << 8 | Int(file[at + 3]))
      if file[at + 1] == 0xc0 { frame = at }
      if file[at + 1] == 0xda { return (frame, end) }
      at = end
    }
  }
}

/// Strips of a canvas that were encoded before.
package protocol JPEGStripCache {
  /// A strip of a canvas.
  ///
  /// - Parameters:
  ///   - rows: Its rows of device pixels.
  ///   - quality: The encoder's.
  ///   - encode: Encodes it if it is not cached or has changed.
  /// - Returns: What `encode` returns, or returned before for the same pixels.
  /// - Throws: What `encode` throws.
  func strip(
    _ rows: Range<Int>, quality: Int, encode: () throws(CodecError) -> [UInt8]
  ) throws(CodecError) -> [UInt8]
}

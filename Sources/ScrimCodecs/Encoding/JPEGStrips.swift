/// Joins JPEG files vertically without decoding them.
enum JPEGStrips {
  /// Strips begin at multiples of this number of rows: eight rows of 16-pixel blocks, or twice as many of 8-pixel
  /// blocks, after which the numbers of restart markers repeat.
  static let height = 128

  /// Joins the files of one encoder.
  ///
  /// - Parameters:
  ///   - strips: Files of the same width and settings, with a restart marker after each row of blocks; from the top,
  ///     each but the last of a height that is a multiple of `height`.
  ///   - height: The total height.
  /// - Returns: One file.
  static func joined(_ strips: [[UInt8]], height: Int) -> [UInt8] {
    guard var file = strips.first, strips.count > 1 else { return strips.first ?? [] }
    let (frame, _) = places(in: file)
    // T.81, B.2.2: length, precision, then the number of lines.
    file[frame + 5] = UInt8(truncatingIfNeeded: height >> 8)
    file[frame + 6] = UInt8(truncatingIfNeeded: height)
    for strip in strips.dropFirst() {
      // Replaces the end-of-image marker.
      file.removeLast(2)
      file += [0xff, 0xd7]
      file += strip[places(in: strip).data...]
    }
    return file
  }

  /// The offsets of the frame header's marker and of the entropy-coded data (T.81, B.1.1).
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

/// A cache of encoded strips of a canvas.
package protocol JPEGStripCache {
  /// Returns a strip of a canvas.
  ///
  /// - Parameters:
  ///   - rows: Its rows of device pixels.
  ///   - quality: The encoder's quality.
  ///   - encode: Encodes the strip if it is not cached or has changed.
  /// - Returns: The result of `encode`, possibly of an earlier call for the same pixels.
  /// - Throws: Errors of `encode`.
  func strip(
    _ rows: Range<Int>, quality: Int, encode: () throws(CodecError) -> [UInt8]
  ) throws(CodecError) -> [UInt8]
}

/// Bytes to blur, or to blur into: a block of pixels of one or four channels that somebody else owns.
struct BlurPlane {
  /// The first byte of the top left pixel.
  let base: UnsafeMutableRawPointer
  /// From one row to the next.
  let bytesPerRow: Int
  /// Bytes a pixel: 1 or 4.
  let channels: Int
  /// Which pixels of the canvas they are.
  let area: PixelRect

  /// The first byte of a row of the canvas.
  @inline(__always)
  func row(_ y: Int) -> UnsafeMutableRawPointer { base + (y &- area.y) &* bytesPerRow }

  /// Some rows of it.
  func band(_ rows: Range<Int>) -> BlurPlane {
    BlurPlane(
      base: row(rows.lowerBound), bytesPerRow: bytesPerRow, channels: channels,
      area: PixelRect(x: area.x, y: rows.lowerBound, width: area.width, height: rows.count))
  }

  /// Whether it is better written past the caches: it is larger than the second one of today's
  /// CPUs, and a line that is written in part is read first, which is half of the time then.
  var isStreamed: Bool {
    area.height * bytesPerRow > 4 << 20 && (Int(bitPattern: base) | bytesPerRow) & 31 == 0
  }
}

extension PixelRect {
  /// The columns of the canvas.
  var columns: Range<Int> { x..<x + width }
  /// The rows of the canvas.
  var rows: Range<Int> { y..<y + height }
}

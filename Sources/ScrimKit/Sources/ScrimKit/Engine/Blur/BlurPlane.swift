/// The input or output bytes of a blur: a block of pixels with one or four channels, owned by the caller.
struct BlurPlane {
  /// The first byte of the top left pixel.
  let base: UnsafeMutableRawPointer
  /// Bytes from one row to the next.
  let bytesPerRow: Int
  /// Bytes per pixel: 1 or 4.
  let channels: Int
  /// The area of the pixels, device pixels of the canvas.
  let area: PixelRect

  /// The first byte of a canvas row.
  @inline(__always)
  func row(_ y: Int) -> UnsafeMutableRawPointer { base + (y &- area.y) &* bytesPerRow }

  /// A band of rows.
  func band(_ rows: Range<Int>) -> BlurPlane {
    BlurPlane(
      base: row(rows.lowerBound), bytesPerRow: bytesPerRow, channels: channels,
      area: PixelRect(x: area.x, y: rows.lowerBound, width: area.width, height: rows.count))
  }

  /// Whether to write it past the caches: it is larger than the second-level cache of today's CPUs. Partly written
  /// cache lines are read first, which would then take half of the time.
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

/// Rows of 16-bit pixels for use during a blur, in one buffer.
struct RowBuffers {
  private let buffer: PooledBuffer
  // Accessed without reference counting, so users of rows must keep the buffer alive.
  private let base: UnsafeMutableRawPointer
  private let bytesPerRow: Int

  /// - Parameters:
  ///   - count: The number of rows.
  ///   - byteCount: Bytes per row; up to 256 more may be written.
  /// - Throws: `DrawingError` if out of memory.
  init(_ count: Int, byteCount: Int) throws(DrawingError) {
    // Not a multiple of 4096, where all rows would compete for the same cache lines.
    bytesPerRow = ((byteCount + 256 + 63) & ~63) | 64
    buffer = try PooledBuffer(zeros: bytesPerRow * count + 256)
    base = buffer.base
  }

  @inline(__always)
  subscript(index: Int) -> UnsafeMutableRawPointer { base + index &* bytesPerRow }
}

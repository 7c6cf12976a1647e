/// Rows of 16-bit pixels for a blur while it runs, carved from one buffer.
struct RowBuffers {
  private let buffer: PooledBuffer
  // Read without counting who refers to the buffer: so whoever uses rows keeps it alive.
  private let base: UnsafeMutableRawPointer
  private let bytesPerRow: Int

  /// - Parameters:
  ///   - count: How many rows.
  ///   - byteCount: Of each; 256 more may be written.
  /// - Throws: `DrawingError` if there is no memory.
  init(_ count: Int, byteCount: Int) throws(DrawingError) {
    // Not a multiple of 4096, where all rows would compete for the same lines of the cache.
    bytesPerRow = ((byteCount + 256 + 63) & ~63) | 64
    buffer = try PooledBuffer(zeros: bytesPerRow * count + 256)
    base = buffer.base
  }

  @inline(__always)
  subscript(index: Int) -> UnsafeMutableRawPointer { base + index &* bytesPerRow }
}

/// Memory that the process can still have. Swift's arrays end the process where there is none.
@_spi(Host) public enum FreeMemory {
  /// Checks that a large array can be allocated.
  ///
  /// - Parameter byteCount: The size of the array, bytes.
  /// - Throws: `DrawingError` if there is no memory.
  public static func check(_ byteCount: Int) throws(DrawingError) {
    try PooledBuffer.check(byteCount)
  }
}

/// Checks for available memory. Swift's arrays terminate the process if an allocation fails.
@_spi(Host) public enum FreeMemory {
  /// Checks that a large array can be allocated.
  ///
  /// - Parameter byteCount: The size of the array, bytes.
  /// - Throws: `DrawingError` if out of memory.
  public static func check(_ byteCount: Int) throws(DrawingError) {
    try PooledBuffer.check(byteCount)
  }
}

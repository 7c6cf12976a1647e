internal import CCairo

/// A block of premultiplied BGRA pixels, 8 bits a channel (Cairo's ARGB32 on little-endian
/// machines), in sRGB. A value: copies share their memory until one of them is written.
public struct Pixels {
  /// Pixels a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Bytes from one row to the next; a multiple of 64, at least `width` × 4.
  public let bytesPerRow: Int

  private var storage: PooledBuffer
  /// Where the first row begins in it, bytes.
  private var start = 0

  /// A transparent block.
  ///
  /// - Parameters:
  ///   - width: Pixels a row, at least 0.
  ///   - height: Rows, at least 0.
  /// - Throws: `DrawingError` if there is no memory.
  public init(width: Int, height: Int) throws(DrawingError) {
    precondition(width >= 0 && height >= 0, "a block of pixels has no negative size")
    try self.init(unwritten: width, height)
    storage.base.initializeMemory(as: UInt8.self, repeating: 0, count: storage.byteCount)
  }

  /// A block of anything, also of what others drew before: for who writes every pixel of it.
  ///
  /// - Throws: `DrawingError` if there is no memory.
  @_spi(Host) public init(unwritten width: Int, _ height: Int) throws(DrawingError) {
    self.width = width
    self.height = height
    bytesPerRow = (width * 4 + 63) & ~63
    storage = try PooledBuffer(byteCount: max(64, bytesPerRow * height))
  }

  /// A part of the pixels, in the same memory: who writes to either while both are there copies first.
  ///
  /// - Parameters:
  ///   - x: Its first column, a multiple of 16, so that rows begin where vectors do.
  ///   - y: Its first row.
  ///   - width: Pixels a row, at least 1.
  ///   - height: Rows, at least 1; all lie in these pixels.
  /// - Returns: The part; `bytesPerRow` is the same.
  func part(x: Int, y: Int, width: Int, height: Int) -> Pixels {
    precondition(x >= 0 && y >= 0 && x + width <= self.width && y + height <= self.height)
    return Pixels(
      width: width, height: height, bytesPerRow: bytesPerRow, storage: storage,
      start: start + y * bytesPerRow + x * 4)
  }

  private init(width: Int, height: Int, bytesPerRow: Int, storage: PooledBuffer, start: Int) {
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
    self.storage = storage
    self.start = start
  }

  /// From the first row to the end of the last, which need not have all that lies between two rows.
  private var byteCount: Int { min(bytesPerRow * height, storage.byteCount - start) }

  /// Gives the bytes for reading, row after row, `bytesPerRow` apart.
  ///
  /// - Parameter body: Must not let the pointer out.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R
  {
    try body(UnsafeRawBufferPointer(start: storage.base + start, count: byteCount))
  }

  /// Gives the bytes for writing; copies them first if another value shares them.
  ///
  /// - Parameter body: Must not let the pointer out.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `DrawingError` if there is no memory for a copy.
  public mutating func withMutableBytes<R>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> R
  ) throws -> R {
    if !isKnownUniquelyReferenced(&storage) {
      let copy = try PooledBuffer(byteCount: max(64, bytesPerRow * height))
      copy.base.copyMemory(from: storage.base + start, byteCount: byteCount)
      storage = copy
      start = 0
    }
    return try body(UnsafeMutableRawBufferPointer(start: storage.base + start, count: byteCount))
  }

  /// Whether no pixel lets anything through.
  @_spi(Host) public var isOpaque: Bool {
    withBytes { bytes in
      guard let base = bytes.baseAddress else { return true }
      return (0..<height).allSatisfy { y in
        let row = (base + y * bytesPerRow).assumingMemoryBound(to: UInt32.self)
        var all = UInt32.max
        for x in 0..<width { all &= row[x] }
        return all >= 0xff00_0000
      }
    }
  }

  /// A surface of the same memory. It stays as it is as long as the surface is needed: who writes to
  /// the pixels meanwhile copies them first.
  func surface(isOpaque: Bool = false) throws(DrawingError) -> CairoSurface {
    let surface = try CairoSurface(
      over: storage.base + start, width: width, height: height, bytesPerRow: bytesPerRow,
      format: isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32)
    try surface.retain(storage)
    return surface
  }
}

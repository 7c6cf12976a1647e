internal import CCairo

/// A block of premultiplied BGRA pixels in sRGB, 8 bits per channel (Cairo's ARGB32 on little-endian machines).
///
/// A value type: copies share their memory until one of them is written.
public struct Pixels {
  /// Width, pixels.
  public let width: Int
  /// Height, pixels.
  public let height: Int
  /// Bytes from one row to the next: a multiple of 64, at least `width` × 4.
  public let bytesPerRow: Int

  private var storage: PooledBuffer
  /// The offset of the first row in the storage, bytes.
  private var start = 0

  /// Creates transparent pixels.
  ///
  /// - Parameters:
  ///   - width: Width in pixels, at least 0.
  ///   - height: Height in pixels, at least 0.
  /// - Throws: `DrawingError` if out of memory.
  public init(width: Int, height: Int) throws(DrawingError) {
    precondition(width >= 0 && height >= 0, "a block of pixels has no negative size")
    try self.init(unwritten: width, height)
    storage.base.initializeMemory(as: UInt8.self, repeating: 0, count: storage.byteCount)
  }

  /// Creates uninitialized pixels, for callers that write every one. They may contain old data.
  ///
  /// - Throws: `DrawingError` if out of memory.
  @_spi(Host) public init(unwritten width: Int, _ height: Int) throws(DrawingError) {
    self.width = width
    self.height = height
    bytesPerRow = (width * 4 + 63) & ~63
    storage = try PooledBuffer(byteCount: max(64, bytesPerRow * height))
  }

  /// A part of the pixels that shares the same memory; while both exist, a write to either copies first.
  ///
  /// - Parameters:
  ///   - x: The first column, a multiple of 16 so that rows are aligned for vectors.
  ///   - y: The first row.
  ///   - width: Width in pixels, at least 1.
  ///   - height: Height in pixels, at least 1; the part must be inside these pixels.
  /// - Returns: The part, with the same `bytesPerRow`.
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

  /// Bytes from the first row to the end of the last one, whose padding may be missing.
  private var byteCount: Int { min(bytesPerRow * height, storage.byteCount - start) }

  /// Provides the bytes for reading, row by row, `bytesPerRow` apart.
  ///
  /// - Parameter body: Reads the bytes. The pointer must not escape.
  /// - Returns: The result of `body`.
  /// - Throws: Errors of `body`.
  public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R
  {
    try body(UnsafeRawBufferPointer(start: storage.base + start, count: byteCount))
  }

  /// Provides the bytes for writing, after copying them if they are shared.
  ///
  /// - Parameter body: Writes the bytes. The pointer must not escape.
  /// - Returns: The result of `body`.
  /// - Throws: Errors of `body`; `DrawingError` if out of memory for a copy.
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

  /// Whether all pixels are opaque.
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

  /// A surface on the same memory. It keeps the current pixels as long as it exists, because a write to them copies
  /// first.
  func surface(isOpaque: Bool = false) throws(DrawingError) -> CairoSurface {
    let surface = try CairoSurface(
      over: storage.base + start, width: width, height: height, bytesPerRow: bytesPerRow,
      format: isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32)
    try surface.retain(storage)
    return surface
  }
}

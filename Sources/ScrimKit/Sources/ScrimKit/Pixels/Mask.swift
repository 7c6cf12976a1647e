/// A block of coverage, 8 bits a pixel: a silhouette, a shadow before it has a colour. A value.
public struct Mask: Sendable {
  /// Which device pixels of the canvas it covers; outside, coverage is 0.
  public let area: PixelRect
  /// Row after row, `area.width` bytes each.
  public internal(set) var coverage: [UInt8]

  /// A mask that covers nothing.
  ///
  /// - Throws: `DrawingError` if there is no memory.
  public init(area: PixelRect) throws(DrawingError) {
    self.area = area
    try PooledBuffer.check(area.width * area.height)
    coverage = Array(repeating: 0, count: area.width * area.height)
  }

  /// A mask of bytes.
  ///
  /// - Parameters:
  ///   - area: Which device pixels of the canvas it covers.
  ///   - coverage: Row after row, as many as the area has pixels.
  public init(area: PixelRect, coverage: [UInt8]) {
    precondition(coverage.count == area.width * area.height, "a byte for each pixel of a mask")
    self.area = area
    self.coverage = coverage
  }

  /// A mask whose every byte `write` writes.
  ///
  /// - Throws: What `write` throws; `DrawingError` if there is no memory.
  init(area: PixelRect, _ write: (UnsafeMutableRawBufferPointer) throws -> Void) throws {
    self.area = area
    let count = area.width * area.height
    try PooledBuffer.check(count)
    coverage = try Array(unsafeUninitializedCapacity: count) { bytes, initialized in
      try write(UnsafeMutableRawBufferPointer(bytes))
      initialized = count
    }
  }

  /// The coverage at a device pixel of the canvas, 0…255.
  public subscript(x: Int, y: Int) -> UInt8 {
    let (column, row) = (x - area.x, y - area.y)
    guard (0..<area.width).contains(column), (0..<area.height).contains(row) else { return 0 }
    return coverage[row * area.width + column]
  }

  /// The same mask over another area.
  ///
  /// - Throws: `DrawingError` if there is no memory.
  public func cropped(to other: PixelRect) throws(DrawingError) -> Mask {
    guard other != area else { return self }
    var result = try Mask(area: other)
    let common = area.intersection(other)
    guard !common.isEmpty else { return result }
    for y in common.y..<common.y + common.height {
      let from = (y - area.y) * area.width + common.x - area.x
      let to = (y - other.y) * other.width + common.x - other.x
      result.coverage.replaceSubrange(
        to..<to + common.width, with: coverage[from..<from + common.width])
    }
    return result
  }

  /// Whether it covers nothing.
  public var isBlank: Bool { coverage.allSatisfy { $0 == 0 } }
}

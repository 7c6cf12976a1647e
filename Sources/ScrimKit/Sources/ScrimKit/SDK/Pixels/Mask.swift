/// A block of coverage with 8 bits per pixel, such as a silhouette or an uncoloured shadow. A value type.
public struct Mask: Sendable {
  /// The area of the mask, device pixels of the canvas; outside, coverage is 0.
  public let area: PixelRect
  /// The coverage, row by row with `area.width` bytes each.
  public internal(set) var coverage: [UInt8]

  /// Creates an empty mask.
  ///
  /// - Throws: `DrawingError` if out of memory.
  public init(area: PixelRect) throws(DrawingError) {
    self.area = area
    try PooledBuffer.check(area.width * area.height)
    coverage = Array(repeating: 0, count: area.width * area.height)
  }

  /// Creates a mask from bytes.
  ///
  /// - Parameters:
  ///   - area: The area, device pixels of the canvas.
  ///   - coverage: The coverage row by row, one byte per pixel of the area.
  public init(area: PixelRect, coverage: [UInt8]) {
    precondition(coverage.count == area.width * area.height, "a byte for each pixel of a mask")
    self.area = area
    self.coverage = coverage
  }

  /// Creates a mask whose bytes `write` fills completely.
  ///
  /// - Throws: Errors of `write`; `DrawingError` if out of memory.
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

  /// The mask cropped or extended to another area.
  ///
  /// - Throws: `DrawingError` if out of memory.
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

  /// Whether all coverage is 0.
  public var isBlank: Bool { coverage.allSatisfy { $0 == 0 } }
}

/// A Gaussian too narrow for cells: pixels are convolved directly, first down columns, then along rows.
struct DirectGaussian {
  private let kernel: SymmetricKernel
  private let source: BlurPlane
  private let target: BlurPlane
  private let columns: EdgeMap
  private let rows: EdgeMap
  /// Bytes per pixel with 16 bits per channel.
  private let pixelSize: Int
  private let isStreamed: Bool

  private init(
    _ kernel: SymmetricKernel, from source: BlurPlane, to target: BlurPlane, edge: BlurEdge
  ) {
    (self.kernel, self.source, self.target) = (kernel, source, target)
    pixelSize = source.channels * 2
    isStreamed = target.isStreamed
    let area = target.area.grown(by: kernel.radius)
    columns = EdgeMap(area.columns, picture: source.area.columns, edge: edge)
    rows = EdgeMap(area.rows, picture: source.area.rows, edge: edge)
  }

  /// Blurs the target, in vertical stripes if it is very wide, so that the rows a pixel depends on stay in the
  /// second-level cache. (Narrower stripes for the first-level cache cost more than they save, because the CPU does not
  /// prefetch short rows.)
  ///
  /// - Throws: `DrawingError` if out of memory.
  static func run(
    _ kernel: SymmetricKernel, from source: BlurPlane, to target: BlurPlane, edge: BlurEdge
  ) throws(DrawingError) {
    let width = 16_384 / source.channels
    for x in stride(
      from: target.area.columns.lowerBound, to: target.area.columns.upperBound, by: width)
    {
      let area = target.area.intersection(
        PixelRect(x: x, y: target.area.y, width: width, height: target.area.height))
      let stripe = BlurPlane(
        base: target.base + (x - target.area.x) * target.channels,
        bytesPerRow: target.bytesPerRow, channels: target.channels, area: area)
      try DirectGaussian(kernel, from: source, to: stripe, edge: edge).run()
    }
  }

  /// The number of rows convolved at a time. With a large radius, the rows they share come from the first-level cache;
  /// with a small one, a row is still there for the pass along it.
  private var batch: Int { kernel.radius < 4 ? 1 : 4 }

  private func run() throws(DrawingError) {
    let (radius, width) = (kernel.radius, target.area.width * pixelSize)
    let first = (target.area.x - radius - columns.range.lowerBound) * pixelSize
    let count = 2 * radius + batch
    let ring = try RowBuffers(count + 1, byteCount: columns.range.count * pixelSize)
    let downed = try RowBuffers(batch, byteCount: width + 2 * radius * pixelSize)
    defer { extendLifetime((ring, downed)) }
    func slot(_ row: Int) -> UnsafeMutableRawPointer {
      ring[(row - target.area.y + radius) % count]
    }
    var places = [UnsafeRawPointer](repeating: UnsafeRawPointer(ring[count]), count: count)
    var filled = target.area.y - radius
    for top in stride(from: target.area.y, to: target.area.rows.upperBound, by: batch) {
      let rowsDown = top..<min(top + batch, target.area.rows.upperBound)
      while filled < rowsDown.upperBound + radius {
        if let row = rows.source(filled) { widen(row, to: slot(filled)) }
        filled += 1
      }
      for row in top - radius..<rowsDown.upperBound + radius {
        places[row - top + radius] =
          UnsafeRawPointer(rows.source(row) == nil ? ring[count] : slot(row)) + first
      }
      kernel.apply(
        places, to: downed, count: rowsDown.count, byteCount: width + 2 * radius * pixelSize)
      for y in rowsDown {
        kernel.applyToBytes(
          along: downed[y - top], pixelSize: pixelSize, to: target.row(y), byteCount: width / 2,
          isStreamed: isStreamed)
      }
    }
  }

  /// Converts a row of the source to fixed point and extends its ends.
  private func widen(_ y: Int, to row: UnsafeMutableRawPointer) {
    let inside = columns.inside
    if !inside.isEmpty {
      let bytes = source.row(y) + (inside.lowerBound - source.area.x) * source.channels
      let wide = row + (inside.lowerBound - columns.range.lowerBound) * pixelSize
      let count = inside.count * source.channels
      var x = 0
      @inline(__always) func widen(_ x: Int) {
        let loaded = bytes.loadUnaligned(fromByteOffset: x, as: SIMD16<UInt8>.self)
        wide.store(Lanes(widening: loaded) &<< 7, x &* 2)
      }
      while x &+ 64 <= count {
        widen(x)
        widen(x &+ 16)
        widen(x &+ 32)
        widen(x &+ 48)
        x &+= 64
      }
      while x &+ 16 <= count {
        widen(x)
        x &+= 16
      }
      while x < count {
        let byte = bytes.load(fromByteOffset: x, as: UInt8.self)
        wide.storeBytes(of: UInt16(byte) &<< 7, toByteOffset: x &* 2, as: UInt16.self)
        x &+= 1
      }
    }
    columns.extend(row, pixelSize: pixelSize)
  }
}

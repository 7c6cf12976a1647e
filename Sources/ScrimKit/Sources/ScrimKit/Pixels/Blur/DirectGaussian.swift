/// A Gaussian too narrow for cells: each pixel weighed by itself, rows first down, then along.
struct DirectGaussian {
  private let kernel: SymmetricKernel
  private let source: BlurPlane
  private let target: BlurPlane
  private let columns: EdgeMap
  private let rows: EdgeMap
  /// Bytes of a pixel in 16 bits a channel.
  private let pixelSize: Int

  private init(
    _ kernel: SymmetricKernel, from source: BlurPlane, to target: BlurPlane, edge: BlurEdge
  ) {
    (self.kernel, self.source, self.target) = (kernel, source, target)
    pixelSize = source.channels * 2
    let area = target.area.grown(by: kernel.radius)
    columns = EdgeMap(area.columns, picture: source.area.columns, edge: edge)
    rows = EdgeMap(area.rows, picture: source.area.rows, edge: edge)
  }

  /// Blurs the target, if it is very wide in upright stripes: the rows that a pixel depends on are to
  /// stay in the second cache. (Narrower ones, for the first, cost more than they save: where rows are
  /// short, the processor doesn't fetch ahead.)
  static func run(
    _ kernel: SymmetricKernel, from source: BlurPlane, to target: BlurPlane, edge: BlurEdge
  ) {
    let width = 16_384 / source.channels
    for x in stride(
      from: target.area.columns.lowerBound, to: target.area.columns.upperBound, by: width)
    {
      let area = target.area.intersection(
        PixelRect(x: x, y: target.area.y, width: width, height: target.area.height))
      let stripe = BlurPlane(
        base: target.base + (x - target.area.x) * target.channels,
        bytesPerRow: target.bytesPerRow, channels: target.channels, area: area)
      DirectGaussian(kernel, from: source, to: stripe, edge: edge).run()
    }
  }

  private func run() {
    let (radius, width) = (kernel.radius, target.area.width * pixelSize)
    let wide = width + 2 * radius * pixelSize
    let first = (target.area.x - radius - columns.range.lowerBound) * pixelSize
    let count = 2 * radius + 1
    let ring = RowBuffers(count + 2, byteCount: columns.range.count * pixelSize)
    defer { extendLifetime(ring) }
    let (nothing, down) = (ring[count], ring[count + 1])
    var places = [UnsafeRawPointer](repeating: UnsafeRawPointer(nothing), count: count)
    var filled = target.area.y - radius
    for y in target.area.rows {
      while filled <= y + radius {
        let slot = ring[(filled - target.area.y + radius) % count]
        if let row = rows.source(filled) { widen(row, to: slot) }
        filled += 1
      }
      for k in 0..<count {
        let row = y - radius + k
        let slot = ring[(row - target.area.y + radius) % count]
        places[k] = UnsafeRawPointer(rows.source(row) == nil ? nothing : slot) + first
      }
      kernel.apply(places, to: down, byteCount: wide)
      kernel.applyToBytes(
        along: down, pixelSize: pixelSize, to: target.row(y), byteCount: width / 2)
    }
  }

  /// A row of the source in fixed point, extended at its ends.
  private func widen(_ y: Int, to row: UnsafeMutableRawPointer) {
    let inside = columns.inside
    if !inside.isEmpty {
      let bytes = source.row(y) + (inside.lowerBound - source.area.x) * source.channels
      let wide = row + (inside.lowerBound - columns.range.lowerBound) * pixelSize
      let count = inside.count * source.channels
      var x = 0
      while x &+ 16 <= count {
        let loaded = bytes.loadUnaligned(fromByteOffset: x, as: SIMD16<UInt8>.self)
        wide.store(Lanes(widening: loaded) &<< 7, x &* 2)
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

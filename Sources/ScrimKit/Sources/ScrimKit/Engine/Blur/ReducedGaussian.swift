/// A Gaussian wide enough for cells. It works row by row, so that everything between the single read of the source and
/// the single write of the target stays in the cache.
struct ReducedGaussian {
  private let kernel: SymmetricKernel
  private let decimator: BoxDecimator
  private let sink: any CellSink
  private let pixelSize: Int

  init(
    _ plan: GaussianPlan, from source: BlurPlane, to target: BlurPlane, edge: BlurEdge
  ) throws(DrawingError) {
    kernel = plan.kernel
    pixelSize = source.channels * 2
    sink = try Self.sink(plan.factor, to: target)
    let (columns, rows, radius) = (sink.columns, sink.rows, plan.kernel.radius)
    decimator = try BoxDecimator(
      plan, of: source, edge: edge,
      columns: columns.lowerBound - radius..<columns.upperBound + radius,
      rows: rows.lowerBound - radius..<rows.upperBound + radius)
  }

  /// The steps that turn cells into pixels.
  private static func sink(
    _ factor: Int, to target: BlurPlane
  ) throws(DrawingError) -> any CellSink {
    var sink: any CellSink = try PixelFilling(factor: min(factor, 4), to: target)
    for _ in 0..<max(0, factor.trailingZeroBitCount - 2) {
      sink = try CellDoubling(to: sink, channels: target.channels)
    }
    return sink
  }

  /// The number of rows of cells convolved at a time; the rows they share come from the first-level cache.
  private static let batch = 4

  /// - Throws: `DrawingError` if out of memory.
  func run() throws(DrawingError) {
    let (columns, rows, radius) = (sink.columns, sink.rows, kernel.radius)
    let count = 2 * radius + Self.batch
    let wide = (columns.count + 2 * radius) * pixelSize
    let ring = try RowBuffers(count + 1, byteCount: wide)
    let downed = try RowBuffers(Self.batch, byteCount: wide)
    defer { extendLifetime((self, ring, downed)) }

    // The ring's rows of the last rows of cells.
    let nothing = UnsafeRawPointer(ring[count])
    var places = [UnsafeRawPointer](repeating: nothing, count: count)
    var (made, previous) = (0, BoxDecimator.Row.mixed)
    func enter(_ cell: Int) {
      let kind = decimator.kind(of: cell)
      places.removeFirst()
      if kind == .nothing {
        places.append(nothing)
      } else if kind != .mixed, kind == previous, let last = places.last {
        places.append(last)
      } else {
        let slot = ring[made % count]
        made += 1
        decimator.make(cell, to: slot)
        places.append(UnsafeRawPointer(slot))
      }
      previous = kind
    }

    for cell in rows.lowerBound - radius..<rows.lowerBound + radius { enter(cell) }
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.batch) {
      let last = min(first + Self.batch, rows.upperBound) - 1
      for cell in first...last { enter(cell + radius) }
      let weighed = places.suffix(2 * radius + 1 + last - first)
      kernel.apply(Array(weighed), to: downed, count: last - first + 1, byteCount: wide)
      for cell in first...last {
        kernel.apply(
          along: downed[cell - first], pixelSize: pixelSize, to: sink.place(ofRow: cell),
          byteCount: columns.count * pixelSize, fractionBits: sink.fractionBits)
        sink.add(row: cell)
      }
    }
  }
}

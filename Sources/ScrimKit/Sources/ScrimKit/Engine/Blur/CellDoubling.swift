/// Doubles the resolution of cells: four cells from each.
///
/// Each of the two cells that replace a cell in a row is ¾ of it and ¼ of its neighbour, and likewise down columns.
/// Repeated doubling approaches a quadratic B-spline between the centres of cells, with only additions and shifts.
final class CellDoubling: CellSink {
  let columns: Range<Int>
  let rows: Range<Int>
  let fractionBits = 6
  private let next: any CellSink
  private let pixelSize: Int
  /// The last three rows of cells, and one row before it is widened.
  private let buffers: RowBuffers
  private static let lead = 64

  /// - Parameters:
  ///   - next: The sink for the smaller cells.
  ///   - channels: 1 or 4.
  /// - Throws: `DrawingError` if out of memory.
  init(to next: any CellSink, channels: Int) throws(DrawingError) {
    (self.next, pixelSize) = (next, channels * 2)
    (columns, rows) = (next.columns.cells(of: 2), next.rows.cells(of: 2))
    buffers = try RowBuffers(5, byteCount: Self.lead + columns.count * pixelSize)
  }

  func place(ofRow index: Int) -> UnsafeMutableRawPointer { buffers[index & 3] + Self.lead }

  func add(row index: Int) {
    guard index > rows.lowerBound + 1 else { return }
    let (middle, narrow) = (place(ofRow: index - 1), buffers[4])
    // The first of the smaller cells may be outside the requested columns.
    let skipped = (next.columns.lowerBound & 1) * pixelSize
    for (row, other) in [(2 * index - 2, index - 2), (2 * index - 1, index)]
    where next.rows.contains(row) {
      blend(middle, place(ofRow: other), to: narrow)
      widen(narrow, to: next.place(ofRow: row) - skipped)
      next.add(row: row)
    }
  }

  /// Mixes ¾ of a row and ¼ of another.
  private func blend(
    _ near: UnsafeRawPointer, _ far: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) {
    let byteCount = columns.count * pixelSize
    var x = 0
    while x < byteCount {
      let one = near.lanes(x)
      target.store((one &+ one &+ one &+ far.lanes(x) &+ 2) &>> 2, x)
      x &+= 32
    }
  }

  /// Doubles each cell but the first and the last.
  private func widen(_ cells: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let byteCount = (columns.count - 2) * pixelSize
    let shift = UInt16(2 + fractionBits - next.fractionBits)
    func store(_ pixelSize: Int, _ interleaved: (Lanes, Lanes) -> (Lanes, Lanes)) {
      var x = 0
      while x < byteCount {
        let (left, right) = cells.lanes(x &+ pixelSize).doubled(
          cells.lanes(x), cells.lanes(x &+ 2 &* pixelSize), half: 1 &<< (shift &- 1))
        let (first, second) = interleaved(left &>> shift, right &>> shift)
        target.store(first, 2 &* x)
        target.store(second, 2 &* x &+ 32)
        x &+= 32
      }
    }
    if pixelSize == 8 {
      store(8) { $0.interleavedPixels(with: $1) }
    } else {
      store(2) { $0.interleaved(with: $1) }
    }
  }
}

/// A consumer of rows of cells in ascending order, which turns them into smaller cells or pixels.
protocol CellSink: AnyObject {
  /// The requested columns of cells.
  var columns: Range<Int> { get }
  /// The requested rows of cells.
  var rows: Range<Int> { get }
  /// The number of fraction bits per number, such that its multiples in the next step still fit 16 bits.
  var fractionBits: Int { get }
  /// The memory for row `index`, with space for one cell before it and for 256 bytes after it.
  func place(ofRow index: Int) -> UnsafeMutableRawPointer
  /// Processes row `index`, which was just written; rows must come in ascending order.
  func add(row index: Int)
}

extension Range<Int> {
  /// The cells of `factor` (a power of 2) that contain these positions, and one more on each side.
  func cells(of factor: Int) -> Range<Int> {
    let bits = factor.trailingZeroBitCount
    return lowerBound >> bits - 1..<(upperBound - 1) >> bits + 2
  }
}

extension SIMD16<UInt16> {
  /// Three times these plus either neighbour, each with `half` added.
  @inline(__always)
  func doubled(_ before: Lanes, _ after: Lanes, half: UInt16) -> (Lanes, Lanes) {
    let threefold = self &+ self &+ self &+ half
    return (threefold &+ before, threefold &+ after)
  }

  /// The result of doubling twice, multiplied by 16: the previous, own and next numbers with the weights 6, 10, 0; 3,
  /// 12, 1; 1, 12, 3 and 0, 10, 6, each sum with `half` added.
  @inline(__always)
  func quadrupled(
    _ before: Lanes, _ after: Lanes, half: UInt16
  ) -> (Lanes, Lanes, Lanes, Lanes) {
    let (twice, twiceBefore, twiceAfter) = (self &+ self, before &+ before, after &+ after)
    let outer = (self &<< 3) &+ twice &+ half
    let inner = outer &+ twice &+ before &+ after
    return (
      outer &+ twiceBefore &+ twiceBefore &+ twiceBefore, inner &+ twiceBefore,
      inner &+ twiceAfter, outer &+ twiceAfter &+ twiceAfter &+ twiceAfter
    )
  }
}

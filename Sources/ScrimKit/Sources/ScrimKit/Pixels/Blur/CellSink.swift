/// What takes rows of cells, one after the other, and makes smaller cells or pixels of them.
protocol CellSink: AnyObject {
  /// The columns of cells that are asked for.
  var columns: Range<Int> { get }
  /// The rows of cells that are asked for.
  var rows: Range<Int> { get }
  /// How many bits of a number are wanted behind the point: so many that what it is multiplied by
  /// still gives 16 bits.
  var fractionBits: Int { get }
  /// Where row `index` is to be written. There is room for a cell before it, and for 256 bytes
  /// behind it.
  func place(ofRow index: Int) -> UnsafeMutableRawPointer
  /// Goes on as far as row `index` allows, which was just written; the next one is the next in order.
  func add(row index: Int)
}

extension Range<Int> {
  /// The cells of `factor` (a power of 2) that hold these places, and one more on each side.
  func cells(of factor: Int) -> Range<Int> {
    let bits = factor.trailingZeroBitCount
    return lowerBound >> bits - 1..<(upperBound - 1) >> bits + 2
  }
}

extension SIMD16<UInt16> {
  /// Three parts of these and one of either neighbour, each with `half` added.
  @inline(__always)
  func doubled(_ before: Lanes, _ after: Lanes, half: UInt16) -> (Lanes, Lanes) {
    let threefold = self &+ self &+ self &+ half
    return (threefold &+ before, threefold &+ after)
  }

  /// What doubling twice makes of these between their neighbours, 16 times as large: 6, 10, 0;
  /// 3, 12, 1; 1, 12, 3 and 0, 10, 6 parts of them, each with `half` added.
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

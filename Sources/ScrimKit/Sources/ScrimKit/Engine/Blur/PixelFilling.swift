internal import CStreaming

/// Turns cells of 2 or 4 pixels into pixels, as one or two steps of `CellDoubling` would.
///
/// Rows are split into the numbers of even and of odd bytes. Their scale factors end at a byte boundary, so that
/// shifting the former and masking the latter gives pixels again.
final class PixelFilling: CellSink {
  let columns: Range<Int>
  let rows: Range<Int>
  let fractionBits: Int
  private let factor: Int
  private let target: BlurPlane
  private let pixelSize: Int
  private let isStreamed: Bool
  /// A row of cells, and an unused row of pixels.
  private let buffers: RowBuffers
  /// The last rows of cells, widened to the target's width.
  private let even: RowBuffers
  private let odd: RowBuffers
  private static let lead = 64

  /// - Parameters:
  ///   - factor: Pixels per cell in each direction, 2 or 4.
  ///   - target: The target for the pixels.
  /// - Throws: `DrawingError` if out of memory.
  init(factor: Int, to target: BlurPlane) throws(DrawingError) {
    (self.factor, self.target) = (factor, target)
    fractionBits = factor == 2 ? 6 : 4
    pixelSize = target.channels * 2
    isStreamed = target.isStreamed
    columns = target.area.columns.cells(of: factor)
    rows = target.area.rows.cells(of: factor)
    let byteCount = Self.lead + columns.count * factor * target.channels
    buffers = try RowBuffers(2, byteCount: byteCount + columns.count * pixelSize)
    even = try RowBuffers(4, byteCount: byteCount)
    odd = try RowBuffers(4, byteCount: byteCount)
  }

  func place(ofRow index: Int) -> UnsafeMutableRawPointer { buffers[0] + Self.lead }

  func add(row index: Int) {
    widen(place(ofRow: index), to: (even[index & 3], odd[index & 3]))
    guard index > rows.lowerBound + 1 else { return }
    let near = Neighbours(
      before: halves(index - 2), middle: halves(index - 1), after: halves(index))
    if factor == 2 {
      fillTwo(from: factor * (index - 1), near)
    } else {
      fillFour(from: factor * (index - 1), near)
    }
  }

  // MARK: Along rows

  private func widen(
    _ cells: UnsafeRawPointer,
    to halves: (even: UnsafeMutableRawPointer, odd: UnsafeMutableRawPointer)
  ) {
    let byteCount = (columns.count - 2) * pixelSize
    var x = 0
    switch (factor, pixelSize) {
    case (2, 8):
      while x < byteCount {
        let two = Self.doubled(cells + x, 8)
        halves.even.store(two.0.evenPairs(with: two.1), x)
        halves.odd.store(two.0.oddPairs(with: two.1), x)
        x &+= 32
      }
    case (2, _):
      while x < byteCount {
        let two = Self.doubled(cells + x, 2)
        halves.even.store(two.0, x)
        halves.odd.store(two.1, x)
        x &+= 32
      }
    case (_, 8):
      while x < byteCount {
        let four = Self.quadrupled(cells + x, 8)
        let even = four.0.evenPairs(with: four.1)
          .interleavedPixels(with: four.2.evenPairs(with: four.3))
        let odd = four.0.oddPairs(with: four.1)
          .interleavedPixels(with: four.2.oddPairs(with: four.3))
        halves.even.store(even.0, x &* 2)
        halves.even.store(even.1, x &* 2 &+ 32)
        halves.odd.store(odd.0, x &* 2)
        halves.odd.store(odd.1, x &* 2 &+ 32)
        x &+= 32
      }
    default:
      while x < byteCount {
        let four = Self.quadrupled(cells + x, 2)
        let (even, odd) = (four.0.interleaved(with: four.2), four.1.interleaved(with: four.3))
        halves.even.store(even.0, x &* 2)
        halves.even.store(even.1, x &* 2 &+ 32)
        halves.odd.store(odd.0, x &* 2)
        halves.odd.store(odd.1, x &* 2 &+ 32)
        x &+= 32
      }
    }
  }

  @inline(__always)
  private static func doubled(_ cells: UnsafeRawPointer, _ pixelSize: Int) -> (Lanes, Lanes) {
    let two = cells.lanes(pixelSize)
      .doubled(cells.lanes(0), cells.lanes(2 &* pixelSize), half: 2)
    return (two.0 &>> 2, two.1 &>> 2)
  }

  @inline(__always)
  private static func quadrupled(
    _ cells: UnsafeRawPointer, _ pixelSize: Int
  ) -> (Lanes, Lanes, Lanes, Lanes) {
    let four = cells.lanes(pixelSize)
      .quadrupled(cells.lanes(0), cells.lanes(2 &* pixelSize), half: 8)
    return (four.0 &>> 4, four.1 &>> 4, four.2 &>> 4, four.3 &>> 4)
  }

  // MARK: Down columns

  /// The numbers of the target's even and odd bytes in a row of cells.
  private typealias Halves = (even: UnsafeRawPointer, odd: UnsafeRawPointer)

  /// Three rows of cells: pixels consist of the middle one and shares of its neighbours.
  private struct Neighbours {
    let before: Halves
    let middle: Halves
    let after: Halves

    /// 32 bytes of two rows of pixels, from byte `x`.
    @inline(__always)
    func doubled(_ x: Int) -> (Lanes, Lanes) {
      let even = middle.even.lanes(x).doubled(
        before.even.lanes(x), after.even.lanes(x), half: 128)
      let odd = middle.odd.lanes(x).doubled(before.odd.lanes(x), after.odd.lanes(x), half: 128)
      return (even.0.upperBytes(odd.0), even.1.upperBytes(odd.1))
    }

    /// 32 bytes of four rows of pixels, from byte `x`.
    @inline(__always)
    func quadrupled(_ x: Int) -> (Lanes, Lanes, Lanes, Lanes) {
      let even = middle.even.lanes(x).quadrupled(
        before.even.lanes(x), after.even.lanes(x), half: 128)
      let odd = middle.odd.lanes(x).quadrupled(
        before.odd.lanes(x), after.odd.lanes(x), half: 128)
      return (
        even.0.upperBytes(odd.0), even.1.upperBytes(odd.1), even.2.upperBytes(odd.2),
        even.3.upperBytes(odd.3)
      )
    }
  }

  private func halves(_ row: Int) -> Halves {
    let (even, odd) = (even[row & 3], odd[row & 3])
    // Bytes computed to the left of the target.
    let skipped = (target.area.x & (factor - 1)) * target.channels
    return skipped & 1 == 0
      ? (UnsafeRawPointer(even + skipped), UnsafeRawPointer(odd + skipped))
      : (UnsafeRawPointer(odd + skipped - 1), UnsafeRawPointer(even + skipped + 1))
  }

  private func place(ofPixels row: Int) -> UnsafeMutableRawPointer {
    target.area.rows.contains(row) ? target.row(row) : buffers[1]
  }

  // 64 bytes of a row at a time, which are a cache line: with half lines, streaming to several rows costs twice as much
  // as to one.

  @inline(__always)
  private func write(_ left: Lanes, _ right: Lanes, to row: UnsafeMutableRawPointer, _ x: Int) {
    if isStreamed {
      scrim_stream(row + x, left)
      scrim_stream(row + x + 32, right)
    } else {
      scrim_prefetch_to_write(row + (x &+ factor &* target.bytesPerRow))
      row.store(left, x)
      row.store(right, x &+ 32)
    }
  }

  private func fillTwo(from top: Int, _ near: Neighbours) {
    let places = (place(ofPixels: top), place(ofPixels: top + 1))
    let byteCount = target.area.width &* target.channels
    var x = 0
    while x &+ 64 <= byteCount {
      let (left, right) = (near.doubled(x), near.doubled(x &+ 32))
      write(left.0, right.0, to: places.0, x)
      write(left.1, right.1, to: places.1, x)
      x &+= 64
    }
    while x < byteCount {
      let (made, rest) = (near.doubled(x), byteCount &- x)
      made.0.store(first: rest, to: places.0 + x)
      made.1.store(first: rest, to: places.1 + x)
      x &+= 32
    }
  }

  private func fillFour(from top: Int, _ near: Neighbours) {
    let places = (
      place(ofPixels: top), place(ofPixels: top + 1), place(ofPixels: top + 2),
      place(ofPixels: top + 3)
    )
    let byteCount = target.area.width &* target.channels
    var x = 0
    while x &+ 64 <= byteCount {
      let (left, right) = (near.quadrupled(x), near.quadrupled(x &+ 32))
      write(left.0, right.0, to: places.0, x)
      write(left.1, right.1, to: places.1, x)
      write(left.2, right.2, to: places.2, x)
      write(left.3, right.3, to: places.3, x)
      x &+= 64
    }
    while x < byteCount {
      let (made, rest) = (near.quadrupled(x), byteCount &- x)
      made.0.store(first: rest, to: places.0 + x)
      made.1.store(first: rest, to: places.1 + x)
      made.2.store(first: rest, to: places.2 + x)
      made.3.store(first: rest, to: places.3 + x)
      x &+= 32
    }
  }
}

extension SIMD16<UInt16> {
  /// The upper bytes of these, each followed by that of `odd`.
  @inline(__always)
  fileprivate func upperBytes(_ odd: Lanes) -> Lanes { (self &>> 8) | (odd & 0xff00) }

  /// Stores the first `count` bytes, at most all.
  fileprivate func store(first count: Int, to target: UnsafeMutableRawPointer) {
    guard count < 32 else {
      target.store(self, 0)
      return
    }
    withUnsafeBytes(of: self) { bytes in
      guard let base = bytes.baseAddress else { return }
      target.copyMemory(from: base, byteCount: count)
    }
  }
}

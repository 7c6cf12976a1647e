/// Linear interpolation between the middles of cells, which makes `factor` × `factor` of each.
struct CellInterpolation {
  let factor: Int
  private let channels: Int
  /// For each pixel between two cells, one after the other, the weights of the first cell for all
  /// lanes of a row, then those of the second.
  private let along: [(first: Lanes, second: Lanes)]
  private let down: [(first: Lanes, second: Lanes)]

  init(factor: Int, channels: Int) {
    (self.factor, self.channels) = (factor, channels)
    func weight(_ pixel: Int) -> UInt16 { UInt16((2 * pixel + 1) * (32_768 / factor)) }
    let lanes = max(1, factor * channels / 16)
    along = (0..<lanes).map { group in
      var second = Lanes()
      for lane in 0..<16 { second[lane] = weight((group * 16 + lane) / channels % factor) }
      return (0 &- second, second)
    }
    down = (0..<factor).map { pixel in
      let second = Lanes(repeating: weight(pixel))
      return (0 &- second, second)
    }
  }

  /// Interpolates along a row.
  ///
  /// - Parameters:
  ///   - cells: A row of cells.
  ///   - count: How many.
  ///   - target: Gets (`count` − 1) × factor pixels, the first one right of the first cell's middle.
  func widen(_ cells: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer) {
    switch factor * channels {
    case 2: interleave(cells, count, target)
    case 4:
      spread(cells, count, target, perLanes: 4) { cells, lane in
        let cell = cells.assumingMemoryBound(to: UInt16.self)
        return Lanes(
          lowHalf: SIMD8(
            lowHalf: SIMD4(repeating: cell[lane]), highHalf: SIMD4(repeating: cell[lane &+ 1])),
          highHalf: SIMD8(
            lowHalf: SIMD4(repeating: cell[lane &+ 2]), highHalf: SIMD4(repeating: cell[lane &+ 3]))
        )
      }
    case 8 where channels == 1:
      spread(cells, count, target, perLanes: 2) { cells, lane in
        let cell = cells.assumingMemoryBound(to: UInt16.self)
        return Lanes(
          lowHalf: SIMD8(repeating: cell[lane]), highHalf: SIMD8(repeating: cell[lane &+ 1]))
      }
    case 8:
      spread(cells, count, target, perLanes: 2) { cells, lane in
        let two = cells.loadUnaligned(fromByteOffset: lane &* 8, as: SIMD8<UInt16>.self)
        return Lanes(
          lowHalf: SIMD8(lowHalf: two.lowHalf, highHalf: two.lowHalf),
          highHalf: SIMD8(lowHalf: two.highHalf, highHalf: two.highHalf))
      }
    case _ where channels == 1:
      spread(cells, count, target, perLanes: 1) { cells, lane in
        Lanes(repeating: cells.assumingMemoryBound(to: UInt16.self)[lane])
      }
    default:
      spread(cells, count, target, perLanes: 1) { cells, lane in
        let one = cells.loadUnaligned(fromByteOffset: lane &* 8, as: SIMD4<UInt16>.self)
        let two = SIMD8(lowHalf: one, highHalf: one)
        return Lanes(lowHalf: two, highHalf: two)
      }
    }
  }

  /// Interpolates between cells, `perLanes` of which the lanes of one store lie between; `load` gives
  /// the cells from an index on, each spread over its share of lanes.
  @inline(__always)
  private func spread(
    _ cells: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer, perLanes: Int,
    _ load: (UnsafeRawPointer, Int) -> Lanes
  ) {
    let groups = along.count
    along.withUnsafeBytes { weights in
      guard let weights = weights.baseAddress else { return }
      var (cell, out) = (0, 0)
      while cell < count &- 1 {
        let (first, second) = (load(cells, cell), load(cells, cell &+ 1))
        var group = 0
        while group < groups {
          target.store(
            first.multipliedHigh(weights.lanes(group &* 64))
              &+ second.multipliedHigh(weights.lanes(group &* 64 &+ 32)), out)
          out &+= 32
          group &+= 1
        }
        cell &+= perLanes
      }
    }
  }

  /// Two pixels of one channel between each two cells.
  private func interleave(
    _ cells: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer
  ) {
    let cells = cells.assumingMemoryBound(to: UInt16.self)
    let pairs = target.assumingMemoryBound(to: UInt32.self)
    for cell in 0..<count - 1 {
      let (first, second) = (UInt32(cells[cell]), UInt32(cells[cell &+ 1]))
      pairs[cell] = (3 &* first &+ second) &>> 2 | ((first &+ 3 &* second) &>> 2) &<< 16
    }
  }

  /// Interpolates between two rows.
  ///
  /// - Parameters:
  ///   - upper: A row.
  ///   - lower: The next.
  ///   - index: Which of the `factor` rows between their middles.
  ///   - target: Where it goes.
  ///   - byteCount: How much is written, rounded up to 32.
  func blend(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ index: Int,
    to target: UnsafeMutableRawPointer, byteCount: Int
  ) {
    withWeights(index) { weights in
      var x = 0
      while x < byteCount {
        target.store(Self.blended(upper + x, lower + x, weights), x)
        x &+= 32
      }
    }
  }

  /// Interpolates between two rows and rounds to bytes.
  ///
  /// - Parameters:
  ///   - upper: A row.
  ///   - lower: The next.
  ///   - index: Which of the `factor` rows between their middles.
  ///   - target: Where it goes.
  ///   - byteCount: How many bytes are written.
  func blendToBytes(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ index: Int,
    to target: UnsafeMutableRawPointer, byteCount: Int
  ) {
    // Each of the interpolations, up to four, takes half a step on average by rounding down.
    let half: UInt16 = 64 + 2
    withWeights(index) { weights in
      var x = 0
      while x &+ 16 <= byteCount {
        let sum = Self.blended(upper + x &* 2, lower + x &* 2, weights)
        target.storeBytes(
          of: ((sum &+ half) &>> 7).bytes, toByteOffset: x, as: SIMD16<UInt8>.self)
        x &+= 16
      }
      guard x < byteCount else { return }
      // Rows have room for whole lanes; the target may not.
      let rest = ((Self.blended(upper + x &* 2, lower + x &* 2, weights) &+ half) &>> 7).bytes
      for i in x..<byteCount {
        target.storeBytes(of: rest[i &- x], toByteOffset: i, as: UInt8.self)
      }
    }
  }

  @inline(__always)
  private func withWeights(_ index: Int, _ body: (UnsafeRawPointer) -> Void) {
    down.withUnsafeBytes { weights in
      guard let weights = weights.baseAddress else { return }
      body(weights + index * 64)
    }
  }

  @inline(__always)
  private static func blended(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ weights: UnsafeRawPointer
  ) -> Lanes {
    upper.lanes(0).multipliedHigh(weights.lanes(0))
      &+ lower.lanes(0).multipliedHigh(weights.lanes(32))
  }
}

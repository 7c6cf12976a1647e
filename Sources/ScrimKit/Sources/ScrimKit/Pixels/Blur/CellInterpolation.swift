/// Linear interpolation between the middles of cells, which makes `factor` × `factor` of each.
struct CellInterpolation {
  let factor: Int
  private let channels: Int
  /// Whether rows are made for `blendToBytes`: with 8 bits behind the point, which end where a byte
  /// does, and all that rounding to it needs added already.
  private let isLast: Bool
  /// Half of 256, and what rounding down took away on average.
  private static let half: UInt16 = 128 + 3
  /// The weights of the first and the second of two cells for lanes of a row, until they repeat.
  private let along: [(first: Lanes, second: Lanes)]
  /// Likewise for each row between two rows of cells.
  private let down: [(first: Lanes, second: Lanes)]
  /// A row of cells, each as often as pixels are made of it.
  private let spreadRow: RowBuffers

  /// - Parameters:
  ///   - factor: A power of 2, at least 2.
  ///   - channels: 1 or 4.
  ///   - cells: How many a row has at most.
  ///   - isLast: Whether rows are made for `blendToBytes`.
  init(factor: Int, channels: Int, cells: Int, isLast: Bool) {
    (self.factor, self.channels, self.isLast) = (factor, channels, isLast)
    func weight(_ pixel: Int) -> UInt16 { UInt16((2 * pixel + 1) * (32_768 / factor)) }
    let groups = max(1, factor * channels / 16)
    along = (0..<groups).map { group in
      var second = Lanes()
      for lane in 0..<16 { second[lane] = weight((group * 16 + lane) / channels % factor) }
      return (0 &- second, second)
    }
    down = (0..<factor).map { pixel in
      let second = Lanes(repeating: weight(pixel))
      return (0 &- second, second)
    }
    spreadRow = RowBuffers(1, byteCount: cells * factor * channels * 2)
  }

  /// Interpolates along a row.
  ///
  /// - Parameters:
  ///   - cells: A row of cells.
  ///   - count: How many.
  ///   - target: Gets (`count` − 1) × factor pixels, the first one right of the first cell's middle.
  func widen(_ cells: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer) {
    let row = spreadRow[0]
    spread(cells, count, to: row)
    let step = factor * channels * 2
    let (end, groups, isLast) = ((count - 1) * step, along.count, isLast)
    along.withUnsafeBytes { weights in
      guard let weights = weights.baseAddress else { return }
      for group in 0..<groups {
        var x = group &* 32
        while x < end {
          let sum =
            row.lanes(x).multipliedHigh(weights.lanes(group &* 64))
            &+ row.lanes(x &+ step).multipliedHigh(weights.lanes(group &* 64 &+ 32))
          target.store(isLast ? sum &+ sum &+ Self.half : sum, x)
          x &+= groups &* 32
        }
      }
    }
  }

  /// Writes each cell `factor` times. (By way of memory, since what is multiplied must come from there:
  /// see `Lanes`.)
  private func spread(
    _ cells: UnsafeRawPointer, _ count: Int, to row: UnsafeMutableRawPointer
  ) {
    // What is written beyond a narrow cell the next one overwrites.
    let step = factor &* channels &* 2
    if channels == 4 {
      fill(row, count, step) {
        let one = cells.loadUnaligned(fromByteOffset: $0 &* 8, as: SIMD4<UInt16>.self)
        let two = SIMD8(lowHalf: one, highHalf: one)
        return Lanes(lowHalf: two, highHalf: two)
      }
    } else {
      fill(row, count, step) {
        Lanes(repeating: cells.loadUnaligned(fromByteOffset: $0 &* 2, as: UInt16.self))
      }
    }
  }

  @inline(__always)
  private func fill(
    _ row: UnsafeMutableRawPointer, _ count: Int, _ step: Int, _ lanes: (Int) -> Lanes
  ) {
    var (cell, x) = (0, 0)
    while cell < count {
      let lanes = lanes(cell)
      let end = x &+ step
      row.store(lanes, x)
      var next = x &+ 32
      while next < end {
        row.store(lanes, next)
        next &+= 32
      }
      x = end
      cell &+= 1
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

  /// Interpolates between two rows that are made for it and rounds to bytes.
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
    withWeights(index) { weights in
      var x = 0
      while x &+ 16 <= byteCount {
        let sum = Self.blended(upper + x &* 2, lower + x &* 2, weights)
        target.storeBytes(
          of: (sum &>> 8).bytes, toByteOffset: x, as: SIMD16<UInt8>.self)
        x &+= 16
      }
      guard x < byteCount else { return }
      // Rows have room for whole lanes; the target may not.
      let rest = (Self.blended(upper + x &* 2, lower + x &* 2, weights) &>> 8).bytes
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

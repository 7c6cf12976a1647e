internal import CStreaming

/// Reduces rows of pixels to rows of cells: each cell is the plain or weighted mean of `factor` × `factor` pixels, in
/// fixed point.
struct BoxDecimator {
  private let factor: Int
  private let source: BlurPlane
  private let columns: EdgeMap
  private let rows: EdgeMap
  private let overlap: Int
  private let weights: [UInt16]
  /// The columns of the cells.
  private let cells: Range<Int>
  private let sums: RowBuffers

  /// - Parameters:
  ///   - plan: The plan that defines the cells.
  ///   - source: The pixels.
  ///   - edge: The pixels outside the source.
  ///   - cells: The requested columns of cells; cell 0 begins at pixel 0 of the canvas.
  ///   - cellRows: The rows of cells that will be requested.
  /// - Throws: `DrawingError` if out of memory.
  init(
    _ plan: GaussianPlan, of source: BlurPlane, edge: BlurEdge, columns cells: Range<Int>,
    rows cellRows: Range<Int>
  ) throws(DrawingError) {
    (factor, overlap, weights) = (plan.factor, plan.overlap, plan.weights)
    (self.source, self.cells) = (source, cells)
    func pixels(_ cells: Range<Int>) -> Range<Int> {
      cells.lowerBound * plan.factor - plan.overlap..<cells.upperBound * plan.factor + plan.overlap
    }
    columns = EdgeMap(pixels(cells), picture: source.area.columns, edge: edge)
    rows = EdgeMap(pixels(cellRows), picture: source.area.rows, edge: edge)
    // The second row contains zeros.
    sums = try RowBuffers(2, byteCount: columns.range.count * source.channels * 2)
  }

  /// The source of a row of cells.
  enum Row: Equatable {
    /// Transparent pixels.
    case nothing
    /// A single row of the image, repeated.
    case repeated(Int)
    /// Several rows.
    case mixed
  }

  /// The source of row `cell` of cells.
  func kind(of cell: Int) -> Row {
    let pixels = cell * factor - overlap..<(cell + 1) * factor + overlap
    let first = rows.source(pixels.lowerBound)
    guard pixels.allSatisfy({ rows.source($0) == first }) else { return .mixed }
    return first.map { .repeated($0) } ?? .nothing
  }

  /// Computes row `cell` of cells.
  func make(_ cell: Int, to target: UnsafeMutableRawPointer) {
    sumColumns(of: cell)
    columns.extend(sums[0], pixelSize: source.channels * 2)
    let first =
      sums[0] + (cells.lowerBound * factor - overlap - columns.range.lowerBound) * source.channels
      * 2
    if source.channels == 4 {
      sumPixels(first, to: target)
    } else {
      sumNumbers(first, to: target)
    }
  }

  // MARK: Down columns

  private func sumColumns(of cell: Int) {
    let inside = columns.inside
    let sum = sums[0] + (inside.lowerBound - columns.range.lowerBound) * source.channels * 2
    let count = inside.count * source.channels
    guard count > 0 else { return }
    let pixels = cell * factor - overlap..<(cell + 1) * factor + overlap
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: pixels.count) { places in
      var used = 0
      for y in pixels {
        let row = rows.source(y)
        // With weights, each row has a fixed position.
        guard row != nil || overlap > 0 else { continue }
        let bytes = row.map {
          source.row($0) + (inside.lowerBound - source.area.x) * source.channels
        }
        places.initializeElement(at: used, to: UnsafeRawPointer(bytes ?? sums[1]))
        used += 1
      }
      guard let places = places.baseAddress else { return }
      switch factor {
      case 2:
        addWeighted(sum, count) { row in
          let inner = row(places[1]) &+ row(places[2])
          return row(places[0]) &+ row(places[3]) &+ inner &+ inner &+ inner
        }
      case 4:
        addWeighted(sum, count) { row in
          let middle = row(places[2]) &+ row(places[3])
          let all = middle &+ row(places[1]) &+ row(places[4])
          return row(places[0]) &+ row(places[5]) &+ middle &+ all &+ all &+ all
        }
      default:
        for done in stride(from: 0, to: used - 7, by: 8) {
          addEight(places + done, to: sum, count, isFirst: done == 0)
        }
        let rest = used % 8
        if used == 0 || rest > 0 {
          addFew(places + used - rest, rest, to: sum, count, isFirst: used < 8)
        }
      }
    }
  }

  /// Sums rows with the weights of `combine`.
  @inline(__always)
  private func addWeighted(
    _ sum: UnsafeMutableRawPointer, _ count: Int,
    _ combine: ((UnsafeRawPointer) -> Lanes) -> Lanes
  ) {
    var x = 0
    while x &+ 16 <= count {
      sum.store(
        combine {
          Lanes(widening: $0.loadUnaligned(fromByteOffset: x, as: SIMD16<UInt8>.self))
        }, x &* 2)
      x &+= 16
    }
    while x < count {
      let one = combine { Lanes(repeating: UInt16($0.load(fromByteOffset: x, as: UInt8.self))) }
      sum.storeBytes(of: one[0], toByteOffset: x &* 2, as: UInt16.self)
      x &+= 1
    }
  }

  /// Sums eight rows, as many as the CPU prefetches, and prefetches the eight below, because the CPU does not at the
  /// starts of rows.
  private func addEight(
    _ rows: UnsafePointer<UnsafeRawPointer>, to sum: UnsafeMutableRawPointer, _ count: Int,
    isFirst: Bool
  ) {
    let eight = EightRows(rows)
    let below = 8 &* source.bytesPerRow
    @inline(__always) func add(_ x: Int) {
      var (first, second) = eight.sums(x)
      if !isFirst {
        first = first &+ sum.lanes(x &* 2)
        second = second &+ sum.lanes(x &* 2 &+ 32)
      }
      sum.store(first, x &* 2)
      sum.store(second, x &* 2 &+ 32)
    }
    var x = 0
    while x &+ 64 <= count {
      eight.prefetch(x &+ below)
      add(x)
      add(x &+ 32)
      x &+= 64
    }
    if x &+ 32 <= count {
      add(x)
      x &+= 32
    }
    addFew(rows, 8, to: sum, count, from: x, isFirst: isFirst)
  }

  private struct EightRows {
    private let a, b, c, d, e, f, g, h: UnsafeRawPointer

    init(_ rows: UnsafePointer<UnsafeRawPointer>) {
      (a, b, c, d) = (rows[0], rows[1], rows[2], rows[3])
      (e, f, g, h) = (rows[4], rows[5], rows[6], rows[7])
    }

    /// The sums of 32 bytes of each row from byte `x`.
    ///
    /// Bytes are added in pairs, as 16-bit numbers that may overflow. The upper bytes are also summed separately; from
    /// both sums follows that of the lower bytes.
    @inline(__always)
    func sums(_ x: Int) -> (Lanes, Lanes) {
      var (both, upper) = (Lanes(), Lanes())
      @inline(__always) func add(_ row: UnsafeRawPointer) {
        let bytes = row.lanes(x)
        both = both &+ bytes
        upper = upper &+ bytes &>> 8
      }
      add(a)
      add(b)
      add(c)
      add(d)
      add(e)
      add(f)
      add(g)
      add(h)
      return (both &- upper &<< 8).interleaved(with: upper)
    }

    /// Prefetching beyond the end of the image is harmless, because nothing is read.
    @inline(__always)
    func prefetch(_ x: Int) {
      scrim_prefetch(a + x)
      scrim_prefetch(b + x)
      scrim_prefetch(c + x)
      scrim_prefetch(d + x)
      scrim_prefetch(e + x)
      scrim_prefetch(f + x)
      scrim_prefetch(g + x)
      scrim_prefetch(h + x)
    }
  }

  /// Sums fewer rows, or only their ends.
  private func addFew(
    _ rows: UnsafePointer<UnsafeRawPointer>, _ rowCount: Int, to sum: UnsafeMutableRawPointer,
    _ count: Int, from start: Int = 0, isFirst: Bool
  ) {
    let sums = sum.assumingMemoryBound(to: UInt16.self)
    for x in start..<count {
      var total = isFirst ? 0 : sums[x]
      for k in 0..<rowCount { total &+= UInt16(rows[k].load(fromByteOffset: x, as: UInt8.self)) }
      sums[x] = total
    }
  }

  // MARK: Along rows

  /// The shifts that leave 7 fraction bits: first each column's, so that a cell's sum fits 16 bits, then the cell's, to
  /// the left or to the right.
  private var shifts: (column: UInt16, left: UInt16, right: UInt16) {
    // The weights of two pixels add up to 8 per direction, those of four to 16.
    let bits = UInt16(2 * (overlap == 1 ? factor / 2 + 2 : factor.trailingZeroBitCount))
    return bits > 8 ? (bits - 8, 0, 1) : bits == 8 ? (0, 0, 1) : (0, 7 - bits, 0)
  }

  /// Computes two cells at a time. (Their channels are in the order blue, red, green, alpha: see `PixelFilling`.)
  private func sumPixels(_ first: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    if factor == 2 {
      sumPairs(first, to: target)
      return
    }
    let shifts = shifts
    let half = shifts.column > 0 ? UInt16(1) &<< (shifts.column &- 1) : 0
    let weights = (spread(0), spread(4))
    let step = factor &* 8
    /// The sums of every fourth pixel of a cell, starting at each of the first four.
    @inline(__always) func sum(_ pixels: UnsafeRawPointer) -> Lanes {
      if factor == 4 {
        return pixels.lanes(0) &* weights.0 &+ pixels.lanes(32) &* weights.1
      }
      var (sum, x) = (Lanes(), 0)
      while x < step {
        let (four, next) = (pixels.lanes(x), pixels.lanes(x &+ 32))
        sum = sum &+ (four &+ half) &>> shifts.column &+ (next &+ half) &>> shifts.column
        x &+= 64
      }
      return sum
    }
    var cell = 0
    while cell < cells.count {
      let pixels = first + cell &* step
      let (a, b) = (sum(pixels).pixels, sum(pixels + step).pixels)
      let four =
        Lanes(pixels: SIMD4(a[0], b[0], a[2], b[2])) &+ Lanes(pixels: SIMD4(a[1], b[1], a[3], b[3]))
      target.storeBytes(
        of: (((four.lowHalf &+ four.highHalf) &<< shifts.left) &>> shifts.right).blueRedGreenAlpha,
        toByteOffset: cell &* 8, as: SIMD8<UInt16>.self)
      cell &+= 2
    }
  }

  /// Computes four cells of two pixels at a time: sums that start at every pixel, of which every second one is used.
  private func sumPairs(_ first: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let left = shifts.left
    @inline(__always) func sums(_ x: Int) -> SIMD4<UInt64> {
      let inner = first.lanes(x &+ 8) &+ first.lanes(x &+ 16)
      let sums = first.lanes(x) &+ first.lanes(x &+ 24) &+ inner &+ inner &+ inner
      return (sums &<< left).pixels
    }
    var x = 0
    while x < cells.count &* 8 {
      let (one, two) = (sums(2 &* x), sums(2 &* x &+ 32))
      let four = Lanes(pixels: SIMD4(one[0], one[2], two[0], two[2]))
      target.store(
        Lanes(
          lowHalf: four.lowHalf.blueRedGreenAlpha, highHalf: four.highHalf.blueRedGreenAlpha), x)
      x &+= 32
    }
  }

  /// The weights of four pixels, each repeated for its four channels.
  private func spread(_ first: Int) -> Lanes {
    var lanes = Lanes()
    for lane in 0..<16 where first + lane / 4 < weights.count {
      lanes[lane] = weights[first + lane / 4]
    }
    return lanes
  }

  private func sumNumbers(_ first: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    if factor == 2 {
      sumPairsOfNumbers(first, to: target)
      return
    }
    let shifts = shifts
    let half = shifts.column > 0 ? UInt16(1) &<< (shifts.column &- 1) : 0
    let weights = (spread(0).everyFourth, spread(4).everyFourth)
    func numbers(_ place: Int) -> SIMD4<UInt16> {
      first.loadUnaligned(fromByteOffset: place &* 2, as: SIMD4<UInt16>.self)
    }
    for cell in 0..<cells.count {
      let start = cell &* factor
      var sum = SIMD4<UInt16>()
      if factor == 4 {
        sum = numbers(start) &* weights.0 &+ numbers(start &+ 4) &* weights.1
      } else {
        var group = 0
        while group < factor {
          sum = sum &+ ((numbers(start &+ group) &+ half) &>> shifts.column)
          group &+= 4
        }
      }
      // The uppermost of the four numbers of this product is their sum.
      let product = unsafeBitCast(sum, to: UInt64.self) &* 0x0001_0001_0001_0001
      let one = (UInt16(truncatingIfNeeded: product &>> 48) &<< shifts.left) &>> shifts.right
      target.storeBytes(of: one, toByteOffset: cell &* 2, as: UInt16.self)
    }
  }

  /// Computes sixteen cells of one channel at a time.
  private func sumPairsOfNumbers(_ first: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let left = shifts.left
    @inline(__always) func sums(_ x: Int) -> Lanes {
      let inner = first.lanes(x &+ 2) &+ first.lanes(x &+ 4)
      return (first.lanes(x) &+ first.lanes(x &+ 6) &+ inner &+ inner &+ inner) &<< left
    }
    var x = 0
    while x < cells.count &* 2 {
      target.store(sums(2 &* x).evenNumbers(with: sums(2 &* x &+ 32)), x)
      x &+= 32
    }
  }
}

extension SIMD8<UInt16> {
  /// Two pixels with their channels in the order of cells.
  @inline(__always)
  fileprivate var blueRedGreenAlpha: SIMD8<UInt16> {
    SIMD8(self[0], self[2], self[1], self[3], self[4], self[6], self[5], self[7])
  }
}

extension SIMD16<UInt16> {
  /// Every second number of these, followed by that of `other`.
  @inline(__always)
  fileprivate func evenNumbers(with other: Lanes) -> Lanes {
    Lanes(
      self[0], self[2], self[4], self[6], self[8], self[10], self[12], self[14],
      other[0], other[2], other[4], other[6], other[8], other[10], other[12], other[14])
  }

  fileprivate var everyFourth: SIMD4<UInt16> { SIMD4(self[0], self[4], self[8], self[12]) }
}

/// Makes rows of cells from rows of pixels: each cell the mean of `factor` × `factor` pixels, plain or
/// weighted, in fixed point.
struct CellMeans {
  private let factor: Int
  private let source: BlurPlane
  private let columns: EdgeMap
  private let rows: EdgeMap
  private let overlap: Int
  private let weights: [UInt16]
  /// The cells of a row.
  private let cells: Range<Int>
  private let sums: RowBuffers

  /// - Parameters:
  ///   - plan: Whose cells they are.
  ///   - source: The pixels.
  ///   - edge: What lies around them.
  ///   - cells: The columns of cells that are asked for; cell 0 begins at pixel 0 of the canvas.
  ///   - cellRows: The rows of cells that will be asked for.
  init(
    _ plan: GaussianPlan, of source: BlurPlane, edge: BlurEdge, columns cells: Range<Int>,
    rows cellRows: Range<Int>
  ) {
    (factor, overlap, weights) = (plan.factor, plan.overlap, plan.weights)
    (self.source, self.cells) = (source, cells)
    func pixels(_ cells: Range<Int>) -> Range<Int> {
      cells.lowerBound * plan.factor - plan.overlap..<cells.upperBound * plan.factor + plan.overlap
    }
    columns = EdgeMap(pixels(cells), picture: source.area.columns, edge: edge)
    rows = EdgeMap(pixels(cellRows), picture: source.area.rows, edge: edge)
    // The second is of zeros.
    sums = RowBuffers(2, byteCount: columns.range.count * source.channels * 2)
  }

  /// What a row of cells is made of.
  enum Row: Equatable {
    /// Transparent pixels.
    case nothing
    /// One row of the picture, over and over.
    case repeated(Int)
    /// Several.
    case mixed
  }

  /// What row `cell` of cells is made of.
  func kind(of cell: Int) -> Row {
    let pixels = cell * factor - overlap..<(cell + 1) * factor + overlap
    let first = rows.source(pixels.lowerBound)
    guard pixels.allSatisfy({ rows.source($0) == first }) else { return .mixed }
    return first.map { .repeated($0) } ?? .nothing
  }

  /// Makes row `cell` of cells.
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
        // Rows that are weighted each have their place.
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
        // Eight rows at a time: as many as the processor fetches ahead of.
        for done in stride(from: 0, to: max(1, used), by: 8) {
          add(places + done, min(8, used - done), to: sum, count: count, fresh: done == 0)
        }
      }
    }
  }

  /// Sums up rows that `combine` asks for.
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

  private func add(
    _ rows: UnsafePointer<UnsafeRawPointer>, _ rowCount: Int, to sum: UnsafeMutableRawPointer,
    count: Int, fresh: Bool
  ) {
    var x = 0
    while x &+ 32 <= count {
      var low = fresh ? Lanes() : sum.lanes(x &* 2)
      var high = fresh ? Lanes() : sum.lanes(x &* 2 &+ 32)
      var k = 0
      while k < rowCount {
        let row = rows[k] + x
        low = low &+ Lanes(widening: row.loadUnaligned(as: SIMD16<UInt8>.self))
        high =
          high &+ Lanes(widening: row.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self))
        k &+= 1
      }
      sum.store(low, x &* 2)
      sum.store(high, x &* 2 &+ 32)
      x &+= 32
    }
    while x < count {
      var total = fresh ? 0 : sum.load(fromByteOffset: x &* 2, as: UInt16.self)
      for k in 0..<rowCount { total &+= UInt16(rows[k].load(fromByteOffset: x, as: UInt8.self)) }
      sum.storeBytes(of: total, toByteOffset: x &* 2, as: UInt16.self)
      x &+= 1
    }
  }

  // MARK: Along rows

  /// By how much sums are shifted so that 7 bits are behind the point: first each column's, so that
  /// 16 bits hold a cell's, then the cell's, to the left or to the right.
  private var shifts: (column: UInt16, left: UInt16, right: UInt16) {
    // The weights of two pixels sum up to 8 in each direction, of four to 16.
    let bits = UInt16(2 * (overlap == 1 ? factor / 2 + 2 : factor.trailingZeroBitCount))
    return bits > 8 ? (bits - 8, 0, 1) : bits == 8 ? (0, 0, 1) : (0, 7 - bits, 0)
  }

  private func sumPixels(_ first: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let shifts = shifts
    let half = shifts.column > 0 ? UInt16(1) &<< (shifts.column &- 1) : 0
    let weights = (spread(0), spread(4))
    let groups = factor / 4
    let step = factor &* 8
    var cell = 0
    while cell < cells.count {
      let pixels = first + cell &* step
      var sum = Lanes()
      if overlap == 1 {
        sum = pixels.lanes(0) &* weights.0
        if factor == 4 { sum = sum &+ pixels.lanes(32) &* weights.1 }
      } else {
        var group = 0
        while group < groups {
          var four = pixels.lanes(group &* 32)
          if shifts.column > 0 { four = (four &+ half) &>> shifts.column }
          sum = sum &+ four
          group &+= 1
        }
      }
      let two = sum.lowHalf &+ sum.highHalf
      let one = ((two.lowHalf &+ two.highHalf) &<< shifts.left) &>> shifts.right
      target.storeBytes(of: one, toByteOffset: cell &* 8, as: SIMD4<UInt16>.self)
      cell &+= 1
    }
  }

  /// The weights of four pixels, each for its four channels.
  private func spread(_ first: Int) -> Lanes {
    var lanes = Lanes()
    for lane in 0..<16 where first + lane / 4 < weights.count {
      lanes[lane] = weights[first + lane / 4]
    }
    return lanes
  }

  private func sumNumbers(_ first: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let shifts = shifts
    let half = shifts.column > 0 ? UInt16(1) &<< (shifts.column &- 1) : 0
    let numbers = first.assumingMemoryBound(to: UInt16.self)
    let means = target.assumingMemoryBound(to: UInt16.self)
    for cell in 0..<cells.count {
      let start = cell &* factor
      var sum: UInt16 = 0
      switch factor {
      case 2:
        sum =
          numbers[start] &+ numbers[start &+ 3]
          &+ 3 &* (numbers[start &+ 1] &+ numbers[start &+ 2])
      case 4:
        sum =
          numbers[start] &+ numbers[start &+ 5]
          &+ 3 &* (numbers[start &+ 1] &+ numbers[start &+ 4])
          &+ 4 &* (numbers[start &+ 2] &+ numbers[start &+ 3])
      default:
        for k in 0..<factor { sum &+= (numbers[start &+ k] &+ half) &>> shifts.column }
      }
      means[cell] = (sum &<< shifts.left) &>> shifts.right
    }
  }
}

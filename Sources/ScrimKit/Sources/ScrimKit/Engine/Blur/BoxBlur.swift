/// The three box passes of the filter specification, rounded once along rows (to 7 fraction bits) and once down
/// columns.
struct BoxBlur {
  private let box: TripleBox
  private let source: BlurPlane
  private let target: BlurPlane
  private let columns: EdgeMap
  private let rows: EdgeMap
  /// Numbers per row of the target.
  private let width: Int
  /// Leading zeros for the maximum distance of the six terms before the first pixel, followed by a row of the source.
  private let pixels: RowBuffers
  private let differences: RowBuffers

  init(
    _ box: TripleBox, from source: BlurPlane, to target: BlurPlane, edge: BlurEdge
  ) throws(DrawingError) {
    (self.box, self.source, self.target) = (box, source, target)
    let area = target.area.grown(by: box.reach)
    columns = EdgeMap(area.columns, picture: source.area.columns, edge: edge)
    rows = EdgeMap(area.rows, picture: source.area.rows, edge: edge)
    width = target.area.width * source.channels
    pixels = try RowBuffers(1, byteCount: (box.places.5 + columns.range.count) * source.channels)
    differences = try RowBuffers(1, byteCount: 2 * (width + 2 * box.reach * source.channels))
  }

  /// Rows and numbers per row that are processed at a time, so that their sums stay in the first-level cache.
  private static let (batch, tile) = (8, 512)

  /// - Throws: `DrawingError` if out of memory.
  func run() throws(DrawingError) {
    let window = box.places.5 + Self.batch
    let ring = try RowBuffers(window + 1, byteCount: width * 2)
    // Three sums of up to 8 bytes per number, eight numbers at a time.
    let sums = try PooledBuffer(zeros: (width + 7) / 8 * 3 * 64)
    defer { extendLifetime((self, ring, sums)) }
    let wanted = target.area.grown(by: box.reach).rows
    // The ring's rows of the last rows, the newest at the end.
    let nothing = UnsafeRawPointer(ring[window])
    var places = [UnsafeRawPointer](repeating: nothing, count: window)
    var (made, previous) = (0, Int?.none)
    func enter(_ y: Int) {
      let row = wanted.contains(y) ? rows.source(y) : nil
      places.removeFirst()
      if let row, row != previous {
        let slot = ring[made % window]
        made += 1
        blurRow(row, to: slot)
        places.append(UnsafeRawPointer(slot))
      } else {
        places.append(row == nil ? nothing : places.last ?? nothing)
      }
      previous = row
    }
    for top in stride(from: wanted.lowerBound, to: wanted.upperBound, by: Self.batch) {
      for y in top..<top + Self.batch { enter(y) }
      for start in stride(from: 0, to: width, by: Self.tile) {
        for y in top..<min(top + Self.batch, wanted.upperBound) {
          blurColumns(
            y - box.reach, places, newest: box.places.5 + y - top, start,
            count: min(Self.tile, width - start), sums.base + start * 24)
        }
      }
    }
  }

  // MARK: Along rows

  private func blurRow(_ y: Int, to target: UnsafeMutableRawPointer) {
    let channels = source.channels
    let row = pixels[0] + box.places.5 * channels
    let inside = columns.inside
    (row + (inside.lowerBound - columns.range.lowerBound) * channels).copyMemory(
      from: source.row(y) + (inside.lowerBound - source.area.x) * channels,
      byteCount: inside.count * channels)
    columns.extend(row, pixelSize: channels)
    // The requested pixels begin after those needed for the left edge.
    let skipped = self.target.area.x - box.reach - columns.range.lowerBound
    let first = row + skipped * channels
    if skipped > 0 {
      let lead = box.places.5 * channels
      (first - lead).initializeMemory(as: UInt8.self, repeating: 0, count: lead)
    }
    subtract(first, width + 2 * box.reach * channels, to: differences[0])
    if box.fits(UInt32.self, greatest: 255) {
      sumRow(differences[0], UInt32.self, to: target)
    } else {
      sumRow(differences[0], UInt64.self, to: target)
    }
  }

  /// The difference of six terms for each number of a row, which is then summed three times.
  private func subtract(
    _ first: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer
  ) {
    let (places, channels) = (box.places, source.channels)
    var x = 0
    while x < count {
      @inline(__always) func numbers(_ back: Int) -> Lanes {
        Lanes(
          widening: first.loadUnaligned(
            fromByteOffset: x &- back &* channels, as: SIMD16<UInt8>.self))
      }
      let twice = numbers(places.4) &- numbers(places.1)
      target.store(
        numbers(places.0) &+ numbers(places.2) &- numbers(places.3) &- numbers(places.5)
          &+ twice &+ twice, x &* 2)
      x &+= 16
    }
  }

  /// Sums differences three times and rounds the sums to 7 fraction bits.
  @inline(__always)
  private func sumRow<Sum: FixedWidthInteger & UnsignedInteger & SIMDScalar>(
    _ differences: UnsafeRawPointer, _: Sum.Type, to target: UnsafeMutableRawPointer
  ) {
    let scaling = box.scaling(from: 255, to: 255 << 7)
    let (shift, scale) = (Sum(scaling.shift), scaling.scale)
    let count = width
    if source.channels == 4 {
      let ahead = 8 * box.reach
      var sums = (SIMD4<Sum>(), SIMD4<Sum>(), SIMD4<Sum>())
      for x in stride(from: 0, to: ahead + count, by: 4) {
        let n = differences.loadUnaligned(fromByteOffset: x &* 2, as: SIMD4<Int16>.self)
        sums.0 =
          sums.0
          &+ SIMD4(
            Sum(truncatingIfNeeded: n[0]), Sum(truncatingIfNeeded: n[1]),
            Sum(truncatingIfNeeded: n[2]), Sum(truncatingIfNeeded: n[3]))
        sums.1 = sums.1 &+ sums.0
        sums.2 = sums.2 &+ sums.1
        guard x >= ahead else { continue }
        let shifted = sums.2 &>> shift
        @inline(__always) func mean(_ channel: Int) -> UInt16 {
          UInt16(truncatingIfNeeded: rounded(shifted[channel], scale))
        }
        target.storeBytes(
          of: SIMD4(mean(0), mean(1), mean(2), mean(3)), toByteOffset: (x &- ahead) &* 2,
          as: SIMD4<UInt16>.self)
      }
    } else {
      let ahead = 2 * box.reach
      var sums = (Sum(0), Sum(0), Sum(0))
      for x in 0..<ahead + count {
        let difference = differences.load(fromByteOffset: x &* 2, as: Int16.self)
        sums.0 &+= Sum(truncatingIfNeeded: difference)
        sums.1 &+= sums.0
        sums.2 &+= sums.1
        guard x >= ahead else { continue }
        target.storeBytes(
          of: UInt16(truncatingIfNeeded: rounded(sums.2 &>> shift, scale)),
          toByteOffset: (x &- ahead) &* 2, as: UInt16.self)
      }
    }
  }

  // MARK: Down columns

  /// Adds a row to the sums and, from the target's first row on, writes the result.
  private func blurColumns(
    _ y: Int, _ places: [UnsafeRawPointer], newest: Int, _ start: Int, count: Int,
    _ sums: UnsafeMutableRawPointer
  ) {
    func row(_ back: Int) -> UnsafeRawPointer { places[newest - back] + start * 2 }
    let back = box.places
    let six = (row(back.0), row(back.1), row(back.2), row(back.3), row(back.4), row(back.5))
    withUnsafeTemporaryAllocation(byteCount: Self.tile + 8, alignment: 64) { bytes in
      guard let bytes = bytes.baseAddress else { return }
      if box.fits(UInt32.self, greatest: 255 << 7) {
        sumRows(six, count, SIMD8<UInt32>.self, sums, bytes)
      } else {
        sumRows(six, count, SIMD8<UInt64>.self, sums, bytes)
      }
      guard y >= target.area.y else { return }
      (target.row(y) + start).copyMemory(from: bytes, byteCount: count)
    }
  }

  /// Adds a row to the sums of its columns and rounds them to bytes.
  @inline(__always)
  private func sumRows<Sum: FixedWidthInteger & UnsignedInteger & SIMDScalar>(
    _ rows: (
      UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer,
      UnsafeRawPointer
    ), _ count: Int, _: SIMD8<Sum>.Type, _ sums: UnsafeMutableRawPointer,
    _ bytes: UnsafeMutableRawPointer
  ) {
    let scaling = box.scaling(from: 255 << 7, to: 255)
    let (shift, scale) = (Sum(scaling.shift), scaling.scale)
    let size = MemoryLayout<SIMD8<Sum>>.size
    var (x, place) = (0, sums)
    while x < count {
      @inline(__always) func numbers(_ row: UnsafeRawPointer) -> SIMD8<Int32> {
        let n = row.loadUnaligned(fromByteOffset: x &* 2, as: SIMD8<UInt16>.self)
        return SIMD8(
          Int32(n[0]), Int32(n[1]), Int32(n[2]), Int32(n[3]), Int32(n[4]), Int32(n[5]),
          Int32(n[6]), Int32(n[7]))
      }
      let twice = numbers(rows.4) &- numbers(rows.1)
      let n =
        numbers(rows.0) &+ numbers(rows.2) &- numbers(rows.3) &- numbers(rows.5) &+ twice &+ twice
      let change = SIMD8(
        Sum(truncatingIfNeeded: n[0]), Sum(truncatingIfNeeded: n[1]),
        Sum(truncatingIfNeeded: n[2]), Sum(truncatingIfNeeded: n[3]),
        Sum(truncatingIfNeeded: n[4]), Sum(truncatingIfNeeded: n[5]),
        Sum(truncatingIfNeeded: n[6]), Sum(truncatingIfNeeded: n[7]))
      // The three sums of a column are adjacent.
      let sum0 = place.load(as: SIMD8<Sum>.self) &+ change
      let sum1 = place.load(fromByteOffset: size, as: SIMD8<Sum>.self) &+ sum0
      let sum2 = place.load(fromByteOffset: 2 &* size, as: SIMD8<Sum>.self) &+ sum1
      place.storeBytes(of: sum0, as: SIMD8<Sum>.self)
      place.storeBytes(of: sum1, toByteOffset: size, as: SIMD8<Sum>.self)
      place.storeBytes(of: sum2, toByteOffset: 2 &* size, as: SIMD8<Sum>.self)
      let shifted = sum2 &>> shift
      @inline(__always) func byte(_ lane: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: rounded(shifted[lane], scale))
      }
      bytes.storeBytes(
        of: SIMD8(byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7)),
        toByteOffset: x, as: SIMD8<UInt8>.self)
      x &+= 8
      place += 3 &* size
    }
  }

  /// A sum scaled to less than 2²³, rounded to an integer.
  ///
  /// From 2²³ on the last bit of a `Float` counts 1. Adding 2²³ therefore rounds to an integer, which is in the lower
  /// bits. (A conversion would first check each number for its range.)
  @inline(__always)
  private func rounded<Sum: FixedWidthInteger>(_ sum: Sum, _ scale: Float) -> UInt32 {
    (Float(Int32(truncatingIfNeeded: sum)) * scale + 8_388_608).bitPattern
  }
}

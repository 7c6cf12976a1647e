/// The three box passes of the filter specification, rounded once along rows (to 7 bits behind the
/// point) and once down columns.
struct BoxBlur {
  private let box: TripleBox
  private let source: BlurPlane
  private let target: BlurPlane
  private let columns: EdgeMap
  private let rows: EdgeMap
  /// The bytes of 16-bit numbers in a row of the target.
  private let width: Int
  /// The rows of the source, blurred along.
  private let blurred: RowBuffers

  init(_ box: TripleBox, from source: BlurPlane, to target: BlurPlane, edge: BlurEdge) {
    (self.box, self.source, self.target) = (box, source, target)
    let area = target.area.grown(by: box.reach)
    columns = EdgeMap(area.columns, picture: source.area.columns, edge: edge)
    rows = EdgeMap(area.rows, picture: source.area.rows, edge: edge)
    width = target.area.width * source.channels * 2
    // The last row is of zeros.
    blurred = RowBuffers(rows.inside.count + 1, byteCount: width)
  }

  func run() {
    blurRows()
    for start in stride(from: 0, to: width / 2, by: Self.tile) {
      blurColumns(start, count: min(Self.tile, width / 2 - start))
    }
  }

  // MARK: Along rows

  private func blurRows() {
    // As many zeros as the six places reach back from the first pixel.
    let lead = 2 * box.size + box.last
    let skipped = target.area.x - box.reach - columns.range.lowerBound
    let channels = source.channels
    let buffer = RowBuffers(1, byteCount: (lead + columns.range.count) * channels)
    defer { extendLifetime(buffer) }
    let row = buffer[0]
    for (index, y) in rows.inside.enumerated() {
      let pixels = row + lead * channels
      let inside = columns.inside
      (pixels + (inside.lowerBound - columns.range.lowerBound) * channels).copyMemory(
        from: source.row(y) + (inside.lowerBound - source.area.x) * channels,
        byteCount: inside.count * channels)
      columns.extend(pixels, pixelSize: channels)
      // What was asked for begins after what the edge needed on the left.
      let first = pixels + skipped * channels
      if skipped > 0 {
        (first - lead * channels).initializeMemory(
          as: UInt8.self, repeating: 0, count: lead * channels)
      }
      if channels == 4 {
        sumPixels(first, to: blurred[index])
      } else {
        sumNumbers(first, to: blurred[index])
      }
    }
  }

  private func sumPixels(_ first: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let places = box.places
    let (shift, scale) = box.scaling(from: 255, to: 255 << 7)
    let ahead = 2 * box.reach
    var sums = (SIMD4<Int64>(), SIMD4<Int64>(), SIMD4<Int64>())
    for x in 0..<width / 8 + ahead {
      func pixel(_ back: Int) -> SIMD4<Int32> {
        let bytes = first.loadUnaligned(fromByteOffset: (x &- back) &* 4, as: SIMD4<UInt8>.self)
        return SIMD4(Int32(bytes[0]), Int32(bytes[1]), Int32(bytes[2]), Int32(bytes[3]))
      }
      let twice = pixel(places.4) &- pixel(places.1)
      let change =
        pixel(places.0) &+ pixel(places.2) &- pixel(places.3) &- pixel(places.5) &+ twice &+ twice
      sums.0 =
        sums.0 &+ SIMD4(Int64(change[0]), Int64(change[1]), Int64(change[2]), Int64(change[3]))
      sums.1 = sums.1 &+ sums.0
      sums.2 = sums.2 &+ sums.1
      guard x >= ahead else { continue }
      func mean(_ channel: Int) -> UInt16 {
        UInt16(truncatingIfNeeded: rounded(sums.2[channel], shift, scale))
      }
      target.storeBytes(
        of: SIMD4(mean(0), mean(1), mean(2), mean(3)), toByteOffset: (x &- ahead) &* 8,
        as: SIMD4<UInt16>.self)
    }
  }

  private func sumNumbers(_ first: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let places = box.places
    let (shift, scale) = box.scaling(from: 255, to: 255 << 7)
    let ahead = 2 * box.reach
    var sums = (Int64(0), Int64(0), Int64(0))
    for x in 0..<width / 2 + ahead {
      func number(_ back: Int) -> Int64 {
        Int64(first.load(fromByteOffset: x &- back, as: UInt8.self))
      }
      let twice = number(places.4) &- number(places.1)
      sums.0 &+= number(places.0) &+ number(places.2) &- number(places.3) &- number(places.5)
      sums.0 &+= twice &+ twice
      sums.1 &+= sums.0
      sums.2 &+= sums.1
      guard x >= ahead else { continue }
      target.storeBytes(
        of: UInt16(truncatingIfNeeded: rounded(sums.2, shift, scale)),
        toByteOffset: (x &- ahead) &* 2, as: UInt16.self)
    }
  }

  // MARK: Down columns

  /// So many columns at a time, that what is summed up stays in the first cache.
  private static let tile = 512

  private func blurColumns(_ start: Int, count: Int) {
    let places = box.places
    let nothing = UnsafeRawPointer(blurred[rows.inside.count])
    let first = target.area.y - box.reach
    // Three sums for each column.
    let size = (count + 7) / 8 * 64
    let sums = PooledBuffer(zeros: 3 * size)
    let bytes = PooledBuffer(byteCount: count + 8)
    defer { extendLifetime((sums, bytes)) }
    for y in first..<target.area.y + target.area.height + box.reach {
      func row(_ back: Int) -> UnsafeRawPointer {
        guard y - back >= first, let row = rows.source(y - back) else { return nothing }
        return UnsafeRawPointer(blurred[row - rows.inside.lowerBound]) + start * 2
      }
      sumRows(
        (
          row(places.0), row(places.1), row(places.2), row(places.3), row(places.4), row(places.5)
        ), count, sums.base, size, bytes.base)
      let wanted = y - box.reach
      guard wanted >= target.area.y else { continue }
      (target.row(wanted) + start).copyMemory(from: bytes.base, byteCount: count)
    }
  }

  /// Adds a row to the sums of its columns and rounds these to bytes.
  private func sumRows(
    _ rows: (
      UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer,
      UnsafeRawPointer
    ), _ count: Int, _ sums: UnsafeMutableRawPointer, _ size: Int, _ bytes: UnsafeMutableRawPointer
  ) {
    let (shift, scale) = box.scaling(from: 255 << 7, to: 255)
    var x = 0
    while x < count {
      func numbers(_ row: UnsafeRawPointer) -> SIMD8<Int32> {
        let n = row.loadUnaligned(fromByteOffset: x &* 2, as: SIMD8<UInt16>.self)
        return SIMD8(
          Int32(n[0]), Int32(n[1]), Int32(n[2]), Int32(n[3]), Int32(n[4]), Int32(n[5]),
          Int32(n[6]), Int32(n[7]))
      }
      let twice = numbers(rows.4) &- numbers(rows.1)
      let change =
        numbers(rows.0) &+ numbers(rows.2) &- numbers(rows.3) &- numbers(rows.5) &+ twice &+ twice
      let wide = SIMD8(
        Int64(change[0]), Int64(change[1]), Int64(change[2]), Int64(change[3]), Int64(change[4]),
        Int64(change[5]), Int64(change[6]), Int64(change[7]))
      let place = sums + x &* 8
      let sum0 = place.load(as: SIMD8<Int64>.self) &+ wide
      let sum1 = place.load(fromByteOffset: size, as: SIMD8<Int64>.self) &+ sum0
      let sum2 = place.load(fromByteOffset: 2 &* size, as: SIMD8<Int64>.self) &+ sum1
      place.storeBytes(of: sum0, as: SIMD8<Int64>.self)
      place.storeBytes(of: sum1, toByteOffset: size, as: SIMD8<Int64>.self)
      place.storeBytes(of: sum2, toByteOffset: 2 &* size, as: SIMD8<Int64>.self)
      func byte(_ lane: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: rounded(sum2[lane], shift, scale))
      }
      bytes.storeBytes(
        of: SIMD8(byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7)),
        toByteOffset: x, as: SIMD8<UInt8>.self)
      x &+= 8
    }
  }

  /// A sum, shifted and scaled to less than 2²³, rounded to a whole number.
  ///
  /// To 2²³ a number is added whose last bit is 1: what is left of it in the lower bits is rounded.
  /// (A conversion would ask of each number first whether it is one.)
  @inline(__always)
  private func rounded(_ sum: Int64, _ shift: Int64, _ scale: Float) -> UInt32 {
    (Float(Int32(truncatingIfNeeded: sum &>> shift)) * scale + 8_388_608).bitPattern
  }
}

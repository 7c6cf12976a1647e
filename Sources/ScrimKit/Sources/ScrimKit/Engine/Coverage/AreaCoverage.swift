extension DevicePolygons {
  /// The coverage of each pixel by the polygons, exact except for rounding.
  ///
  /// Each edge adds to every pixel that it crosses the area to its right in the pixel's row, with the sign of its
  /// direction. Summed from left to right, this gives the winding number averaged over the pixel. If polygons enclose
  /// every point at most once, all in one direction, that is their coverage.
  ///
  /// - Parameter area: The requested pixels.
  /// - Returns: `nil` if polygons overlap, because the mean then does not determine the coverage.
  /// - Throws: `DrawingError` if out of memory.
  @_spi(Host) public func coverage(of area: PixelRect) throws -> Mask? {
    var isSimple = true
    let mask = try Mask(area: area) { bytes in
      guard let base = bytes.baseAddress, !area.isEmpty else { return }
      var rows = try AreaRows(area: area)
      for first in stride(from: 0, to: area.height, by: rows.count) {
        let count = min(rows.count, area.height - first)
        rows.begin(first, count)
        forEachEdge { rows.add($0, $1) }
        rows.write(to: base + first * area.width)
      }
      isSimple = rows.isSimple
    }
    return isSimple ? mask : nil
  }

  /// Calls `body` with the ends of each edge.
  @inline(__always)
  func forEachEdge(_ body: (SIMD2<Int32>, SIMD2<Int32>) -> Void) {
    corners.withUnsafeBufferPointer { corners in
      for polygon in polygons {
        var last = corners[polygon.corners.upperBound - 1]
        for index in polygon.corners {
          body(last, corners[index])
          last = corners[index]
        }
      }
    }
  }
}

/// Rows of summed areas. Areas are integers in 1/65,536 of a pixel, so that sums do not depend on their order or on the
/// first column.
private struct AreaRows {
  /// The number of rows summed at once, which fit a CPU's cache.
  let count: Int
  private let area: PixelRect
  private let pitch: Int
  private let buffer: PooledBuffer
  private let sums: UnsafeMutablePointer<Int32>
  /// The columns written in each row.
  private let spans: UnsafeMutablePointer<(first: Int, last: Int)>
  private let spanBuffer: PooledBuffer
  private var top = 0
  private var bottom = 0
  private var lowest: Int32 = 0
  private var highest: Int32 = 0

  init(area: PixelRect) throws(DrawingError) {
    self.area = area
    pitch = area.width + 2
    count = min(area.height, max(1, 65_536 / pitch))
    buffer = try PooledBuffer(zeros: count * pitch * MemoryLayout<Int32>.stride)
    sums = buffer.base.assumingMemoryBound(to: Int32.self)
    spanBuffer = try PooledBuffer(byteCount: count * MemoryLayout<(first: Int, last: Int)>.stride)
    spans = spanBuffer.base.assumingMemoryBound(to: (first: Int, last: Int).self)
  }

  /// Whether no point is enclosed twice or in both directions. Overlaps of less than 1/128 of a pixel are not detected.
  var isSimple: Bool {
    let (some, all) = (Int32(512), Int32(65_536 + 512))
    return (lowest >= -some && highest <= all) || (highest <= some && lowest >= -all)
  }

  mutating func begin(_ first: Int, _ count: Int) {
    (top, bottom) = (first * 256, (first + count) * 256)
    for row in 0..<count { spans[row] = (Int.max, -1) }
  }

  @inline(__always)
  func add(_ from: SIMD2<Int32>, _ to: SIMD2<Int32>) {
    var (x0, y0) = (Int(from.x) &- area.x &* 256, Int(from.y) &- area.y &* 256)
    var (x1, y1) = (Int(to.x) &- area.x &* 256, Int(to.y) &- area.y &* 256)
    var sign = 256
    if y0 > y1 {
      swap(&x0, &x1)
      swap(&y0, &y1)
      sign = -256
    }
    guard y0 < bottom, y1 > top, y0 != y1 else { return }
    // From here on, positions are in 1/65,536 of a pixel.
    let slope = Double(x1 &- x0) * 256 / Double(y1 &- y0)
    func place(at y: Int) -> Int {
      x0 &* 256 &+ Int(down: Double(y &- y0) * slope)
    }
    var y = max(y0, top)
    let end = min(y1, bottom)
    var x = place(at: y)
    while y < end {
      let next = min((y >> 8 &+ 1) &* 256, end)
      let nextX = place(at: next)
      add(row: y &- top, x, nextX, height: (next &- y) &* sign)
      (x, y) = (nextX, next)
    }
  }

  /// Adds the part of an edge within one row.
  ///
  /// - Parameters:
  ///   - row: The row, in 1/256 of a pixel from the first one.
  ///   - from: The start of the part.
  ///   - to: The end of the part.
  ///   - height: The part's height within the row, with the sign of its direction.
  @inline(__always)
  private func add(row: Int, _ from: Int, _ to: Int, height: Int) {
    let (left, right) = (min(from, to), max(from, to))
    let (first, last) = (left >> 16, right >> 16)
    guard first < area.width else { return }
    let row = row >> 8
    let sums = sums + row &* pitch
    spans[row] = (min(spans[row].first, max(0, first)), max(spans[row].last, max(0, last &+ 1)))
    if last < 0 {
      sums[0] &+= Int32(truncatingIfNeeded: height)
    } else if first == last {
      let inside = (height &* (65_536 &- ((left &+ right) / 2 &- first &* 65_536))) >> 16
      sums[first] &+= Int32(truncatingIfNeeded: inside)
      sums[first &+ 1] &+= Int32(truncatingIfNeeded: height &- inside)
    } else {
      let perPixel = Float(height) * 65_536 / Float(right &- left)
      // The fractions of the first and the last pixel's width that it crosses.
      let start = Float((first &+ 1) &* 65_536 &- left) / 65_536
      let end = Float(right &- last &* 65_536) / 65_536
      var summed = 0
      for column in max(0, first)...min(last, area.width &- 1) {
        let covered: Int
        if column == first {
          covered = Int(perPixel * start * start / 2)
        } else if column == last {
          covered = height &- Int(perPixel * end * end / 2)
        } else {
          covered = Int(perPixel * (start + Float(column &- first) - 0.5))
        }
        sums[column] &+= Int32(truncatingIfNeeded: covered &- summed)
        summed = covered
      }
      if last < area.width { sums[last &+ 1] &+= Int32(truncatingIfNeeded: height &- summed) }
    }
  }

  /// Writes the coverage of the rows and clears them.
  mutating func write(to target: UnsafeMutableRawPointer) {
    for row in 0..<(bottom - top) / 256 {
      let out = (target + row * area.width).assumingMemoryBound(to: UInt8.self)
      let sums = sums + row * pitch
      let (first, last) = (spans[row].first, min(spans[row].last, area.width - 1))
      guard first <= last else {
        out.initialize(repeating: 0, count: area.width)
        continue
      }
      out.initialize(repeating: 0, count: first)
      var sum: Int32 = 0
      for column in first...last {
        sum &+= sums[column]
        sums[column] = sum
      }
      for column in first...last {
        let sum = sums[column]
        lowest = min(lowest, sum)
        highest = max(highest, sum)
        let covered = min(sum < 0 ? 0 &- sum : sum, 65_536)
        out[column] = UInt8(truncatingIfNeeded: (covered &* 255 &+ 32_768) >> 16)
      }
      // The sum stays constant, but edges further right may be outside the area.
      (out + last + 1).initialize(
        repeating: sum == 0 ? 0 : out[last], count: area.width - 1 - last)
      sums.update(repeating: 0, count: pitch)
    }
  }
}

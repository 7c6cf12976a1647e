internal import Glibc

/// Rows of winding numbers of grown polygons at the centres of pixels.
struct InsideRows {
  /// The number of rows processed at once.
  let count: Int
  private let area: PixelRect
  private let pitch: Int
  private let radius: Float
  /// The angle between two corners of an arc.
  private let step: Float
  private let buffer: PooledBuffer
  private let changes: UnsafeMutablePointer<Int16>
  private var top = 0
  private var bottom = 0

  /// Maximum distance of an arc's chords from it, pixels.
  static let sagitta: Float = 0.05

  /// - Parameters:
  ///   - area: The pixels.
  ///   - radius: The distance by which the polygons are grown, pixels.
  /// - Throws: `DrawingError` if out of memory.
  init(area: PixelRect, radius: Double) throws(DrawingError) {
    self.area = area
    self.radius = Float(radius)
    step = 2 * acosf(max(0, 1 - Self.sagitta / Float(radius)))
    pitch = area.width + 1
    count = min(area.height, max(1, 131_072 / pitch))
    buffer = try PooledBuffer(zeros: count * pitch * MemoryLayout<Int16>.stride)
    changes = buffer.base.assumingMemoryBound(to: Int16.self)
  }

  /// Starts other rows.
  mutating func begin(_ first: Int, _ count: Int) {
    (top, bottom) = (first, first + count)
  }

  /// Adds an edge moved outwards, and the connection from its end to the next one.
  @inline(__always)
  func add(_ side: PolygonSide) {
    let end = moved(side.to, side.normal)
    add(moved(side.from, side.normal), end)
    let next = moved(side.to, side.nextNormal)
    guard side.endsConvex else {
      // Both parallelograms cover everything between their ends, so connect these directly.
      if -side.turn * radius <= min(side.length, side.nextLength), side.cosineOfTurn > 0 {
        return add(end, next)
      }
      // Through the corner, so that nothing is enclosed in the other direction.
      add(end, side.to)
      return add(side.to, next)
    }
    let last = side.cosineOfTurn > 0 && side.turn < step ? end : addArc(side, from: end)
    add(last, next)
  }

  /// Adds an arc without its last chord.
  private func addArc(_ side: PolygonSide, from start: SIMD2<Int32>) -> SIMD2<Int32> {
    let angle = atan2f(side.turn, side.cosineOfTurn)
    let parts = Int((angle / step).rounded(.up))
    var last = start
    for part in 1..<max(1, parts) {
      let (sine, cosine) = (
        sinf(angle / Float(parts) * Float(part)), cosf(angle / Float(parts) * Float(part))
      )
      let normal = side.normal
      let point = moved(
        side.to,
        SIMD2(normal.x * cosine - normal.y * sine, normal.x * sine + normal.y * cosine))
      add(last, point)
      last = point
    }
    return last
  }

  @inline(__always)
  private func moved(_ corner: SIMD2<Int32>, _ normal: SIMD2<Float>) -> SIMD2<Int32> {
    SIMD2(
      corner.x &+ Int32(nearest: normal.x * radius * 256),
      corner.y &+ Int32(nearest: normal.y * radius * 256))
  }

  /// Adds an edge to the rows whose centres it crosses.
  @inline(__always)
  private func add(_ from: SIMD2<Int32>, _ to: SIMD2<Int32>) {
    // The first row whose centre is not above an end.
    let (y0, y1) = (Int(from.y) &- area.y &* 256, Int(to.y) &- area.y &* 256)
    let (r0, r1) = ((y0 &+ 127) >> 8, (y1 &+ 127) >> 8)
    guard r0 != r1 else { return }
    let change: Int16 = r0 < r1 ? 1 : -1
    let first = max(min(r0, r1), top)
    let last = min(max(r0, r1), bottom)
    guard first < last else { return }
    let x0 = Int(from.x) &- area.x &* 256
    let slope = Double(Int(to.x) &- Int(from.x)) / Double(y1 &- y0)
    for row in first..<last {
      let x = x0 &+ Int(up: Double(row &* 256 &+ 128 &- y0) * slope)
      // The first pixel whose centre is not to the left.
      let column = min(max((x &+ 127) >> 8, 0), area.width)
      changes[(row &- top) &* pitch &+ column] &+= change
    }
  }

  /// Writes 255 for pixels inside and 0 for others, and clears the rows.
  func write(to target: UnsafeMutablePointer<UInt8>) {
    for row in 0..<bottom - top {
      let changes = changes + row * pitch
      let out = target + row * area.width
      var winding: Int16 = 0
      for column in 0..<area.width {
        winding &+= changes[column]
        changes[column] = winding
      }
      for column in 0..<area.width { out[column] = changes[column] == 0 ? 0 : 255 }
      changes.update(repeating: 0, count: pitch)
    }
  }
}

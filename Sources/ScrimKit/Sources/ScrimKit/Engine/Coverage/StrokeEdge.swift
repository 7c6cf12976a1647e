/// The boundary of grown polygons: writes the coverage of the pixels that it crosses.
struct StrokeEdge {
  /// Maximum distance inside the boundary of a pixel centre whose coverage is written here: slightly more than half a
  /// pixel's diagonal.
  static let depth: Float = 0.75

  private let target: UnsafeMutablePointer<UInt8>
  private let area: PixelRect
  private let radius: Float
  private let near: Float
  private let far: Float
  private let buffer: PooledBuffer
  /// The boundary line of each pixel whose coverage was written.
  private let lines: UnsafeMutablePointer<EdgeLine>

  /// - Parameters:
  ///   - target: Coverage of the area's pixels, row by row: 255 if they are inside by more than `depth`, otherwise 0.
  ///   - area: The pixels.
  ///   - radius: The distance by which the polygons are grown, pixels.
  /// - Throws: `DrawingError` if out of memory.
  init(target: UnsafeMutablePointer<UInt8>, area: PixelRect, radius: Float) throws(DrawingError) {
    self.target = target
    self.area = area
    self.radius = radius
    near = radius - Self.depth - InsideRows.sagitta - 0.01
    far = radius + Self.depth
    buffer = try PooledBuffer(byteCount: area.width * area.height * MemoryLayout<EdgeLine>.stride)
    lines = buffer.base.assumingMemoryBound(to: EdgeLine.self)
  }

  /// Writes the boundary along an edge and around the corner at its end.
  @inline(__always)
  func add(_ side: PolygonSide) {
    addEdge(side)
    if side.endsConvex { addCorner(side) }
  }

  /// The pixel of a corner, and the corner's position relative to its centre, pixels.
  @inline(__always)
  private func place(_ corner: SIMD2<Int32>) -> (x: Int, y: Int, part: SIMD2<Float>) {
    let (x, y) = (Int(corner.x) >> 8, Int(corner.y) >> 8)
    return (
      x &- area.x, y &- area.y,
      SIMD2(Float(Int(corner.x) & 255), Float(Int(corner.y) & 255)) / 256 - 0.5
    )
  }

  private func addEdge(_ side: PolygonSide) {
    let (u, n) = (side.direction, side.normal)
    let (x, y, part) = place(side.from)
    // Rows and columns are relative to the pixel of the edge's start.
    let (low, high) = (min(near * n.y, far * n.y), max(near * n.y, far * n.y))
    let along = side.length * u.y
    let firstRow = max(Int(up: low + min(0, along) + part.y), -y)
    let lastRow = min(
      Int(down: high + max(0, along) + part.y), area.height - 1 - y)
    guard firstRow <= lastRow else { return }
    let edge = HalfPlane(n)
    let (acrossU, acrossN) = (1 / u.x, 1 / n.x)
    for row in firstRow...lastRow {
      let dy = Float(row) - part.y
      var (left, right) = (Float(-x), Float(area.width - 1 - x))
      guard
        Self.limit(&left, &right, to: -0.001, side.length + 0.001, u.x, acrossU, dy * u.y, part.x),
        Self.limit(&left, &right, to: near, far, n.x, acrossN, dy * n.y, part.x)
      else { continue }
      let first = Int(up: left)
      let last = Int(down: right)
      guard first <= last else { continue }
      let start = (y &+ row) &* area.width &+ x
      for column in first...last where target[start &+ column] < 255 {
        let distance = (Float(column) - part.x) * n.x + dy * n.y
        put(edge.coverage(radius - distance), n, radius - distance, at: start &+ column)
      }
    }
  }

  /// Limits columns to those where `factor` × (column − part) + rest is between two values.
  @inline(__always)
  private static func limit(
    _ left: inout Float, _ right: inout Float, to low: Float, _ high: Float, _ factor: Float,
    _ inverse: Float, _ rest: Float, _ part: Float
  ) -> Bool {
    if abs(factor) < 1e-6 { return rest >= low - 0.01 && rest <= high + 0.01 }
    let (a, b) = ((low - rest) * inverse + part, (high - rest) * inverse + part)
    left = max(left, min(a, b))
    right = min(right, max(a, b))
    return left <= right
  }

  private func addCorner(_ side: PolygonSide) {
    let (n0, n1) = (side.normal, side.nextNormal)
    let (x, y, part) = place(side.to)
    var low = pointwiseMin(pointwiseMin(n0 * near, n0 * far), pointwiseMin(n1 * near, n1 * far))
    var high = pointwiseMax(pointwiseMax(n0 * near, n0 * far), pointwiseMax(n1 * near, n1 * far))
    // The extreme points of the arc itself, if it includes them.
    func reaches(_ axis: SIMD2<Float>) -> Bool {
      n0.x * axis.y - n0.y * axis.x > 0 && axis.x * n1.y - axis.y * n1.x > 0
    }
    if reaches([1, 0]) { high.x = far }
    if reaches([-1, 0]) { low.x = -far }
    if reaches([0, 1]) { high.y = far }
    if reaches([0, -1]) { low.y = -far }
    let firstRow = max(Int(up: low.y + part.y), -y)
    let lastRow = min(Int(down: high.y + part.y), area.height - 1 - y)
    let (left, right) = (
      max(low.x + part.x, Float(-x)), min(high.x + part.x, Float(area.width - 1 - x))
    )
    guard firstRow <= lastRow, left <= right else { return }
    for row in firstRow...lastRow {
      let dy = Float(row) - part.y
      let outer = far * far - dy * dy
      guard outer >= 0 else { continue }
      let reach = outer.squareRoot()
      let inner = near * near - dy * dy
      let gap = inner > 0 ? inner.squareRoot() : 0
      addArc(
        side, max(left, part.x - reach), min(right, part.x - gap), dy, part.x,
        row: (y &+ row) &* area.width &+ x)
      addArc(
        side, max(left, part.x + gap), min(right, part.x + reach), dy, part.x,
        row: (y &+ row) &* area.width &+ x)
    }
  }

  @inline(__always)
  private func addArc(
    _ side: PolygonSide, _ left: Float, _ right: Float, _ dy: Float, _ part: Float, row: Int
  ) {
    let (n0, n1) = (side.normal, side.nextNormal)
    let first = Int(up: left)
    let last = Int(down: right)
    guard first <= last else { return }
    for column in first...last where target[row &+ column] < 255 {
      let dx = Float(column) - part
      guard n0.x * dy - n0.y * dx >= -0.001, dx * n1.y - dy * n1.x >= -0.001 else { continue }
      let distance = (dx * dx + dy * dy).squareRoot()
      let normal = SIMD2(dx, dy) / distance
      // An arc covers slightly less of a pixel than its tangent: on average by x²/2r.
      let depth = radius - distance - 1 / (24 * radius)
      put(HalfPlane(normal).coverage(depth), normal, depth, at: row &+ column)
    }
  }

  /// Writes a pixel's coverage, combined with that of other parts of the boundary.
  @inline(__always)
  private func put(
    _ coverage: Float, _ normal: SIMD2<Float>, _ depth: Float, at index: Int
  ) {
    let old = target[index]
    guard coverage > 0 else { return }
    guard old > 0 else {
      target[index] = UInt8(coverage * 255 + 0.5)
      lines[index] = EdgeLine(normal, depth)
      return
    }
    let other = Float(old) / 255
    var both = max(coverage, other)
    let line = lines[index]
    if line.likeness(to: normal) < 0.98 {
      both = max(both, 1 - EdgeLine(normal, depth).shareOutside(of: line))
    }
    target[index] = UInt8(both * 255 + 0.5)
    if coverage > other { lines[index] = EdgeLine(normal, depth) }
  }
}

/// A line through a pixel.
private struct EdgeLine {
  /// The normal away from the covered side, in 1/127.
  private let x: Int8
  private let y: Int8
  /// The distance of the pixel's centre inside the line, in 1/16,384 of a pixel.
  private let depth: Int16

  @inline(__always)
  init(_ normal: SIMD2<Float>, _ depth: Float) {
    x = Int8(normal.x * 127)
    y = Int8(normal.y * 127)
    self.depth = Int16(max(-1.5, min(1.5, depth)) * 16_384)
  }

  /// The cosine of the angle between the normals of two lines.
  @inline(__always)
  func likeness(to normal: SIMD2<Float>) -> Float {
    (Float(x) * normal.x + Float(y) * normal.y) / 127
  }

  /// The share of the pixel outside two lines.
  func shareOutside(of other: EdgeLine) -> Float {
    var sum: Float = 0
    for row in 0..<8 {
      let y = Float(row) / 8 - 0.4375
      let (own, others) = (columnsOutside(y), other.columnsOutside(y))
      sum += max(0, min(own.right, others.right) - max(own.left, others.left))
    }
    return sum / 8
  }

  /// The part of a pixel row outside the line, within −½…½.
  private func columnsOutside(_ row: Float) -> (left: Float, right: Float) {
    let rest = Float(depth) / 16_384 - Float(y) / 127 * row
    guard x != 0 else { return rest < 0 ? (-0.5, 0.5) : (0.5, 0.5) }
    let edge = max(-0.5, min(0.5, rest * 127 / Float(x)))
    return x > 0 ? (edge, 0.5) : (-0.5, edge)
  }
}

/// The share of a pixel on one side of a line.
private struct HalfPlane {
  private let longer: Float
  private let shorter: Float

  /// - Parameter normal: The line's unit normal.
  @inline(__always)
  init(_ normal: SIMD2<Float>) {
    let (x, y) = (abs(normal.x), abs(normal.y))
    longer = max(x, y)
    shorter = min(x, y)
  }

  /// - Parameter distance: The distance of the pixel's centre inside the line, pixels.
  /// - Returns: The covered share, 0…1.
  @inline(__always)
  func coverage(_ distance: Float) -> Float {
    let (flat, all) = ((longer - shorter) / 2, (longer + shorter) / 2)
    let away = abs(distance)
    // The part on the other side of the line from the centre is less than half of the pixel.
    let rest: Float
    if away >= all {
      rest = 0
    } else if away <= flat {
      rest = 0.5 - away / longer
    } else {
      rest = (all - away) * (all - away) / (2 * longer * shorter)
    }
    return distance >= 0 ? 1 - rest : rest
  }
}

/// The contours of a path as closed polygons in device space. Corners are integers in 1/256 of a pixel, so that every
/// pixel is the same regardless of which part of an image is drawn.
@_spi(Host) public struct DevicePolygons {
  /// The corners of all polygons; adjacent ones differ.
  private(set) var corners: [SIMD2<Int32>] = []
  private(set) var polygons: [Polygon] = []

  struct Polygon {
    /// Its range in `corners`.
    let corners: Range<Int>
    /// The corners of its bounding box.
    let low: SIMD2<Int32>
    let high: SIMD2<Int32>

    /// The pixels that it touches, at least one.
    var area: PixelRect {
      let (left, top) = (Int(low.x) >> 8, Int(low.y) >> 8)
      return PixelRect(
        x: left, y: top, width: Int(high.x) >> 8 + 1 - left, height: Int(high.y) >> 8 + 1 - top)
    }
  }

  /// Units per pixel.
  static let unit = 256.0
  /// Maximum distance of a polygon from its curve, pixels.
  private static let tolerance = 0.03
  /// Maximum coordinate of a corner, pixels.
  fileprivate static let farthest = 4_000_000.0

  /// Creates polygons; `nil` if a corner exceeds the maximum coordinate.
  ///
  /// - Parameters:
  ///   - path: Contours; open ones are closed.
  ///   - transform: From the path's units to device pixels.
  public init?(_ path: Path, _ transform: DeviceTransform) {
    corners.reserveCapacity(path.elements.count * 4)
    var contour = Contour(transform)
    var open = corners.count
    func close(_ corners: inout [SIMD2<Int32>], _ polygons: inout [Polygon]) {
      while corners.count > open + 1, corners[corners.count - 1] == corners[open] {
        corners.removeLast()
      }
      // A single corner has no interior.
      if corners.count > open + 1 {
        polygons.append(contour.polygon(open..<corners.count))
      } else {
        corners.removeSubrange(open...)
      }
      open = corners.count
    }
    for element in path.elements {
      switch element {
      case .move(let p):
        close(&corners, &polygons)
        contour.begin(at: p)
      case .close:
        close(&corners, &polygons)
        contour.beginAgain()
      case .line(let p):
        if corners.count == open { contour.placeStart(in: &corners) }
        contour.line(to: p, in: &corners)
      case .curve(let a, let b, let p):
        if corners.count == open { contour.placeStart(in: &corners) }
        contour.curve(a, b, p, tolerance: Self.tolerance, in: &corners)
      }
      guard !contour.hasStrayed else { return nil }
    }
    close(&corners, &polygons)
  }

  /// The pixels that polygons touch.
  public var area: PixelRect {
    polygons.reduce(PixelRect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.area) }
  }
}

/// The conversion of a contour to a polygon.
private struct Contour {
  private let transform: DeviceTransform
  private var start = Point.zero
  private var current = Point.zero
  private var low = Point(x: .infinity, y: .infinity)
  private var high = Point(x: -.infinity, y: -.infinity)
  /// Whether a coordinate exceeded the maximum or was NaN.
  private(set) var hasStrayed = false

  init(_ transform: DeviceTransform) { self.transform = transform }

  mutating func begin(at p: Point) {
    start = transform.applied(to: p)
    beginAgain()
  }

  mutating func beginAgain() {
    current = start
    low = Point(x: .infinity, y: .infinity)
    high = Point(x: -.infinity, y: -.infinity)
  }

  func polygon(_ corners: Range<Int>) -> DevicePolygons.Polygon {
    DevicePolygons.Polygon(corners: corners, low: Self.fixed(low), high: Self.fixed(high))
  }

  mutating func placeStart(in corners: inout [SIMD2<Int32>]) { place(start, in: &corners) }

  mutating func line(to p: Point, in corners: inout [SIMD2<Int32>]) {
    place(transform.applied(to: p), in: &corners)
  }

  mutating func curve(
    _ a: Point, _ b: Point, _ p: Point, tolerance: Double, in corners: inout [SIMD2<Int32>]
  ) {
    let (p0, p1, p2, p3) = (
      current, transform.applied(to: a), transform.applied(to: b), transform.applied(to: p)
    )
    // With n equal parts, the distance of a curve from its chords is at most ¾ of this divided by n².
    let (ax, ay) = (p0.x - 2 * p1.x + p2.x, p0.y - 2 * p1.y + p2.y)
    let (bx, by) = (p1.x - 2 * p2.x + p3.x, p1.y - 2 * p2.y + p3.y)
    let bend = max(ax * ax + ay * ay, bx * bx + by * by).squareRoot()
    let parts = (0.75 * bend / tolerance).squareRoot().rounded(.up)
    let count = parts < 1000 ? Int(parts) : 1000
    if count > 1 {
      for part in 1..<count {
        let t = Double(part) / Double(count)
        let u = 1 - t
        let (w0, w1, w2, w3) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        place(
          Point(
            x: w0 * p0.x + w1 * p1.x + w2 * p2.x + w3 * p3.x,
            y: w0 * p0.y + w1 * p1.y + w2 * p2.y + w3 * p3.y), in: &corners)
      }
    }
    place(p3, in: &corners)
  }

  @inline(__always)
  private mutating func place(_ p: Point, in corners: inout [SIMD2<Int32>]) {
    guard abs(p.x) <= DevicePolygons.farthest, abs(p.y) <= DevicePolygons.farthest else {
      hasStrayed = true
      return
    }
    current = p
    low = Point(x: min(low.x, p.x), y: min(low.y, p.y))
    high = Point(x: max(high.x, p.x), y: max(high.y, p.y))
    let corner = Self.fixed(p)
    if corners.last != corner { corners.append(corner) }
  }

  private static func fixed(_ p: Point) -> SIMD2<Int32> {
    func whole(_ value: Double) -> Int32 {
      Int32((value * DevicePolygons.unit + 0.5).rounded(.down))
    }
    return SIMD2(whole(p.x), whole(p.y))
  }
}

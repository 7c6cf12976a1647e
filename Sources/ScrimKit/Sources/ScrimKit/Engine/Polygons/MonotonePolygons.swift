/// Merges trapezoids into polygons: a trapezoid joins the piece above it if that ends with the same width.
///
/// The polygons are monotone in y (each horizontal line meets one in a single interval) and do not overlap.
struct MonotonePolygons {
  private struct Piece {
    var left: [Point]
    var right: [Point]

    init(_ trapezoid: Trapezoid) {
      left = [Point(x: trapezoid.left.top, y: trapezoid.top)]
      right = [Point(x: trapezoid.right.top, y: trapezoid.top)]
      extend(by: trapezoid)
    }

    var bottom: Double { left[left.count - 1].y }

    func continues(in trapezoid: Trapezoid) -> Bool {
      bottom == trapezoid.top && abs(left[left.count - 1].x - trapezoid.left.top) < 1e-9
        && abs(right[right.count - 1].x - trapezoid.right.top) < 1e-9
    }

    mutating func extend(by trapezoid: Trapezoid) {
      Self.extend(&left, to: Point(x: trapezoid.left.bottom, y: trapezoid.bottom))
      Self.extend(&right, to: Point(x: trapezoid.right.bottom, y: trapezoid.bottom))
    }

    /// Adds a point; it replaces the last one if all three are collinear.
    private static func extend(_ side: inout [Point], to point: Point) {
      if side.count > 1 {
        let (a, b) = (side[side.count - 2], side[side.count - 1])
        let bend = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
        if abs(bend) < 1e-9 { side.removeLast() }
      }
      side.append(point)
    }
  }

  private var finished: [Piece] = []
  /// The pieces that the next band may extend; within a band from left to right.
  private var open: [Piece] = []

  /// Adds a trapezoid. Bands must come from top to bottom, the trapezoids of a band from left to right.
  mutating func add(_ trapezoid: Trapezoid) {
    if let index = open.firstIndex(where: { $0.continues(in: trapezoid) }) {
      open[index].extend(by: trapezoid)
      return
    }
    finished += open.filter { $0.bottom < trapezoid.top }
    open.removeAll { $0.bottom < trapezoid.top }
    open.append(Piece(trapezoid))
  }

  /// The vertices of each polygon, clockwise with y down.
  var contours: [[Point]] { (finished + open).map { $0.right + $0.left.reversed() } }
}

/// What filling and stroking a path takes: Cairo compares segments that are near each other.
struct PathCost {
  /// Segments, and pairs of them that may cross.
  private(set) var segments = 0.0
  /// px.
  private(set) var length = 0.0
  /// With the width of a stroke: how many pairs of segments the stroke makes overlap.
  private(set) var density = 0.0

  init() {}

  /// - Parameters:
  ///   - path: The path; of curves the control points count.
  ///   - limit: Of segments and pairs; what is above is not counted.
  init(_ path: Path, limit: Double) {
    var lines: [(from: Point, to: Point)] = []
    var (current, start) = (Point.zero, Point.zero)
    func add(_ point: Point) {
      let end = Point(x: Self.bounded(point.x), y: Self.bounded(point.y))
      guard end != current else { return }
      lines.append((current, end))
      length +=
        ((end.x - current.x) * (end.x - current.x)
        + (end.y - current.y) * (end.y - current.y)).squareRoot()
      current = end
    }
    for element in path.elements {
      switch element {
      case .move(let point):
        start = Point(x: Self.bounded(point.x), y: Self.bounded(point.y))
        current = start
      case .line(let point): add(point)
      case .curve(let first, let second, let end): [first, second, end].forEach(add)
      case .close: add(start)
      }
    }
    segments = Double(lines.count)
    density = segments * segments / max(length, 1e-6)
    let sweep = max(
      Self.overlaps(lines.map { ($0.from.x, $0.to.x) }),
      Self.overlaps(lines.map { ($0.from.y, $0.to.y) }))
    // Lines that cross are in one cell of any grid. In columns alone, the line of a chart does not seem to.
    let most = 4096
    let side = min(256, 2 * Int(segments.squareRoot().rounded(.up)))
    let grids = [(side, side), (min(most, 4 * lines.count), 1), (1, min(most, 4 * lines.count))]
    var pairs = lines.isEmpty ? 0 : limit
    for (columns, rows) in grids where pairs > 0 {
      pairs = min(pairs, Self.pairs(lines, columns: columns, rows: rows, limit: pairs))
    }
    segments += pairs + sweep * Self.sweepWork
  }

  /// A line that is passed over when one at the same height is added takes 10 ns; one that crosses, 4 µs.
  private static let sweepWork = 0.0025

  /// Pairs of intervals that overlap.
  private static func overlaps(_ intervals: [(Double, Double)]) -> Double {
    let starts = intervals.map { min($0, $1) }.sorted()
    let ends = intervals.map { max($0, $1) }.sorted()
    var (ended, pairs) = (0, 0.0)
    for (index, start) in starts.enumerated() {
      while ended < ends.count, ends[ended] < start { ended += 1 }
      pairs += Double(index - min(ended, index))
    }
    return pairs
  }

  private static func bounded(_ value: Double) -> Double {
    value.isFinite ? min(max(value, -1e8), 1e8) : 0
  }

  /// Pairs of lines in one cell of a grid, without those of neighbours; at most about `limit`.
  private static func pairs(
    _ lines: [(from: Point, to: Point)], columns: Int, rows: Int, limit: Double
  ) -> Double {
    let bounds = Rect(around: lines.map(\.from) + lines.map(\.to))
    let (width, height) = (Double(columns), Double(rows))
    let (xScale, yScale) = (width / max(bounds.width, 1e-9), height / max(bounds.height, 1e-9))
    var counts = [Int32](repeating: 0, count: columns * rows)
    var pairs = 0.0
    for line in lines {
      let x = (line.from.x - bounds.x) * xScale
      let y = (line.from.y - bounds.y) * yScale
      let (dx, dy) = ((line.to.x - line.from.x) * xScale, (line.to.y - line.from.y) * yScale)
      let steps = Int(min(max(columns > 1 ? abs(dx) : 0, rows > 1 ? abs(dy) : 0), 8192)) + 1
      var last = -1
      for step in 0..<steps {
        let share = (Double(step) + 0.5) / Double(steps)
        let column = Int(min(max(x + dx * share, 0), width - 1))
        let row = Int(min(max(y + dy * share, 0), height - 1))
        let cell = row * columns + column
        guard cell != last else { continue }
        last = cell
        counts[cell] += 1
        pairs += Double(max(0, counts[cell] - 2))
      }
      if pairs >= limit { break }
    }
    return pairs
  }
}

extension Rect {
  /// The bounds of points; empty without any.
  fileprivate init(around points: [Point]) {
    self = .empty
    guard let first = points.first else { return }
    var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
    for point in points {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    self.init(left: left, top: top, right: right, bottom: bottom)
  }
}

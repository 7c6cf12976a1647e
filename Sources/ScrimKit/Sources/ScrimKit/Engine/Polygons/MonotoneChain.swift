/// The left or right boundary of a convex polygon from top to bottom; y never decreases along it.
struct MonotoneChain {
  private let points: [Point]

  /// Heights that differ by less than this are considered equal, px.
  private static let tolerance = 1e-9

  /// - Parameters:
  ///   - polygon: The polygon.
  ///   - isRight: Whether to take its right boundary.
  init(of polygon: ConvexPolygon, isRight: Bool) {
    // The vertices are clockwise: the right boundary runs down, the left one up.
    let points = isRight ? polygon.vertices : polygon.vertices.reversed()
    let level = polygon.bounds.top + Self.tolerance
    let first = points.indices.first { index in
      points[index].y <= level && points[(index + 1) % points.count].y > level
    }
    var chain: [Point] = []
    if let first {
      chain = [points[first]]
      for step in 1..<points.count {
        let point = points[(first + step) % points.count]
        let last = chain[chain.count - 1].y
        if point.y < last - Self.tolerance { break }
        if point.y > last { chain.append(point) }
      }
    }
    self.points = chain
  }

  /// The y of each vertex, px.
  var heights: [Double] { points.map(\.y) }

  /// The x of the boundary at two heights without a vertex between them, px; `nil` for a polygon without an area.
  func crossing(from top: Double, to bottom: Double) -> (top: Double, bottom: Double)? {
    guard points.count > 1 else { return nil }
    let middle = (top + bottom) / 2
    var (low, high) = (0, points.count - 1)
    while high - low > 1 {
      let index = (low + high) / 2
      if points[index].y <= middle { low = index } else { high = index }
    }
    let (a, b) = (points[low], points[high])
    func x(_ y: Double) -> Double {
      a.x + (b.x - a.x) * max(0, min(1, (y - a.y) / (b.y - a.y)))
    }
    return (x(top), x(bottom))
  }
}

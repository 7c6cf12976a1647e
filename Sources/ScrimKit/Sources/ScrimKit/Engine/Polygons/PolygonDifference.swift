/// The difference of two unions of convex polygons.
///
/// Vatti's scanbeams ("A generic solution to polygon clipping", 1992): the plane is cut into horizontal bands at every
/// vertex, and each band at every crossing of two sides. Inside a band a convex polygon covers one trapezoid. The
/// trapezoids that remain are joined to those of the band above. Crossings are searched among all pairs of sides in a
/// band that can meet, so the time grows with the square of the number of polygons side by side.
struct PolygonDifference {
  private struct Body {
    let bounds: Rect
    let isHole: Bool
    let left: MonotoneChain
    let right: MonotoneChain

    init(_ polygon: ConvexPolygon, isHole: Bool) {
      bounds = polygon.bounds
      self.isHole = isHole
      left = MonotoneChain(of: polygon, isRight: false)
      right = MonotoneChain(of: polygon, isRight: true)
    }

    /// The y of its vertices, top and bottom.
    var heights: [Double] { [bounds.top, bounds.bottom] + left.heights + right.heights }
  }

  /// A side of a body within a band: its x at the band's top and bottom.
  private struct Edge {
    let top: Double
    let bottom: Double
    let isStart: Bool
    let isHole: Bool

    func x(at share: Double) -> Double { top + (bottom - top) * share }
  }

  /// Heights that differ by less than this are merged, px.
  private static let tolerance = 1e-6

  private var pieces = MonotonePolygons()

  /// The contours of the difference. They never overlap, so both fill rules give the same result.
  ///
  /// - Parameters:
  ///   - polygons: The polygons to unite.
  ///   - holes: The polygons to subtract.
  /// - Returns: The vertices of each contour, px; clockwise with y down, counterclockwise for holes inside a contour.
  static func contours(of polygons: [ConvexPolygon], subtracting holes: [ConvexPolygon])
    -> [[Point]]
  {
    let holes = holes.filter { hole in
      polygons.contains { !$0.bounds.intersection(hole.bounds).isEmpty }
    }
    if let contours = nested(polygons, holes) { return contours }
    var difference = PolygonDifference()
    difference.cut(
      polygons.map { Body($0, isHole: false) } + holes.map { Body($0, isHole: true) })
    return difference.pieces.contours
  }

  /// The input polygons themselves if none touches another and each hole is inside one; otherwise `nil`.
  private static func nested(_ polygons: [ConvexPolygon], _ holes: [ConvexPolygon]) -> [[Point]]? {
    guard areApart(polygons), areApart(holes),
      holes.allSatisfy({ hole in polygons.contains { $0.contains(hole) } })
    else { return nil }
    return polygons.map(\.vertices) + holes.map { $0.vertices.reversed() }
  }

  private static func areApart(_ polygons: [ConvexPolygon]) -> Bool {
    let boxes = polygons.map { $0.bounds.grown(by: tolerance) }.sorted { $0.top < $1.top }
    return boxes.indices.allSatisfy { index in
      boxes[(index + 1)...].prefix { $0.top <= boxes[index].bottom }
        .allSatisfy { $0.intersection(boxes[index]).isEmpty }
    }
  }

  private mutating func cut(_ bodies: [Body]) {
    // Not the union of the bounds: due to rounding its lower edge may be above the lowest one.
    let bounds = bodies.filter { !$0.isHole }.map(\.bounds)
    guard let top = bounds.map(\.top).min(), let bottom = bounds.map(\.bottom).max() else { return }
    var heights: [Double] = []
    for height in bodies.flatMap(\.heights).sorted()
    where height >= top && height <= bottom
      && height > heights.last.map({ $0 + Self.tolerance }) ?? -.infinity
    {
      heights.append(height)
    }
    var waiting = bodies.sorted { $0.bounds.top > $1.bounds.top }
    var active: [Body] = []
    for (top, bottom) in zip(heights, heights.dropFirst()) {
      let middle = (top + bottom) / 2
      while let next = waiting.last, next.bounds.top < middle {
        active.append(next)
        waiting.removeLast()
      }
      active.removeAll { $0.bounds.bottom <= middle }
      addBand(of: active, from: top, to: bottom)
    }
  }

  private mutating func addBand(of bodies: [Body], from top: Double, to bottom: Double) {
    let edges = bodies.flatMap { body -> [Edge] in
      guard let left = body.left.crossing(from: top, to: bottom),
        let right = body.right.crossing(from: top, to: bottom)
      else { return [] }
      return [
        Edge(top: left.top, bottom: left.bottom, isStart: true, isHole: body.isHole),
        Edge(top: right.top, bottom: right.bottom, isStart: false, isHole: body.isHole),
      ]
    }
    // The last height must equal the next band's first bit for bit.
    func height(at share: Double) -> Double { share < 1 ? top + (bottom - top) * share : bottom }
    let shares = [0] + Self.crossings(of: edges) + [1]
    for (from, to) in zip(shares, shares.dropFirst()) where to > from {
      for (left, right) in Self.stretches(of: edges, at: (from + to) / 2) {
        pieces.add(
          Trapezoid(
            top: height(at: from), bottom: height(at: to),
            left: (left.x(at: from), left.x(at: to)), right: (right.x(at: from), right.x(at: to))))
      }
    }
  }

  /// The crossings of edges inside a band, as fractions of its height, in ascending order.
  private static func crossings(of edges: [Edge]) -> [Double] {
    let sorted = edges.sorted { min($0.top, $0.bottom) < min($1.top, $1.bottom) }
    var shares: [Double] = []
    for (index, edge) in sorted.enumerated() {
      let reach = max(edge.top, edge.bottom)
      for other in sorted[(index + 1)...].prefix(while: { min($0.top, $0.bottom) <= reach }) {
        let (above, below) = (edge.top - other.top, edge.bottom - other.bottom)
        if above * below < 0 { shares.append(above / (above - below)) }
      }
    }
    return shares.sorted()
  }

  /// The intervals inside a polygon and outside every hole at one height of a band.
  private static func stretches(
    of edges: [Edge], at share: Double
  ) -> [(left: Edge, right: Edge)] {
    // Starts sort first, so that touching polygons are joined.
    let sorted = edges.sorted { one, other in
      let (x, y) = (one.x(at: share), other.x(at: share))
      return x < y || x == y && one.isStart && !other.isStart
    }
    var stretches: [(Edge, Edge)] = []
    var (polygons, holes) = (0, 0)
    var start: Edge?
    for edge in sorted {
      let step = edge.isStart ? 1 : -1
      if edge.isHole { holes += step } else { polygons += step }
      let isCovered = polygons > 0 && holes == 0
      if isCovered, start == nil {
        start = edge
      } else if !isCovered, let left = start {
        if edge.x(at: share) > left.x(at: share) { stretches.append((left, edge)) }
        start = nil
      }
    }
    return stretches
  }
}

/// A part of a horizontal band: two horizontal sides, and two that may be slanted; px, y down.
struct Trapezoid {
  let top: Double
  let bottom: Double
  /// The x of the left side at the top and at the bottom.
  let left: (top: Double, bottom: Double)
  /// The x of the right side at the top and at the bottom.
  let right: (top: Double, bottom: Double)
}

import ScrimKit

/// What some outlines cover and others do not, as contours that never overlap: one path that can be
/// filled by any rule, with no hole where two outlines overlap and no seam where they touch.
///
/// The plane is cut into level bands at every corner and every crossing. In a band each outline takes
/// up one stretch, and what is left of the stretches grows together with those of the band above.
struct OutlineDifference {
  private struct Body {
    let bounds: Rect
    let isHole: Bool
    let left: Flank
    let right: Flank

    init(_ outline: ConvexOutline, isHole: Bool) {
      bounds = outline.bounds
      self.isHole = isHole
      left = Flank(of: outline, isRight: false)
      right = Flank(of: outline, isRight: true)
    }

    /// Where it bends, and its ends.
    var heights: [Double] { [bounds.top, bounds.bottom] + left.heights + right.heights }
  }

  /// A side of a body in a band.
  private struct Edge {
    let top: Double
    let bottom: Double
    let isStart: Bool
    let isHole: Bool

    func x(at share: Double) -> Double { top + (bottom - top) * share }
  }

  /// Heights nearer to each other count as one, px.
  private static let nearness = 1e-6

  private var pieces = MonotonePieces()

  /// What is left of some outlines.
  ///
  /// - Parameters:
  ///   - wholes: The outlines.
  ///   - holes: What is taken away.
  /// - Returns: A path for a fill by either rule.
  static func path(of wholes: [ConvexOutline], without holes: [ConvexOutline] = []) -> Path {
    let holes = holes.filter { hole in
      wholes.contains { !$0.bounds.intersection(hole.bounds).isEmpty }
    }
    if let path = nested(wholes, holes) { return path }
    var difference = OutlineDifference()
    difference.cut(
      wholes.map { Body($0, isHole: false) } + holes.map { Body($0, isHole: true) })
    return difference.pieces.path
  }

  /// The outlines as they are, where none touches another and each hole lies inside of one.
  private static func nested(_ wholes: [ConvexOutline], _ holes: [ConvexOutline]) -> Path? {
    guard areApart(wholes), areApart(holes),
      holes.allSatisfy({ hole in wholes.contains { $0.contains(hole) } })
    else { return nil }
    var path = Path()
    for whole in wholes { path.add(whole.points) }
    for hole in holes { path.add(hole.points.reversed()) }
    return path
  }

  private static func areApart(_ outlines: [ConvexOutline]) -> Bool {
    let boxes = outlines.map { $0.bounds.grown(by: nearness) }.sorted { $0.top < $1.top }
    return boxes.indices.allSatisfy { index in
      boxes[(index + 1)...].prefix { $0.top <= boxes[index].bottom }
        .allSatisfy { $0.intersection(boxes[index]).isEmpty }
    }
  }

  private mutating func cut(_ bodies: [Body]) {
    let wholes = bodies.filter { !$0.isHole }.map(\.bounds).bounds
    var heights: [Double] = []
    for height in bodies.flatMap(\.heights).sorted()
    where height >= wholes.top && height <= wholes.bottom
      && height > heights.last.map({ $0 + Self.nearness }) ?? -.infinity
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
    // The last height must be the next band's first to the last bit.
    func height(at share: Double) -> Double { share < 1 ? top + (bottom - top) * share : bottom }
    let shares = [0] + Self.crossings(of: edges) + [1]
    for (from, to) in zip(shares, shares.dropFirst()) where to > from {
      for (left, right) in Self.stretches(of: edges, at: (from + to) / 2) {
        pieces.add(
          Band(
            top: height(at: from), bottom: height(at: to),
            left: (left.x(at: from), left.x(at: to)), right: (right.x(at: from), right.x(at: to))))
      }
    }
  }

  /// Where edges cross inside a band, as shares of its height, in order.
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

  /// What is covered by wholes and by no hole at one height of a band.
  private static func stretches(
    of edges: [Edge], at share: Double
  ) -> [(left: Edge, right: Edge)] {
    // Starts come first, so that what touches grows together.
    let sorted = edges.sorted { one, other in
      let (x, y) = (one.x(at: share), other.x(at: share))
      return x < y || x == y && one.isStart && !other.isStart
    }
    var stretches: [(Edge, Edge)] = []
    var (wholes, holes) = (0, 0)
    var start: Edge?
    for edge in sorted {
      let step = edge.isStart ? 1 : -1
      if edge.isHole { holes += step } else { wholes += step }
      let isCovered = wholes > 0 && holes == 0
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

extension Path {
  mutating func add(_ polygon: [Point]) {
    guard let first = polygon.first else { return }
    move(to: first)
    for point in polygon.dropFirst() { line(to: point) }
    close()
  }
}

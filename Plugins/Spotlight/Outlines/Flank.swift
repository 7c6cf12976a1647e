import ScrimKit

/// The left or the right side of a convex outline, from its top to its bottom.
struct Flank {
  private let points: [Point]

  /// Heights nearer to each other count as level, px: they differ by rounding.
  private static let nearness = 1e-9

  /// - Parameters:
  ///   - outline: Clockwise.
  ///   - isRight: Which side.
  init(of outline: ConvexOutline, isRight: Bool) {
    // On its right side a clockwise outline runs down, on its left up.
    let points = isRight ? outline.points : outline.points.reversed()
    let level = outline.bounds.top + Self.nearness
    let first = points.indices.first { index in
      points[index].y <= level && points[(index + 1) % points.count].y > level
    }
    var flank: [Point] = []
    if let first {
      flank = [points[first]]
      for step in 1..<points.count {
        let point = points[(first + step) % points.count]
        let last = flank[flank.count - 1].y
        if point.y < last - Self.nearness { break }
        if point.y > last { flank.append(point) }
      }
    }
    self.points = flank
  }

  /// Where it bends, px.
  var heights: [Double] { points.map(\.y) }

  /// Where the side lies at two heights that no corner of it lies between; px.
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

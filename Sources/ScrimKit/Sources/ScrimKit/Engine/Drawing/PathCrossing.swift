extension Path {
  /// The columns in which the filled path's outline crosses a band of rows.
  ///
  /// - Parameters:
  ///   - top: The upper edge of the band, px.
  ///   - bottom: Its lower edge, px.
  /// - Returns: From the leftmost to the rightmost point, px; `nil` if the outline does not enter the band.
  func columns(from top: Double, to bottom: Double) -> ClosedRange<Double>? {
    var found: ClosedRange<Double>?
    var (start, last) = (Point.zero, Point.zero)
    func line(to end: Point) {
      defer { last = end }
      let (upper, lower) = last.y <= end.y ? (last, end) : (end, last)
      guard upper.y < bottom, lower.y > top else { return }
      let height = lower.y - upper.y
      for y in [max(upper.y, top), min(lower.y, bottom)] {
        let x = height > 0 ? upper.x + (lower.x - upper.x) * (y - upper.y) / height : last.x
        found = min(found?.lowerBound ?? x, x)...max(found?.upperBound ?? x, x)
      }
      if height == 0 {
        found = min(found?.lowerBound ?? end.x, end.x)...max(found?.upperBound ?? end.x, end.x)
      }
    }
    for element in elements {
      switch element {
      case .move(let point): (start, last) = (point, point)
      case .line(let point): line(to: point)
      case .curve(let a, let b, let end):
        let from = last
        // A gap beside a letter needs no better curve.
        let count = 16
        for step in 1...count {
          let t = Double(step) / Double(count)
          let u = 1 - t
          let weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
          line(
            to: Point(
              x: weights.0 * from.x + weights.1 * a.x + weights.2 * b.x + weights.3 * end.x,
              y: weights.0 * from.y + weights.1 * a.y + weights.2 * b.y + weights.3 * end.y))
        }
      case .close: line(to: start)
      }
    }
    return found
  }
}

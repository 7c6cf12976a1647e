/// The shape of a line drawn with words.
enum LineShape {
  case single
  /// Two lines, separated by their thickness.
  case double
  case wave

  /// From the upper edge of the first line to the lower edge of the last, px.
  func height(thickness: Double) -> Double { self == .double ? 3 * thickness : thickness }

  /// The line's outline.
  ///
  /// - Parameters:
  ///   - left: Left end, px.
  ///   - right: Right end, px.
  ///   - top: Upper edge, px.
  ///   - thickness: Thickness of a single line, px.
  ///   - gaps: Parts that straight lines leave out, px, sorted by their left ends.
  /// - Returns: Closed contours, clockwise like those of glyphs, so that overlaps do not become holes.
  func path(
    from left: Double, to right: Double, top: Double, thickness: Double,
    gaps: [ClosedRange<Double>] = []
  ) -> Path {
    guard right > left, thickness > 0 else { return Path() }
    var path = Path()
    func add(_ points: [Point]) {
      path.move(to: points[0])
      for point in points.dropFirst() { path.line(to: point) }
      path.close()
    }
    func bar(_ top: Double) {
      var start = left
      for gap in gaps + [right...right] {
        let end = min(gap.lowerBound, right)
        if end > start {
          add([
            Point(x: start, y: top), Point(x: end, y: top), Point(x: end, y: top + thickness),
            Point(x: start, y: top + thickness),
          ])
        }
        start = max(start, gap.upperBound)
      }
    }
    switch self {
    case .single: bar(top)
    case .double:
      bar(top)
      bar(top + 2 * thickness)
    case .wave:
      // Each step is twice the thickness, down and up at 45°.
      let count = max(2, ((right - left) / (2 * thickness)).rounded())
      let step = (right - left) / count
      let upper = (0...Int(count)).map { index in
        Point(
          x: left + Double(index) * step,
          y: top + (index.isMultiple(of: 2) ? 0 : 2 * thickness))
      }
      let depth = thickness * 2.0.squareRoot()
      add(upper + upper.reversed().map { Point(x: $0.x, y: $0.y + depth) })
    }
    return path
  }
}

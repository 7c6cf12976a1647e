/// What a line that goes with words looks like.
enum LineShape {
  case single
  /// Two, as far apart as they are thick.
  case double
  case wave

  /// The line's outline.
  ///
  /// - Parameters:
  ///   - left: Where it begins, px.
  ///   - right: Where it ends.
  ///   - top: Its upper edge.
  ///   - thickness: Of one line.
  /// - Returns: Closed contours, clockwise as those of letters are, so that they cut no holes in one
  ///   another.
  func path(from left: Double, to right: Double, top: Double, thickness: Double) -> Path {
    guard right > left, thickness > 0 else { return Path() }
    var path = Path()
    func add(_ points: [Point]) {
      path.move(to: points[0])
      for point in points.dropFirst() { path.line(to: point) }
      path.close()
    }
    func bar(_ top: Double) {
      add([
        Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: top + thickness),
        Point(x: left, y: top + thickness),
      ])
    }
    switch self {
    case .single: bar(top)
    case .double:
      bar(top)
      bar(top + 2 * thickness)
    case .wave:
      // Steps of twice the thickness down and up at 45°.
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

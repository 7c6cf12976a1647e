/// A closed contour of horizontal and vertical sides with round corners.
public struct RoundedContour: Hashable, Sendable {
  /// A corner of a contour.
  public struct Corner: Hashable, Sendable {
    /// Where its two sides would meet, px.
    public var place: Point
    /// The radius if the sides are long enough, px.
    public var radius: Double

    /// Creates a corner at `place` with `radius` (px).
    public init(place: Point, radius: Double) {
      self.place = place
      self.radius = radius
    }

    /// Its radius, scaled down together with that of an adjacent corner until both fit the side between them.
    fileprivate func radius(beside other: Corner) -> Double {
      let side = abs(place.x - other.place.x) + abs(place.y - other.place.y)
      let both = radius + other.radius
      return both > side ? radius * side / both : radius
    }
  }

  /// The corners, clockwise around the interior with y down.
  public let corners: [Corner]

  /// Creates a contour from its corners.
  ///
  /// - Parameter corners: Clockwise around the interior; each side is horizontal or vertical.
  public init(_ corners: [Corner]) { self.corners = corners }

  /// The radius at each corner. Where two corners share a side shorter than the sum of their radii, both shrink in
  /// proportion.
  public var radii: [Double] {
    corners.indices.map { index in
      let (before, after) = neighbours(of: index)
      return min(corners[index].radius(beside: before), corners[index].radius(beside: after))
    }
  }

  /// Lines and quarters of circles, px.
  public var path: Path {
    var path = Path()
    for (index, radius) in radii.enumerated() {
      let (before, after) = neighbours(of: index)
      path.add(corners[index].place, from: before.place, to: after.place, radius: radius)
    }
    path.close()
    return path
  }

  func neighbours(of index: Int) -> (before: Corner, after: Corner) {
    (corners[(index + corners.count - 1) % corners.count], corners[(index + 1) % corners.count])
  }
}

extension Path {
  /// Adds a rounded corner, after a line to it if needed.
  fileprivate mutating func add(
    _ corner: Point, from start: Point, to end: Point, radius: Double
  ) {
    // 1 − κ: the distance of the control points of the curve closest to a quarter of a circle, relative to the radius.
    let control = 0.447_715_250_169_206
    func toward(_ other: Point, _ distance: Double) -> Point {
      let length = abs(other.x - corner.x) + abs(other.y - corner.y)
      return Point(
        x: corner.x + (other.x - corner.x) / length * distance,
        y: corner.y + (other.y - corner.y) / length * distance)
    }
    let arcStart = toward(start, radius)
    if elements.isEmpty {
      move(to: arcStart)
    } else if !ends(at: arcStart) {
      line(to: arcStart)
    }
    guard radius > 0 else { return }
    curve(
      toward(start, radius * control), toward(end, radius * control), to: toward(end, radius))
  }

  /// Whether the last arc already ends at `point`. A line of 10⁻⁹ px might point backwards, and a stroke would have a
  /// spike there.
  private func ends(at point: Point) -> Bool {
    guard case .curve(_, _, let end) = elements.last else { return false }
    return abs(end.x - point.x) + abs(end.y - point.y) < 1e-6
  }
}

extension CornerRadii {
  /// The radii for a box, scaled down together if they do not fit (CSS Backgrounds §5.5).
  ///
  /// - Parameter box: The box, px; percentages relate to its shorter side.
  /// - Returns: Four radii, clockwise from the top left corner, px.
  public func fitted(to box: Rect) -> [Double] {
    let side = min(box.width, box.height)
    let radii = [topLeft, topRight, bottomRight, bottomLeft].map { max(0, $0.resolved(of: side)) }
    let lengths = [box.width, box.height, box.width, box.height]
    let fit = radii.indices.reduce(1.0) { fit, index in
      let sum = radii[index] + radii[(index + 1) % 4]
      return sum > 0 ? min(fit, lengths[index] / sum) : fit
    }
    return radii.map { $0 * fit }
  }
}

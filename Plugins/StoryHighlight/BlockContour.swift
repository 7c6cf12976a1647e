import ScrimKit

extension Block {
  /// The outline of the union of all boxes: one closed contour, clockwise from the top, y down.
  ///
  /// Radii are at most half the height of the lowest box and half the width of the narrowest. If two corners share an
  /// edge that is shorter than the sum of their radii, both shrink in proportion.
  ///
  /// - Parameters:
  ///   - cornerRadius: Radius of convex corners, px.
  ///   - innerRadius: Radius of concave corners, px.
  /// - Returns: Lines and quarters of circles, px at scale 1.
  package func contour(cornerRadius: Double, innerRadius: Double) -> Path {
    let most = boxes.map { min($0.width, $0.height) }.min().map { $0 / 2 } ?? 0
    let corners = corners(
      cornerRadius: min(cornerRadius, most), innerRadius: min(innerRadius, most))
    var path = Path()
    for (index, corner) in corners.enumerated() {
      let before = corners[(index + corners.count - 1) % corners.count]
      let after = corners[(index + 1) % corners.count]
      path.add(
        corner.place, from: before.place, to: after.place,
        radius: min(corner.radius(beside: before), corner.radius(beside: after)))
    }
    path.close()
    return path
  }

  /// The corners, clockwise from the top left.
  private func corners(cornerRadius: Double, innerRadius: Double) -> [Corner] {
    guard let first = boxes.first, let last = boxes.last else { return [] }
    func convex(_ x: Double, _ y: Double) -> Corner {
      Corner(place: Point(x: x, y: y), radius: cornerRadius)
    }
    func concave(_ x: Double, _ y: Double) -> Corner {
      Corner(place: Point(x: x, y: y), radius: innerRadius)
    }
    var right: [Corner] = []
    var left: [Corner] = []
    for (upper, lower) in zip(boxes, boxes.dropFirst()) {
      let y = lower.top
      if upper.right > lower.right + Self.tolerance {
        right += [convex(upper.right, y), concave(lower.right, y)]
      } else if lower.right > upper.right + Self.tolerance {
        right += [concave(upper.right, y), convex(lower.right, y)]
      }
      if upper.left < lower.left - Self.tolerance {
        left += [convex(upper.left, y), concave(lower.left, y)]
      } else if lower.left < upper.left - Self.tolerance {
        left += [concave(upper.left, y), convex(lower.left, y)]
      }
    }
    return [convex(first.left, first.top), convex(first.right, first.top)] + right
      + [convex(last.right, last.bottom), convex(last.left, last.bottom)] + left.reversed()
  }
}

/// A corner of an outline with horizontal and vertical edges.
private struct Corner {
  let place: Point
  let radius: Double

  /// Its radius, scaled down together with that of an adjacent corner until both fit the edge.
  func radius(beside other: Corner) -> Double {
    let edge = abs(place.x - other.place.x) + abs(place.y - other.place.y)
    let both = radius + other.radius
    return both > edge ? radius * edge / both : radius
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

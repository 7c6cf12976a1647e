internal import Glibc

extension ConvexPolygon {
  /// Polygons that together cover a union of rectangles with round corners, convex and concave ones.
  ///
  /// The shape is that of `RectangleUnion.rounded(radius:innerRadius:)`, or its parallel curve.
  ///
  /// - Parameters:
  ///   - rectangles: The rectangles, px.
  ///   - radius: Radius of convex and of concave corners, px. It is at most half the lowest rectangle's height and half
  ///     the narrowest one's width.
  ///   - offset: Outward distance, at least 0 px; convex radii grow by it, and concave ones shrink.
  ///   - scale: Device pixels per px; determines the number of sides that approximate a curve.
  /// - Returns: Polygons that overlap or touch.
  public static func union(
    of rectangles: [Rect], radius: Double, offset: Double = 0, scale: Double
  ) -> [ConvexPolygon] {
    let most = rectangles.map { min($0.width, $0.height) / 2 }.min() ?? 0
    let radius = min(radius, most)
    let grown = rectangles.map { $0.grown(by: offset) }
    let contours = RectangleUnion(grown).rounded(
      radius: radius > 0 ? radius + offset : 0, innerRadius: max(0, radius - offset))
    var convex: [Point: Double] = [:]
    var fillets: [ConvexPolygon] = []
    for contour in contours {
      for (index, radius) in contour.radii.enumerated() where radius > 0 {
        let corner = contour.corners[index].place
        let (before, after) = contour.neighbours(of: index)
        let (from, to) = (
          Self.direction(from: corner, to: before.place),
          Self.direction(from: corner, to: after.place)
        )
        // Clockwise, a turn to the right is convex.
        if from.x * to.y - from.y * to.x < 0 {
          convex[corner] = radius
        } else {
          fillets += fillet(in: corner, from, to, radius: radius, scale: scale)
        }
      }
    }
    return grown.map { rect in
      let places = [
        Point(x: rect.left, y: rect.top), Point(x: rect.right, y: rect.top),
        Point(x: rect.right, y: rect.bottom), Point(x: rect.left, y: rect.bottom),
      ]
      let corners = places.map { place in
        let radius = convex.first { abs($0.key.x - place.x) + abs($0.key.y - place.y) < 1e-5 }?
          .value
        return Size(width: radius ?? 0, height: radius ?? 0)
      }
      return ConvexPolygon(roundedRect: rect, corners: corners, scale: scale)
    } + fillets
  }

  private static func direction(from start: Point, to end: Point) -> Point {
    let length = abs(end.x - start.x) + abs(end.y - start.y)
    return Point(x: (end.x - start.x) / length, y: (end.y - start.y) / length)
  }

  /// Triangles that fill a concave corner up to the arc that touches both sides.
  private static func fillet(
    in corner: Point, _ from: Point, _ to: Point, radius: Double, scale: Double
  ) -> [ConvexPolygon] {
    let steps = Self.steps(radius: radius * scale)
    let arc = (0...steps).map { step in
      let angle = Double(step) / Double(steps) * .pi / 2
      let (along, across) = (radius * (1 - sin(angle)), radius * (1 - cos(angle)))
      return Point(
        x: corner.x + from.x * along + to.x * across, y: corner.y + from.y * along + to.y * across)
    }
    return zip(arc, arc.dropFirst()).compactMap { first, second in
      ConvexPolygon([corner, first, second]) ?? ConvexPolygon([corner, second, first])
    }
  }
}

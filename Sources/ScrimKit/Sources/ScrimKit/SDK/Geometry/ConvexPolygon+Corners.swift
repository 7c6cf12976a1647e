extension ConvexPolygon {
  /// Polygons that together cover a box with corners of any shape, or its parallel curve at a distance outside it.
  ///
  /// - Parameters:
  ///   - rect: The box, px.
  ///   - radii: Its corners.
  ///   - offset: Outward distance, at least 0 px. Of other than round corners only the middle keeps the distance.
  ///   - scale: Device pixels per px; determines the number of sides that approximate a curve.
  /// - Returns: One polygon if the box is convex, otherwise horizontal slices that touch.
  public static func cover(
    of rect: Rect, radii: CornerRadii, offset: Double = 0, scale: Double
  ) -> [ConvexPolygon] {
    let corners = radii.fitted(to: rect)
    guard radii.shape != .round, corners.contains(where: { $0 > 0 }) else {
      return [
        ConvexPolygon(
          roundedRect: rect, corners: corners.map { Size(width: $0, height: $0) }, offset: offset,
          scale: scale)
      ]
    }
    let grown = corners.map { $0 > 0 ? $0 + offset * radii.shape.growth : 0 }
    let steps = Self.steps(radius: (grown.max() ?? 0) * scale)
    let outline = Path(
      rect: rect.grown(by: offset), corners: grown.map { Size(width: $0, height: $0) },
      shape: radii.shape
    ).vertices(steps: steps)
    return radii.shape.isConvex ? [ConvexPolygon(unchecked: outline)] : slices(of: outline)
  }

  /// The horizontal slices of a contour that every horizontal line crosses twice.
  private static func slices(of outline: [Point]) -> [ConvexPolygon] {
    let edges = zip(outline, outline.dropFirst() + outline.prefix(1))
      .map { $0.y < $1.y ? ($0, $1) : ($1, $0) }
    let rows = Set(outline.map(\.y)).sorted()
    return zip(rows, rows.dropFirst()).compactMap { top, bottom in
      // The x of each edge at both ends of the slice.
      let sides = edges.filter { $0.0.y <= top && $0.1.y >= bottom }.map { low, high in
        func x(_ y: Double) -> Double {
          low.x + (high.x - low.x) * (y - low.y) / (high.y - low.y)
        }
        return (top: x(top), bottom: x(bottom))
      }
      guard let left = sides.min(by: { $0.top + $0.bottom < $1.top + $1.bottom }),
        let right = sides.max(by: { $0.top + $0.bottom < $1.top + $1.bottom })
      else { return nil }
      return ConvexPolygon([
        Point(x: left.top, y: top), Point(x: right.top, y: top),
        Point(x: right.bottom, y: bottom), Point(x: left.bottom, y: bottom),
      ])
    }
  }
}

extension Path {
  /// The vertices of a single contour, each curve as so many sides.
  fileprivate func vertices(steps: Int) -> [Point] {
    var vertices: [Point] = []
    func add(_ point: Point) { if vertices.last != point { vertices.append(point) } }
    for element in elements {
      switch element {
      case .move(let point), .line(let point): add(point)
      case .curve(let first, let second, let end):
        let start = vertices.last ?? first
        for step in 1...steps {
          let (t, s) = (Double(step) / Double(steps), 1 - Double(step) / Double(steps))
          let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
          add(
            Point(
              x: a * start.x + b * first.x + c * second.x + d * end.x,
              y: a * start.y + b * first.y + c * second.y + d * end.y))
        }
      case .close: if vertices.last == vertices.first { vertices.removeLast() }
      }
    }
    return vertices
  }
}

internal import Glibc

/// A convex polygon in px at scale 1, x to the right and y down.
///
/// Its vertices run clockwise as seen on the canvas: the interior is to the right of each side, and the shoelace sum
/// ½ Σ (xᵢ yᵢ₊₁ − xᵢ₊₁ yᵢ) is its area. A shape with curves becomes a polygon with so many sides that no difference
/// is visible; the union and the difference of polygons are then exact (`Path.init(union:subtracting:)`).
public struct ConvexPolygon: Hashable, Sendable {
  /// The vertices, clockwise; the last one connects to the first.
  public let vertices: [Point]
  /// The axis-aligned bounds.
  public let bounds: Rect

  /// Largest distance of a side from the curve that it approximates, device pixels: less than the 1/256 pixel to which
  /// Cairo rounds coordinates.
  private static let tolerance = 0.004

  init(unchecked vertices: [Point]) {
    self.vertices = vertices
    let (x, y) = (vertices.map(\.x), vertices.map(\.y))
    bounds = Rect(
      left: x.min() ?? 0, top: y.min() ?? 0, right: x.max() ?? 0, bottom: y.max() ?? 0)
  }

  /// Creates a polygon from its vertices; `nil` unless it is convex and has an area.
  ///
  /// - Parameter vertices: px, clockwise with y down. More than two may be collinear.
  public init?(_ vertices: [Point]) {
    var turning = 0.0
    for index in vertices.indices {
      let a = vertices[index]
      let b = vertices[(index + 1) % vertices.count]
      let c = vertices[(index + 2) % vertices.count]
      let cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
      let dot = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y)
      guard cross >= 0, cross > 0 || dot >= 0 else { return nil }
      turning += atan2(cross, dot)
    }
    // Two or more full turns: a star, or a spiral that crosses itself.
    guard turning > 6, turning < 7 else { return nil }
    self.init(unchecked: vertices)
  }

  /// Creates a rounded rectangle, or its parallel curve at a distance outside it.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, px.
  ///   - corners: The semi-axes of the ellipse at each corner, clockwise from the top left one, px. Adjacent corners
  ///     must fit the side between them; 0 is a sharp corner.
  ///   - offset: Outward distance from the rounded rectangle, at least 0 px. Sharp corners stay sharp, as with a mitre
  ///     join.
  ///   - scale: Device pixels per px; determines the number of sides that approximate a curve.
  public init(roundedRect rect: Rect, corners: [Size], offset: Double = 0, scale: Double) {
    var vertices: [Point] = []
    for (index, corner) in corners.enumerated() {
      let (right, bottom): (Double, Double) = (
        index == 1 || index == 2 ? 1 : -1, index >= 2 ? 1 : -1
      )
      let tip = Point(x: right > 0 ? rect.right : rect.left, y: bottom > 0 ? rect.bottom : rect.top)
      guard corner.width > 0, corner.height > 0 else {
        vertices.append(Point(x: tip.x + right * offset, y: tip.y + bottom * offset))
        continue
      }
      let center = Point(x: tip.x - right * corner.width, y: tip.y - bottom * corner.height)
      let steps = Self.steps(radius: (max(corner.width, corner.height) + offset) * scale)
      for step in 0...steps {
        let angle = (Double(index) + 2 + Double(step) / Double(steps)) * .pi / 2
        let (x, y) = (cos(angle), sin(angle))
        // The normal of the ellipse (a cos t, b sin t) is (b cos t, a sin t).
        let length = hypot(corner.height * x, corner.width * y)
        vertices.append(
          Point(
            x: center.x + (corner.width + offset * corner.height / length) * x,
            y: center.y + (corner.height + offset * corner.width / length) * y))
      }
    }
    self.init(unchecked: vertices)
  }

  /// The number of sides that approximate a quarter of a circle.
  ///
  /// The sagitta of a chord over the angle α is r (1 − cos α/2).
  static func steps(radius: Double) -> Int {
    guard radius > tolerance else { return 1 }
    let angle = 2 * acos(1 - tolerance / radius)
    return Int(max(1, min(1000, (.pi / 2 / angle).rounded(.up))))
  }

  /// The polygon clipped to a rectangle (Sutherland and Hodgman, "Reentrant polygon clipping", 1974).
  ///
  /// - Parameter rect: The rectangle, px.
  /// - Returns: `nil` if no area is left.
  public func clipped(to rect: Rect) -> ConvexPolygon? {
    if rect.contains(bounds) { return bounds.isEmpty ? nil : self }
    // The distances from the four sides, positive inside.
    let sides: [(Point) -> Double] = [
      { $0.x - rect.left }, { rect.right - $0.x }, { $0.y - rect.top }, { rect.bottom - $0.y },
    ]
    let inside = sides.reduce(vertices) { vertices, distance in
      var clipped: [Point] = []
      for (index, vertex) in vertices.enumerated() {
        let before = vertices[(index + vertices.count - 1) % vertices.count]
        let (from, to) = (distance(before), distance(vertex))
        if (from < 0) != (to < 0) {
          let share = from / (from - to)
          clipped.append(
            Point(
              x: before.x + (vertex.x - before.x) * share,
              y: before.y + (vertex.y - before.y) * share))
        }
        if to >= 0 { clipped.append(vertex) }
      }
      return clipped
    }
    let clipped = ConvexPolygon(unchecked: inside)
    return clipped.bounds.isEmpty ? nil : clipped
  }

  /// Whether the intersection with a rectangle is more than 10⁻⁶ px wide and high.
  public func overlaps(_ rect: Rect) -> Bool {
    guard bounds.overlaps(rect) else { return false }
    guard let inside = clipped(to: rect)?.bounds else { return false }
    return inside.width > 1e-6 && inside.height > 1e-6
  }

  /// Whether another polygon is inside; the two may touch.
  public func contains(_ other: ConvexPolygon) -> Bool {
    guard bounds.contains(other.bounds) else { return false }
    return vertices.indices.allSatisfy { index in
      let (a, b) = (vertices[index], vertices[(index + 1) % vertices.count])
      return other.vertices.allSatisfy {
        (b.x - a.x) * ($0.y - a.y) - (b.y - a.y) * ($0.x - a.x) >= 0
      }
    }
  }
}

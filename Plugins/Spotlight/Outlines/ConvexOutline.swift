import Glibc
import ScrimKit

/// A convex outline as a polygon, px at scale 1, clockwise with y down.
///
/// Curves become sides so short that nobody sees them. In return what several outlines cover together
/// can be worked out exactly.
struct ConvexOutline {
  let points: [Point]
  let bounds: Rect

  /// How far a side may lie from the curve that it stands for, device pixels: less than the 256th of
  /// a pixel to which Cairo rounds what it draws.
  private static let tolerance = 0.004

  private init(_ points: [Point]) {
    self.points = points
    let (x, y) = (points.map(\.x), points.map(\.y))
    bounds = Rect(
      left: x.min() ?? 0, top: y.min() ?? 0, right: x.max() ?? 0, bottom: y.max() ?? 0)
  }

  /// The outline of a box.
  ///
  /// - Parameters:
  ///   - box: The box, px.
  ///   - corners: Half the axes of the ellipse at each corner, from the top left one clockwise; px.
  ///   - amount: How far the whole lies outside of that, px: round corners stay parallel to what they
  ///     were, pointed ones stay pointed.
  ///   - scale: Device pixels a px.
  init(_ box: Rect, corners: [Size], grownBy amount: Double = 0, scale: Double) {
    var points: [Point] = []
    for (index, corner) in corners.enumerated() {
      let (right, bottom): (Double, Double) = (
        index == 1 || index == 2 ? 1 : -1, index >= 2 ? 1 : -1
      )
      let tip = Point(x: right > 0 ? box.right : box.left, y: bottom > 0 ? box.bottom : box.top)
      guard corner.width > 0, corner.height > 0 else {
        points.append(Point(x: tip.x + right * amount, y: tip.y + bottom * amount))
        continue
      }
      let center = Point(x: tip.x - right * corner.width, y: tip.y - bottom * corner.height)
      let steps = Self.steps(radius: (max(corner.width, corner.height) + amount) * scale)
      for step in 0...steps {
        let angle = (Double(index) + 2 + Double(step) / Double(steps)) * .pi / 2
        let (x, y) = (cos(angle), sin(angle))
        // The normal of an ellipse.
        let length = hypot(corner.height * x, corner.width * y)
        points.append(
          Point(
            x: center.x + (corner.width + amount * corner.height / length) * x,
            y: center.y + (corner.height + amount * corner.width / length) * y))
      }
    }
    self.init(points)
  }

  /// Into how many sides a quarter of a circle is cut.
  private static func steps(radius: Double) -> Int {
    guard radius > tolerance else { return 1 }
    let angle = 2 * acos(1 - tolerance / radius)
    return Int(max(1, min(1000, (.pi / 2 / angle).rounded(.up))))
  }

  /// What of it lies in a rectangle (Sutherland and Hodgman, 1974).
  func clipped(to rect: Rect) -> ConvexOutline? {
    if rect.contains(bounds) { return bounds.isEmpty ? nil : self }
    // The distances from the four edges, positive inside.
    let edges: [(Point) -> Double] = [
      { $0.x - rect.left }, { rect.right - $0.x }, { $0.y - rect.top }, { rect.bottom - $0.y },
    ]
    let inside = edges.reduce(points) { points, distance in
      var kept: [Point] = []
      for (index, point) in points.enumerated() {
        let before = points[(index + points.count - 1) % points.count]
        let (from, to) = (distance(before), distance(point))
        if (from < 0) != (to < 0) {
          let share = from / (from - to)
          kept.append(
            Point(
              x: before.x + (point.x - before.x) * share,
              y: before.y + (point.y - before.y) * share))
        }
        if to >= 0 { kept.append(point) }
      }
      return kept
    }
    let clipped = ConvexOutline(inside)
    return clipped.bounds.isEmpty ? nil : clipped
  }

  /// Whether a rectangle has an area in common with it.
  func overlaps(_ rect: Rect) -> Bool {
    let common = bounds.intersection(rect)
    guard common.width > 1e-6, common.height > 1e-6 else { return false }
    guard let inside = clipped(to: rect)?.bounds else { return false }
    return inside.width > 1e-6 && inside.height > 1e-6
  }

  /// Whether another outline lies wholly inside.
  func contains(_ other: ConvexOutline) -> Bool {
    guard bounds.contains(other.bounds) else { return false }
    return points.indices.allSatisfy { index in
      let (a, b) = (points[index], points[(index + 1) % points.count])
      return other.points.allSatisfy {
        (b.x - a.x) * ($0.y - a.y) - (b.y - a.y) * ($0.x - a.x) >= 0
      }
    }
  }
}

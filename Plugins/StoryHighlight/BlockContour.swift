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
    return RoundedContour(corners).path
  }

  /// The corners, clockwise from the top left.
  private func corners(
    cornerRadius: Double, innerRadius: Double
  ) -> [RoundedContour.Corner] {
    guard let first = boxes.first, let last = boxes.last else { return [] }
    func convex(_ x: Double, _ y: Double) -> RoundedContour.Corner {
      RoundedContour.Corner(place: Point(x: x, y: y), radius: cornerRadius)
    }
    func concave(_ x: Double, _ y: Double) -> RoundedContour.Corner {
      RoundedContour.Corner(place: Point(x: x, y: y), radius: innerRadius)
    }
    var right: [RoundedContour.Corner] = []
    var left: [RoundedContour.Corner] = []
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

import ScrimKit

extension Block {
  /// The outline of the union of all boxes: one closed contour, clockwise from the top, y down.
  ///
  /// Radii are at most half the height of the lowest box, less what its neighbours cover of it, and half the width of
  /// the narrowest. If two corners share an edge that is shorter than the sum of their radii, both shrink in
  /// proportion.
  ///
  /// - Parameters:
  ///   - cornerRadius: Radius of convex corners, px.
  ///   - innerRadius: Radius of concave corners, px.
  /// - Returns: Lines and quarters of circles, px at scale 1.
  package func contour(cornerRadius: Double, innerRadius: Double) -> Path {
    let most =
      boxes.indices.map { min(boxes[$0].width, freeHeight(at: $0)) }.min().map { $0 / 2 } ?? 0
    let corners = corners(
      cornerRadius: min(cornerRadius, most), innerRadius: min(innerRadius, most))
    return RoundedContour(corners).path
  }

  /// The height of a line's box without the parts that its neighbours extend into, px.
  private func freeHeight(at index: Int) -> Double {
    let above = index > 0 ? overlap(below: index - 1).down : 0
    let below = index < boxes.count - 1 ? overlap(below: index).up : 0
    return boxes[index].height - above - below
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
    for index in boxes.indices.dropLast() {
      let (upper, lower) = (boxes[index], boxes[index + 1])
      let overlap = overlap(below: index)
      // A line that sticks out is as high as its own box there: descenders have nothing else below them.
      let (end, start) = (lower.top + overlap.down, lower.top - overlap.up)
      if upper.right > lower.right + Self.tolerance {
        right += [convex(upper.right, end), concave(lower.right, end)]
      } else if lower.right > upper.right + Self.tolerance {
        right += [concave(upper.right, start), convex(lower.right, start)]
      }
      if upper.left < lower.left - Self.tolerance {
        left += [convex(upper.left, end), concave(lower.left, end)]
      } else if lower.left < upper.left - Self.tolerance {
        left += [concave(upper.left, start), convex(lower.left, start)]
      }
    }
    return [convex(first.left, first.top), convex(first.right, first.top)] + right
      + [convex(last.right, last.bottom), convex(last.left, last.bottom)] + left.reversed()
  }
}

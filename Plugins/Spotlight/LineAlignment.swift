import ScrimKit

extension [Rect] {
  /// The rectangles of one target with the ends of lines that meet aligned to the outer one where they are close
  /// together, as a story's highlight has them: a small step would leave no space for round corners.
  ///
  /// - Parameters:
  ///   - padding: The padding around each rectangle, px.
  ///   - radii: The corner radii of the padded rectangles.
  /// - Returns: As many rectangles, each at least as wide; none extends beyond the bounds of all.
  func aligned(padding: Double, radii: CornerRadii) -> [Rect] {
    var aligned = self
    let snaps = map { 2 * (radii.fitted(to: $0.grown(by: padding)).max() ?? 0) }
    var isStable = false
    // Ends only move outwards, to one of the ends that there are.
    while !isStable {
      isStable = true
      for upper in indices {
        for lower in indices
        where lower != upper && Self.meet(aligned[upper], above: aligned[lower], padding) {
          let (one, other) = (aligned[upper], aligned[lower])
          let snap = Swift.min(snaps[upper], snaps[lower])
          let isLeft = abs(one.left - other.left) < snap
          let isRight = abs(one.right - other.right) < snap
          let left = Swift.min(one.left, other.left), right = Swift.max(one.right, other.right)
          for (index, box) in [(upper, one), (lower, other)] {
            let wide = Rect(
              left: isLeft ? left : box.left, top: box.top, right: isRight ? right : box.right,
              bottom: box.bottom)
            guard wide != box else { continue }
            aligned[index] = wide
            isStable = false
          }
        }
      }
    }
    return aligned
  }

  /// Whether a rectangle is above another, the two overlap horizontally, and with padding they touch.
  private static func meet(_ upper: Rect, above lower: Rect, _ padding: Double) -> Bool {
    upper.top < lower.top && upper.bottom <= lower.top + tolerance
      && lower.top - upper.bottom <= 2 * padding + tolerance
      && Swift.min(upper.right, lower.right) - Swift.max(upper.left, lower.left) > -2 * padding
  }

  /// Tolerance for sums of line heights, px.
  private static let tolerance = 1e-6
}

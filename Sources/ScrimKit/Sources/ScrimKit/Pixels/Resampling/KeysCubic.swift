/// A piecewise cubic kernel of radius 2 with B + 2C = 1, the line on which a ramp stays a ramp.
///
/// Mitchell and Netravali, "Reconstruction Filters in Computer Graphics", 1988, equation 8; the cubics
/// of Keys. B = 0 is Catmull-Rom: crisp, and pixels that lie on pixels stay as they are. B = 1/3 is
/// Mitchell's: softer, with half the overshoot at edges and no steps along slanted ones.
struct KeysCubic {
  private let b: Double

  /// The kernel for pictures made `enlargement` times as large.
  ///
  /// Catmull-Rom for all that is not enlarged, Mitchell's from twice on, and what is between them in
  /// between, so that nothing jumps.
  init(enlargement: Double) { b = min(1, max(0, enlargement - 1)) / 3 }

  /// The weight of what lies at a distance of `x` pixels.
  func callAsFunction(_ x: Double) -> Double {
    let (x, c) = (abs(x), (1 - b) / 2)
    if x < 1 {
      return ((12 - 9 * b - 6 * c) * x * x * x + (12 * b + 6 * c - 18) * x * x + 6 - 2 * b) / 6
    }
    guard x < 2 else { return 0 }
    return
      ((-b - 6 * c) * x * x * x + (6 * b + 30 * c) * x * x - (12 * b + 48 * c) * x
      + 8 * b + 24 * c) / 6
  }
}

/// A piecewise cubic kernel of radius 2 with B + 2C = 1, the family that preserves linear ramps.
///
/// Mitchell and Netravali, "Reconstruction Filters in Computer Graphics", 1988, equation 8; the cubics of Keys. B = 0
/// is Catmull-Rom: sharp, and pixels that coincide with source pixels stay unchanged. B = 1/3 is Mitchell's filter:
/// softer, with half the overshoot at edges and without steps along diagonal ones.
struct KeysCubic {
  private let b: Double

  /// Creates the kernel for an enlargement.
  ///
  /// It is Catmull-Rom up to an enlargement of 1 and Mitchell's filter from 2 on. In between it is interpolated, so
  /// that the result changes continuously.
  init(enlargement: Double) { b = min(1, max(0, enlargement - 1)) / 3 }

  /// The weight at a distance of `x` pixels.
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

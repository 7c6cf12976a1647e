/// Three box filters as one convolution (Filter Effects §9.15).
///
/// Its sums are those of `(1 − z⁻ᵈ)² (1 − z⁻ᵉ) / (1 − z⁻¹)³`: a difference of six terms, summed three times. The cost
/// is independent of the width, and integers make it exact.
struct TripleBox {
  /// The width of the first two boxes.
  let size: Int
  /// The width of the third box: that of the others if odd. Even ones are half a pixel off centre in opposite
  /// directions; the third is then one pixel wider.
  let last: Int

  /// The boxes that approximate a Gaussian of `sigma` pixels: d = ⌊σ · 3√(2π)/4 + ½⌋.
  init(sigma: Double) {
    let d = Int((sigma * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
    size = max(1, d)
    last = d > 1 && d % 2 == 0 ? d + 1 : size
  }

  /// Maximum distance of the pixels that a pixel depends on, pixels.
  var reach: Int { (2 * size + last - 3) / 2 }

  /// The distances of the six terms to the left. Their weights are 1, −2, 1, −1, 2 and −1.
  var places: (Int, Int, Int, Int, Int, Int) {
    (0, size, 2 * size, last, size + last, 2 * size + last)
  }

  /// Whether sums of numbers up to `greatest` fit a type. (Intermediate results may overflow: the overflow cancels when
  /// they are subtracted.)
  func fits<Sum: FixedWidthInteger>(_: Sum.Type, greatest: Int) -> Bool {
    greatest * size * size * last <= Sum.max
  }

  /// The scale of a sum after a shift that leaves as many bits as a `Float` has.
  ///
  /// - Parameters:
  ///   - greatest: The maximum of the summed numbers.
  ///   - wanted: The result for that maximum.
  /// - Returns: The shift, and the factor for the shifted sum.
  func scaling(from greatest: Int, to wanted: Int) -> (shift: Int64, scale: Float) {
    let sum = greatest * size * size * last
    let shift = max(0, 24 - sum.leadingZeroBitCount + 16)
    return (Int64(shift), Float(Double(wanted) * Double(1 << shift) / Double(sum)))
  }
}

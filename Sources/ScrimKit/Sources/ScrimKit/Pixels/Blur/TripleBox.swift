/// Three box filters, one after the other, as one convolution (Filter Effects §9.15).
///
/// Its sums are those of `(1 − z⁻ᵈ)² (1 − z⁻ᵉ) / (1 − z⁻¹)³`: a difference of six places, summed up
/// three times, which costs the same for every width. Whole numbers make it exact.
struct TripleBox {
  /// How wide the first two boxes are.
  let size: Int
  /// How wide the third is: as the others if those are odd; if they are even, and so lie half a pixel
  /// off the middle in opposite directions, one more.
  let last: Int

  /// The boxes that stand for a Gaussian of `sigma` pixels: d = ⌊σ · 3√(2π)/4 + ½⌋.
  init(sigma: Double) {
    let d = Int((sigma * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
    size = max(1, d)
    last = d > 1 && d % 2 == 0 ? d + 1 : size
  }

  /// How far from a pixel those lie that it depends on, px.
  var reach: Int { (2 * size + last - 3) / 2 }

  /// How far back the six places lie. They weigh 1, −2, 1, −1, 2 and −1.
  var places: (Int, Int, Int, Int, Int, Int) {
    (0, size, 2 * size, last, size + last, 2 * size + last)
  }

  /// Whether sums of numbers up to `greatest` are numbers of this type. (What they are made of may be
  /// larger: what is lost of it above is lost again when it is subtracted.)
  func fits<Sum: FixedWidthInteger>(_: Sum.Type, greatest: Int) -> Bool {
    greatest * size * size * last <= Sum.max
  }

  /// What a sum is divided by, after a shift that leaves it as many bits as a `Float` has.
  ///
  /// - Parameters:
  ///   - greatest: The greatest number that is summed up.
  ///   - wanted: What it becomes.
  /// - Returns: The shift, and what the shifted sum is multiplied by.
  func scaling(from greatest: Int, to wanted: Int) -> (shift: Int64, scale: Float) {
    let sum = greatest * size * size * last
    let shift = max(0, 24 - sum.leadingZeroBitCount + 16)
    return (Int64(shift), Float(Double(wanted) * Double(1 << shift) / Double(sum)))
  }
}

/// How a Gaussian of a given sigma is taken apart.
///
/// A large one is three steps whose variances add up to its own: means of `factor` × `factor` pixels,
/// a small Gaussian over these, and an interpolation between them. What the steps do not give of the
/// Gaussian's form is less than the rounding to 8 bits (docs/decisions).
struct GaussianPlan {
  /// Pixels a cell in each direction, a power of 2; 1 where pixels are weighed one by one.
  let factor: Int
  /// The Gaussian over cells.
  let kernel: SymmetricKernel
  /// The weights of a cell's pixels in its mean, for cells of 2 and 4. These overlap by a pixel on
  /// each side, since a plain mean lets too much through that is finer than cells; a wide Gaussian
  /// over larger cells takes that away.
  let weights: [UInt16]
  /// How many pixels next to a cell its mean takes in on each side.
  var overlap: Int { weights.isEmpty ? 0 : 1 }

  /// What may be cut off of a Gaussian: a sixth of a step of 8 bits.
  private static let tail = 0.0006

  /// - Parameter sigma: In pixels, more than 0.
  init(sigma: Double) {
    var factor = 1
    while factor < 256, sigma >= Self.minSigma(factor: factor * 2) { factor *= 2 }
    self.factor = factor
    weights = factor == 2 ? [1, 3, 3, 1] : factor == 4 ? [1, 3, 4, 4, 3, 1] : []
    guard factor > 1 else {
      kernel = SymmetricKernel(sigma: sigma, tail: Self.tail)
      return
    }
    let square = Double(factor * factor)
    // [1, 2, 1] / 4, with which a mean is convolved where cells overlap, has a variance of a half.
    let down = (square - 1) / 12 + (factor <= 4 ? 0.5 : 0)
    // Doubling puts two where one was, a quarter of a cell off: 3/16 of f², and again of (f/2)²,
    // down to cells of two pixels.
    let up = (square - 1) / 4
    kernel = SymmetricKernel(variance: (sigma * sigma - down - up) / square, tail: Self.tail)
  }

  /// From which sigma on cells of `factor` are fine enough.
  private static func minSigma(factor: Int) -> Double {
    factor == 2 ? 3.8 : 2.7 * Double(factor)
  }

  /// How far from a pixel those lie that it depends on, px.
  var reach: Int { factor == 1 ? kernel.radius : (kernel.radius + 3) * factor + overlap }
}

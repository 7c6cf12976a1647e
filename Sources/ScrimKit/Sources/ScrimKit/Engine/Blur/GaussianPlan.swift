/// The decomposition of a Gaussian with a given sigma.
///
/// A large one is three steps whose variances add up to its own: means of `factor` × `factor` pixels, a small Gaussian
/// over these, and an interpolation between them. The deviation from a Gaussian is less than the rounding to 8 bits
/// (docs/decisions).
struct GaussianPlan {
  /// Pixels per cell in each direction, a power of 2; 1 convolves pixels directly.
  let factor: Int
  /// The Gaussian over cells.
  let kernel: SymmetricKernel
  /// The weights of a cell's pixels in its mean, for cells of 2 and 4. These overlap by a pixel on each side, because a
  /// plain mean passes too many frequencies beyond the resolution of cells. With larger cells, the wide Gaussian
  /// removes those.
  let weights: [UInt16]
  /// The number of pixels next to a cell that its mean includes on each side.
  var overlap: Int { weights.isEmpty ? 0 : 1 }

  /// Maximum weight of the truncated tail: a sixth of an 8-bit step.
  private static let tail = 0.0006

  /// - Parameter sigma: Standard deviation in pixels, more than 0.
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
    // Overlapping cells convolve the mean with [1, 2, 1] / 4, whose variance is ½.
    let down = (square - 1) / 12 + (factor <= 4 ? 0.5 : 0)
    // Doubling puts two values a quarter of a cell to either side of one: variance 3/16 of f², then of (f/2)², down to
    // cells of two pixels.
    let up = (square - 1) / 4
    kernel = SymmetricKernel(variance: (sigma * sigma - down - up) / square, tail: Self.tail)
  }

  /// The smallest sigma for which cells of `factor` are fine enough.
  private static func minSigma(factor: Int) -> Double {
    factor == 2 ? 3.8 : 2.7 * Double(factor)
  }

  /// Maximum distance of the pixels that a pixel depends on, pixels.
  var reach: Int { factor == 1 ? kernel.radius : (kernel.radius + 3) * factor + overlap }
}

internal import Glibc

extension Mask {
  /// The mask convolved with a Gaussian: exact to the rounding, separable, its kernel cut off at
  /// 3 σ (where what is left weighs 0.3 %) and normalised. Coverage outside the area is 0.
  ///
  /// - Parameters:
  ///   - sigma: Standard deviation in device pixels, at least 0.
  ///   - kernel: The true Gaussian, or the three boxes of CSS.
  /// - Returns: A mask that is larger by `BlurKernel.reach(sigma:)` on each side.
  public func blurred(sigma: Double, kernel: BlurKernel = .gaussian) -> Mask {
    let weights = kernel.weights(sigma: sigma)
    guard weights.count > 1, !area.isEmpty else { return self }
    let reach = weights.count / 2
    let (width, height) = (area.width, area.height)
    let wide = width + 2 * reach
    let result = area.grown(by: reach)

    // Along rows, into floats that keep the fraction for the second pass.
    var rows = [Float](repeating: 0, count: wide * height)
    var padded = [Float](repeating: 0, count: width + 4 * reach)
    for y in 0..<height {
      for x in 0..<width { padded[2 * reach + x] = Float(coverage[y * width + x]) }
      padded.withUnsafeBufferPointer { source in
        rows.withUnsafeMutableBufferPointer { target in
          for (k, weight) in weights.enumerated() {
            for x in 0..<wide { target[y * wide + x] += weight * source[x + k] }
          }
        }
      }
    }
    // Down columns, a whole row of sums at a time.
    var blurred = Mask(area: result)
    var sums = [Float](repeating: 0, count: wide)
    for y in 0..<result.height {
      for x in 0..<wide { sums[x] = 0.5 }
      sums.withUnsafeMutableBufferPointer { sums in
        rows.withUnsafeBufferPointer { rows in
          for (k, weight) in weights.enumerated() {
            let row = y + k - 2 * reach
            guard (0..<height).contains(row) else { continue }
            for x in 0..<wide { sums[x] += weight * rows[row * wide + x] }
          }
        }
      }
      blurred.coverage.withUnsafeMutableBufferPointer { target in
        for x in 0..<wide { target[y * wide + x] = UInt8(min(255, sums[x])) }
      }
    }
    return blurred
  }
}

/// Which kernel a blur uses.
public enum BlurKernel: String, ParameterChoice {
  /// The true Gaussian.
  case gaussian
  /// The three box passes of the CSS and SVG filter specification, as browsers draw them.
  case box

  /// How far the kernel reaches, in the unit of `sigma`.
  public static func reach(sigma: Double) -> Double { (3 * sigma).rounded(.up) }

  /// The kernel's weights.
  ///
  /// - Parameter sigma: Standard deviation in pixels, at least 0.
  /// - Returns: An odd number of weights, their sum 1; `[1]` where there is nothing to blur.
  func weights(sigma: Double) -> [Float] {
    guard sigma > 0 else { return [1] }
    switch self {
    case .gaussian:
      let reach = Int(Self.reach(sigma: sigma))
      let raw = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
      let sum = raw.reduce(0, +)
      return raw.map { Float($0 / sum) }
    case .box:
      // Filter Effects §9.15: three boxes of d, or for an even d two of d, off centre in opposite
      // directions, and one of d + 1. One kernel does the same as three passes.
      let d = Int((sigma * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
      guard d > 1 else { return [1] }
      let sizes = d % 2 == 1 ? [d, d, d] : [d, d, d + 1]
      let kernel = sizes.reduce([1.0]) { kernel, size in
        (0..<kernel.count + size - 1).map { i in
          kernel.indices.reduce(0) { $0 + ((0..<size).contains(i - $1) ? kernel[$1] : 0) }
            / Double(size)
        }
      }
      return kernel.map(Float.init)
    }
  }
}

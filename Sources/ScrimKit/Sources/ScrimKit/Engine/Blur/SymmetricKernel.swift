internal import CStreaming
internal import Glibc

/// The weights of a symmetric convolution in fixed point.
struct SymmetricKernel {
  /// The number of weights on each side of the centre.
  let radius: Int
  /// The weights from the centre outwards, as multiples of 1/65,536, each repeated 16 times.
  private let weights: [Lanes]
  /// The mean loss of a sum by rounding down.
  private let bias: UInt16

  /// Creates a Gaussian sampled at integer pixels, truncated and normalised.
  ///
  /// - Parameters:
  ///   - sigma: Standard deviation in pixels, at least 0.
  ///   - tail: Maximum weight that may be truncated, of 1.
  init(sigma: Double, tail: Double) {
    // At this sigma all weight is at the centre, as for 0.
    let sigma = max(sigma, 0.01)
    self.init(Self.sampled(sigma, radius: Self.radius(sigma, tail)).weights)
  }

  /// Creates a truncated Gaussian, widened to the exact variance.
  ///
  /// - Parameters:
  ///   - variance: Variance in pixels², at least 0.5.
  ///   - tail: Maximum weight that may be truncated, of 1.
  init(variance: Double, tail: Double) {
    let sigma = variance.squareRoot()
    let radius = Self.radius(sigma, tail)
    var (low, high) = (sigma * 0.5, sigma * 2)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if Self.sampled(middle, radius: radius).variance < variance {
        low = middle
      } else {
        high = middle
      }
    }
    self.init(Self.sampled((low + high) / 2, radius: radius).weights)
  }

  /// - Parameter exact: The weights from the centre outwards, whose sum over both sides is 1.
  private init(_ exact: [Double]) {
    var whole = exact.map { Int(($0 * 65_536).rounded()) }
    // Weights that round to 0 only cost time.
    while whole.count > 1, whole.last == 0 { whole.removeLast() }
    whole[0] = min(65_535, 65_536 - 2 * whole.dropFirst().reduce(0, +))
    radius = whole.count - 1
    weights = whole.map { Lanes(repeating: UInt16($0)) }
    bias = UInt16(whole.count / 2)
  }

  private static func radius(_ sigma: Double, _ tail: Double) -> Int {
    let all = sampled(sigma, radius: Int((6 * sigma).rounded(.up)) + 2).weights
    var (radius, beyond) = (all.count - 1, 0.0)
    while radius > 1, beyond + 2 * all[radius] <= tail {
      beyond += 2 * all[radius]
      radius -= 1
    }
    return radius
  }

  /// The weights from the centre outwards, whose sum over both sides is 1, and their variance.
  private static func sampled(
    _ sigma: Double, radius: Int
  ) -> (weights: [Double], variance: Double) {
    let raw = (0...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = 2 * raw.reduce(0, +) - raw[0]
    var second = 0.0
    for (distance, weight) in raw.enumerated() {
      second += Double(2 * distance * distance) * weight
    }
    return (raw.map { $0 / sum }, second / sum)
  }

  /// Convolves columns.
  ///
  /// - Parameters:
  ///   - rows: `2 × radius + count` rows.
  ///   - targets: The results: the first is that of the first `2 × radius + 1` rows, and so on.
  ///   - count: The number of results.
  ///   - byteCount: Bytes per result, rounded up to 128; rows must have that much space.
  @inline(never)
  func apply(
    _ rows: UnsafePointer<UnsafeRawPointer>, to targets: RowBuffers, count: Int, byteCount: Int
  ) {
    withTerms(bias: bias) { terms in
      // Narrow pieces, so that those of all rows stay in the first-level cache.
      for start in stride(from: 0, to: byteCount, by: 512) {
        let end = min(start &+ 512, byteCount)
        for row in 0..<count {
          let (rows, target) = (rows + row, targets[row])
          var x = start
          while x < end {
            let sums = terms(x) { rows[$0] }
            target.store(sums.0, x)
            target.store(sums.1, x &+ 32)
            target.store(sums.2, x &+ 64)
            target.store(sums.3, x &+ 96)
            x &+= 128
          }
        }
      }
    }
  }

  /// Convolves the pixels of a row.
  ///
  /// - Parameters:
  ///   - row: The pixel `radius` pixels to the left of the first result.
  ///   - pixelSize: Bytes per pixel.
  ///   - target: The result.
  ///   - byteCount: Bytes of the result, rounded up to 128; the target must have that much space.
  ///   - fractionBits: The remaining number of fraction bits, less than 7.
  @inline(never)
  func apply(
    along row: UnsafeRawPointer, pixelSize: Int, to target: UnsafeMutableRawPointer, byteCount: Int,
    fractionBits: Int
  ) {
    let shift = UInt16(7 - fractionBits)
    withTerms(bias: bias + 1 << (shift - 1)) { terms in
      var x = 0
      while x < byteCount {
        let sums = terms(x) { row + $0 &* pixelSize }
        target.store(sums.0 &>> shift, x)
        target.store(sums.1 &>> shift, x &+ 32)
        target.store(sums.2 &>> shift, x &+ 64)
        target.store(sums.3 &>> shift, x &+ 96)
        x &+= 128
      }
    }
  }

  /// Convolves the pixels of a row and rounds the result to bytes.
  ///
  /// - Parameters:
  ///   - row: The pixel `radius` pixels to the left of the first result.
  ///   - pixelSize: Bytes per pixel, 2 or 8.
  ///   - target: The result.
  ///   - byteCount: The number of bytes to write.
  ///   - isStreamed: Whether to write them past the caches.
  @inline(never)
  func applyToBytes(
    along row: UnsafeRawPointer, pixelSize: Int, to target: UnsafeMutableRawPointer, byteCount: Int,
    isStreamed: Bool
  ) {
    @inline(__always) func write(
      _ x: Int, to target: UnsafeMutableRawPointer, _ terms: Terms, _ pixelSize: Int,
      isStreamed: Bool
    ) {
      let sums = terms(x &* 2) { row + $0 &* pixelSize }
      if isStreamed {
        scrim_stream_bytes(target, (sums.0 &>> 7).bytes)
        scrim_stream_bytes(target + 16, (sums.1 &>> 7).bytes)
        scrim_stream_bytes(target + 32, (sums.2 &>> 7).bytes)
        scrim_stream_bytes(target + 48, (sums.3 &>> 7).bytes)
        return
      }
      target.storeBytes(of: (sums.0 &>> 7).bytes, as: SIMD16<UInt8>.self)
      target.storeBytes(of: (sums.1 &>> 7).bytes, toByteOffset: 16, as: SIMD16<UInt8>.self)
      target.storeBytes(of: (sums.2 &>> 7).bytes, toByteOffset: 32, as: SIMD16<UInt8>.self)
      target.storeBytes(of: (sums.3 &>> 7).bytes, toByteOffset: 48, as: SIMD16<UInt8>.self)
    }
    @inline(__always) func run(_ terms: Terms, _ pixelSize: Int) {
      var x = 0
      while x &+ 64 <= byteCount {
        write(x, to: target + x, terms, pixelSize, isStreamed: isStreamed)
        x &+= 64
      }
      guard x < byteCount else { return }
      // Rows have space for complete lanes; the target may not.
      var rest = SIMD64<UInt8>()
      withUnsafeMutableBytes(of: &rest) { rest in
        guard let rest = rest.baseAddress else { return }
        write(x, to: rest, terms, pixelSize, isStreamed: false)
        (target + x).copyMemory(from: rest, byteCount: byteCount - x)
      }
    }
    // The bias also includes half a byte for rounding.
    withTerms(bias: bias + 64) { terms in
      if pixelSize == 8 { run(terms, 8) } else { run(terms, 2) }
    }
  }

  /// Sums weighted numbers. A radius known at compile time lets the compiler unroll the loop, which saves a quarter of
  /// the instructions for small radii.
  private struct Terms {
    let radius: Int
    let weights: UnsafeRawPointer
    let bias: UInt16

    /// 64 numbers of the result, from byte `x` of each row that `place` returns.
    @inline(__always)
    func callAsFunction(
      _ x: Int, _ place: (Int) -> UnsafeRawPointer
    ) -> (Lanes, Lanes, Lanes, Lanes) {
      let bias = Lanes(repeating: bias)
      let (middle, first) = (place(radius), weights.lanes(0))
      var sum0 = bias &+ middle.lanes(x).multipliedHigh(first)
      var sum1 = bias &+ middle.lanes(x &+ 32).multipliedHigh(first)
      var sum2 = bias &+ middle.lanes(x &+ 64).multipliedHigh(first)
      var sum3 = bias &+ middle.lanes(x &+ 96).multipliedHigh(first)
      var k = 1
      while k <= radius {
        let weight = weights.lanes(k &* 32)
        let (before, after) = (place(radius &- k), place(radius &+ k))
        sum0 = sum0 &+ (before.lanes(x) &+ after.lanes(x)).multipliedHigh(weight)
        sum1 = sum1 &+ (before.lanes(x &+ 32) &+ after.lanes(x &+ 32)).multipliedHigh(weight)
        sum2 = sum2 &+ (before.lanes(x &+ 64) &+ after.lanes(x &+ 64)).multipliedHigh(weight)
        sum3 = sum3 &+ (before.lanes(x &+ 96) &+ after.lanes(x &+ 96)).multipliedHigh(weight)
        k &+= 1
      }
      return (sum0, sum1, sum2, sum3)
    }
  }

  @inline(__always)
  private func withTerms(bias: UInt16, _ body: (Terms) -> Void) {
    weights.withUnsafeBytes { weights in
      guard let weights = weights.baseAddress else { return }
      switch radius {
      case 1: body(Terms(radius: 1, weights: weights, bias: bias))
      case 2: body(Terms(radius: 2, weights: weights, bias: bias))
      case 3: body(Terms(radius: 3, weights: weights, bias: bias))
      default: body(Terms(radius: radius, weights: weights, bias: bias))
      }
    }
  }
}

/// The source pixels and weights for each pixel of a resized line.
struct ResamplingAxis {
  /// The number of adjacent source pixels per output pixel.
  let taps: Int
  /// The first source pixel of each output pixel.
  let starts: [Int]
  /// `weightStride` weights per output pixel: `taps` of sum 1, then zeros.
  let weights: [Float]
  /// `taps`, rounded up to a multiple of four.
  var weightStride: Int { (taps + 3) & ~3 }
  /// The required source pixels.
  let needed: Range<Int>

  /// The kernel is as wide as a pixel of the coarser of both resolutions. Beyond its ends the line repeats its last
  /// pixels.
  ///
  /// - Parameters:
  ///   - count: Pixels of the line, at least 1.
  ///   - shown: The part of the line that the image covers, in its own pixels; not empty.
  ///   - start: The start of that part, in output pixels.
  ///   - length: The length of that part, in output pixels; more than 0.
  ///   - wanted: The output pixels to compute, at least one.
  init(count: Int, shown: Range<Double>, start: Double, length: Double, wanted: Range<Int>) {
    let step = (shown.upperBound - shown.lowerBound) / length
    let stretch = max(1, step)
    let kernel = KeysCubic(enlargement: 1 / step)
    let reached = Int((4 * stretch).rounded(.up))
    taps = min(count, reached)
    let stride = (taps + 3) & ~3
    var starts: [Int] = []
    var weights = [Float](repeating: 0, count: wanted.count * stride)
    var exact = [Double](repeating: 0, count: taps)
    for (index, pixel) in wanted.enumerated() {
      let middle = shown.lowerBound + (Double(pixel) + 0.5 - start) * step
      let first = Int((middle - 2 * stretch - 0.5).rounded(.down)) + 1
      let kept = min(max(0, first), count - taps)
      for tap in 0..<taps { exact[tap] = 0 }
      for place in first..<first + reached {
        let weight = kernel((Double(place) + 0.5 - middle) / stretch)
        exact[min(max(0, place), count - 1) - kept] += weight
      }
      let sum = exact.reduce(0, +)
      for tap in 0..<taps { weights[index * stride + tap] = Float(exact[tap] / sum) }
      starts.append(kept)
    }
    self.starts = starts
    self.weights = weights
    needed = (starts.first ?? 0)..<(starts.last ?? 0) + taps
  }
}

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

import ScrimKit
import Testing

/// The box blur against the specification's words, in double precision.
@Suite struct BoxBlurTests {
  /// d = ⌊σ · 3√(2π)/4 + ½⌋, worked out by hand.
  static let sizes = [
    (0.2, 0), (0.5, 1), (1.0, 2), (1.6, 3), (2, 4), (3, 6), (5, 9), (6, 11), (11, 21), (30, 56),
  ]

  @Test(arguments: sizes, BlurEdge.allCases)
  func areThoseOfTheSpecification(_ size: (sigma: Double, d: Int), _ edge: BlurEdge) throws {
    let blur = Blur(sigma: size.sigma, kernel: .box, edge: edge)
    let reference = BlurReference(boxes: max(1, size.d), edge: edge)
    for (width, height) in [(71, 53), (1, 1), (1, 30), (30, 1), (4, 4)] {
      let area = PixelRect.sized(width, height)
      let region = edge == .transparent ? area.grown(by: 9) : area
      let raster = try BlurScene.translucentNoise.raster(area)
      let deviation = Deviation(
        try blur.apply(to: raster, region: region).numbers,
        reference.apply(to: raster, region: region))
      #expect(deviation.worst <= 0.51, "\(width) × \(height): \(deviation)")
      let mask = try Mask.noise(area, seed: 3, density: 0.5)
      let other = Deviation(
        try blur.apply(to: mask, region: region).coverage, reference.apply(to: mask, region: region)
      )
      #expect(other.worst <= 0.51, "mask \(width) × \(height): \(other)")
    }
  }

  @Test func wideOnesLoseNothing() throws {
    // d = 470: the sums are beyond 32 bits.
    let white = try Raster([UInt8](repeating: 255, count: 900 * 4), area: .sized(900, 1))
    let blurred = try Blur(sigma: 250, kernel: .box, edge: .clamp).apply(to: white)
    #expect(blurred.numbers == white.numbers)
  }
}

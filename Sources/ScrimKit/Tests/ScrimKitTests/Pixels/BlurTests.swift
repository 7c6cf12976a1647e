import Glibc
import ScrimKit
import Testing

@Suite struct BlurTests {
  let area = PixelRect(x: 4, y: -6, width: 31, height: 22)

  /// A plain separable convolution in double precision. `kernel` is the weights by offset.
  private func convolved(_ mask: Mask, _ kernel: [Int: Double], to area: PixelRect) -> [Double] {
    func pass(_ read: (Int, Int) -> Double, _ dx: Int, _ dy: Int, _ x: Int, _ y: Int) -> Double {
      kernel.reduce(0) { $0 + $1.value * read(x + dx * $1.key, y + dy * $1.key) }
    }
    var rows: [Double] = []
    let tall = PixelRect(
      x: area.x, y: mask.area.y, width: area.width, height: mask.area.height)
    for (x, y) in tall.places { rows.append(pass({ Double(mask[$0, $1]) }, 1, 0, x, y)) }
    return area.places.map { x, y in
      pass(
        { column, row in
          guard (tall.y..<tall.y + tall.height).contains(row) else { return 0 }
          return rows[(row - tall.y) * tall.width + column - tall.x]
        }, 0, 1, x, y)
    }
  }

  /// The true Gaussian, as far as double precision sees it.
  private func gaussian(_ sigma: Double) -> [Int: Double] {
    let reach = Int((sigma * 8).rounded(.up))
    let raw = (-reach...reach).map { ($0, exp(-Double($0 * $0) / (2 * sigma * sigma))) }
    let sum = raw.reduce(0) { $0 + $1.1 }
    return Dictionary(uniqueKeysWithValues: raw.map { ($0, $1 / sum) })
  }

  /// Three passes of boxes, each given by the first and last offset that it takes the mean of.
  private func boxes(_ spans: [ClosedRange<Int>]) -> [Int: Double] {
    var kernel = [0: 1.0]
    for span in spans {
      var next: [Int: Double] = [:]
      for (place, weight) in kernel {
        for offset in span { next[place + offset, default: 0] += weight / Double(span.count) }
      }
      kernel = next
    }
    return kernel
  }

  private func worst(_ blurred: Mask, _ expected: [Double]) -> Double {
    zip(blurred.coverage, expected).map { abs(Double($0) - $1) }.max() ?? 0
  }

  @Test(arguments: [0.5, 0.8, 1, 2, 3.3, 5, 11])
  func theGaussianIsTrue(sigma: Double) throws {
    for mask in [
      try Mask.noise(area, seed: 1, density: 0.4),
      try Mask.block(Rect(x: 0, y: 0, width: 100, height: 4), in: area),
      try Mask.dot(area, x: 20, y: 5),
    ] {
      let blurred = mask.blurred(sigma: sigma)
      #expect(blurred.area == area.grown(by: Int(BlurKernel.reach(sigma: sigma))))
      #expect(worst(blurred, convolved(mask, gaussian(sigma), to: blurred.area)) <= 1)
    }
  }

  /// d = ⌊σ · 3√(2π)/4 + ½⌋, worked out by hand.
  @Test(arguments: [(1.0, 2), (1.6, 3), (2, 4), (3, 6), (5, 9), (6, 11), (11, 21)])
  func theBoxesAreThoseOfCSS(sigma: Double, d: Int) throws {
    let half = d / 2
    let spans =
      d % 2 == 1
      ? [-half...half, -half...half, -half...half]
      : [-half...half - 1, -half + 1...half, -half...half]
    let mask = try Mask.noise(area, seed: 2, density: 0.4)
    let blurred = mask.blurred(sigma: sigma, kernel: .box)
    #expect(worst(blurred, convolved(mask, boxes(spans), to: blurred.area)) <= 0.51)
    // Nothing is cut off: what lies further out would be less than half a step.
    let wide = convolved(mask, boxes(spans), to: blurred.area.grown(by: 3 * d))
    #expect(
      abs(wide.reduce(0, +) - convolved(mask, boxes(spans), to: blurred.area).reduce(0, +)) < 1e-6)
  }

  @Test(arguments: BlurKernel.allCases)
  func nothingToBlur(kernel: BlurKernel) throws {
    let mask = try Mask.noise(area, seed: 3)
    let same = mask.blurred(sigma: 0, kernel: kernel)
    #expect(same.isSame(as: mask))
    let empty = Mask(area: PixelRect(x: 0, y: 0, width: 0, height: 0))
    #expect(empty.blurred(sigma: 5, kernel: kernel).isBlank)
  }

  @Test(arguments: BlurKernel.allCases)
  func aConstantStaysConstantInside(kernel: BlurKernel) throws {
    let area = PixelRect(x: 0, y: 0, width: 60, height: 60)
    for opacity in [1, 0.5, 0.1] {
      var mask = Mask(area: area)
      try mask.draw(scale: 1) {
        $0.fill(
          Rect(x: 0, y: 0, width: 60, height: 60), with: Paint.black.withOpacity(opacity))
      }
      let blurred = mask.blurred(sigma: 5, kernel: kernel)
      for (x, y) in area.grown(by: -16).places { #expect(blurred[x, y] == mask[x, y]) }
    }
  }

  @Test(arguments: BlurKernel.allCases)
  func symmetric(kernel: BlurKernel) throws {
    let area = PixelRect(x: 0, y: 0, width: 21, height: 21)
    for sigma in [0.7, 2, 3, 5.5] {
      let blurred = try Mask.dot(area, x: 10, y: 10).dilated(by: 3)
        .blurred(sigma: sigma, kernel: kernel)
      for (x, y) in blurred.area.places {
        let value = Int(blurred[x, y])
        #expect(abs(value - Int(blurred[20 - x, y])) <= 1)
        #expect(abs(value - Int(blurred[x, 20 - y])) <= 1)
        #expect(abs(value - Int(blurred[y, x])) <= 1)
      }
    }
  }

  @Test(arguments: BlurKernel.allCases)
  func massIsKept(kernel: BlurKernel) throws {
    let area = PixelRect(x: 0, y: 0, width: 50, height: 40)
    let mask = try Mask.block(Rect(x: 0, y: 0, width: 50, height: 40), in: area)
    for sigma in [1.0, 4, 9] {
      let blurred = mask.blurred(sigma: sigma, kernel: kernel)
      let before = mask.coverage.reduce(0) { $0 + Double($1) }
      let after = blurred.coverage.reduce(0) { $0 + Double($1) }
      #expect(abs(after / before - 1) < 0.002)
    }
  }

  @Test func tinySigmasDoNotHarm() throws {
    let mask = try Mask.noise(area, seed: 3)
    let blurred = mask.blurred(sigma: 0.001)
    for (x, y) in area.places { #expect(blurred[x, y] == mask[x, y]) }
  }
}

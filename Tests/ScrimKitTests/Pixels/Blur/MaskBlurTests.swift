import ScrimKit
import Testing

@Suite struct MaskBlurTests {
  let area = PixelRect(x: 4, y: -6, width: 31, height: 22)

  @Test(arguments: [0.5, 0.8, 1, 2, 3.3, 5, 11])
  func theGaussianIsTrue(sigma: Double) throws {
    for mask in [
      try Mask.noise(area, seed: 1, density: 0.4),
      try Mask.block(Rect(x: 0, y: 0, width: 100, height: 4), in: area),
      try Mask.dot(area, x: 20, y: 5),
    ] {
      let blurred = try mask.blurred(sigma: sigma)
      #expect(blurred.area == area.grown(by: Int(BlurKernel.reach(sigma: sigma))))
      let exact = BlurReference(gaussian: sigma).apply(to: mask, region: blurred.area)
      let deviation = Deviation(blurred.coverage, exact)
      #expect(deviation.worst <= 1, "\(deviation)")
    }
  }

  /// What lies further out than the larger mask would be less than half a step.
  @Test(arguments: [1, 1.6, 2, 3, 5, 6, 11]) func boxesAreNotCutOff(sigma: Double) throws {
    let mask = try Mask.noise(area, seed: 2, density: 0.4)
    let blurred = try mask.blurred(sigma: sigma, kernel: .box)
    let wide = try Blur(sigma: sigma, kernel: .box)
      .apply(to: mask, region: blurred.area.grown(by: Int(3 * sigma)))
    #expect(try wide.cropped(to: blurred.area).coverage == blurred.coverage)
    let inside = blurred.coverage.reduce(0) { $0 + Int($1) }
    #expect(wide.coverage.reduce(0) { $0 + Int($1) } == inside)
  }

  @Test(arguments: BlurKernel.allCases)
  func nothingToBlur(kernel: BlurKernel) throws {
    let mask = try Mask.noise(area, seed: 3)
    let same = try mask.blurred(sigma: 0, kernel: kernel)
    #expect(same.isSame(as: mask))
    let empty = try Mask(area: PixelRect(x: 0, y: 0, width: 0, height: 0))
    #expect(try empty.blurred(sigma: 5, kernel: kernel).isBlank)
  }

  @Test(arguments: BlurKernel.allCases)
  func aConstantStaysConstantInside(kernel: BlurKernel) throws {
    let area = PixelRect(x: 0, y: 0, width: 60, height: 60)
    for opacity in [1, 0.5, 0.1] {
      var mask = try Mask(area: area)
      try mask.draw(scale: 1) {
        $0.fill(
          Rect(x: 0, y: 0, width: 60, height: 60), with: Paint.black.withOpacity(opacity))
      }
      let blurred = try mask.blurred(sigma: 5, kernel: kernel)
      for (x, y) in area.grown(by: -16).places { #expect(blurred[x, y] == mask[x, y]) }
    }
  }

  @Test(arguments: BlurKernel.allCases)
  func theSameWhereverTheMaskIs(kernel: BlurKernel) throws {
    for sigma in [2, 7.5, 20, 41] {
      func blurred(_ x: Int, _ y: Int) throws -> Mask {
        let area = PixelRect(x: x, y: y, width: 90, height: 70)
        let mask = try Mask.dot(area, x: x + 31, y: y + 22).dilated(by: 13)
        let result = try mask.blurred(sigma: sigma, kernel: kernel)
        #expect(result.area == mask.area.grown(by: Int(BlurKernel.reach(sigma: sigma))))
        return result
      }
      let there = try blurred(0, 0)
      for (x, y) in [(1, 0), (0, 5), (-7, 11), (16, 16), (1003, -409)] {
        #expect(try blurred(x, y).coverage == there.coverage, "\(sigma) at \(x), \(y)")
      }
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
      let blurred = try mask.blurred(sigma: sigma, kernel: kernel)
      let before = mask.coverage.reduce(0) { $0 + Double($1) }
      let after = blurred.coverage.reduce(0) { $0 + Double($1) }
      #expect(abs(after / before - 1) < 0.002)
    }
  }

  @Test func tinySigmasDoNotHarm() throws {
    let mask = try Mask.noise(area, seed: 3)
    let blurred = try mask.blurred(sigma: 0.001)
    for (x, y) in area.places { #expect(blurred[x, y] == mask[x, y]) }
  }
}

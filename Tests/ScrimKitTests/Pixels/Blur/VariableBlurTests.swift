import ScrimKit
import Testing

/// Blurs whose sigma differs from pixel to pixel.
@Suite struct VariableBlurTests {
  private let area = PixelRect(x: -5, y: 3, width: 70, height: 90)

  private func progressive(_ from: Double, _ to: Double) -> SigmaField {
    SigmaField(from: from, to: to, start: Point(x: 0, y: 13), end: Point(x: 0, y: 83))
  }

  @Test(arguments: [(0.0, 12.0), (2, 9), (5.5, 11), (12, 0), (4, 4.1)])
  func eachRowIsAGaussianOfItsSigma(_ from: Double, _ to: Double) throws {
    let field = progressive(from, to)
    for scene in [BlurScene.photo, .stripes] {
      let raster = try scene.raster(area)
      let blurred = try Blur.apply(field, to: raster, edge: .clamp)
      var worst = 0.0
      for y in area.y..<area.y + area.height {
        let row = PixelRect(x: area.x, y: y, width: area.width, height: 1)
        let exact = BlurReference(gaussian: field[0, y], edge: .clamp)
          .apply(to: raster, region: row)
        worst = try max(worst, Deviation(blurred.cropped(to: row).numbers, exact).worst)
      }
      #expect(worst <= 2.5, "\(scene): \(worst)")
    }
  }

  @Test func theSigmaOfAGradientIsEvenAndStaysBeyondItsEnds() {
    let field = progressive(2, 9)
    #expect(field[0, 3] == 2 && field[40, 12] == 2 && field[0, 90] == 9)
    #expect(abs(field[7, 47] - (2 + 7 * 34.5 / 70)) < 1e-9)
    #expect(field.range == 2...9)
    let flat = SigmaField(from: 2, to: 9, start: .zero, end: .zero)
    #expect(flat[0, 0] == 9 && flat.range == 9...9)
  }

  @Test func followsAMask() throws {
    let mask = try Mask.block(Rect(x: 20, y: 0, width: 30, height: 100), in: area)
    let raster = try BlurScene.photo.raster(area)
    let blurred = try Blur.apply(SigmaField(mask, from: 0, to: 7), to: raster, edge: .mirror)
    let whole = try Blur(sigma: 7, edge: .mirror).apply(to: raster)
    for (x, y) in area.places {
      #expect(blurred[x, y] == (mask[x, y] == 255 ? whole : raster)[x, y])
    }
  }

  @Test(arguments: [(0.0, 14.0), (3, 8)]) func noBandsAndNoHalos(_ from: Double, _ to: Double)
    throws
  {
    // Black above white: every column grows, to a step of 8 bits, and stays between the two.
    let numbers = (0..<area.height).flatMap { y in
      [UInt8](repeating: y < 45 ? 20 : 230, count: area.width * 4)
    }
    let blurred = try Blur.apply(
      progressive(from, to), to: Raster(numbers, area: area), edge: .clamp)
    for y in area.y + 1..<area.y + area.height {
      #expect(blurred[0, y].red >= blurred[0, y - 1].red - 1)
    }
    #expect(blurred.numbers.allSatisfy { (20...230).contains($0) })
    // One colour stays one colour, whatever the mixture.
    let plain = try Raster([UInt8](repeating: 77, count: area.width * area.height * 4), area: area)
    #expect(try Blur.apply(progressive(from, to), to: plain, edge: .clamp).numbers == plain.numbers)
  }

  @Test func premultipliedPixelsStayValid() throws {
    let blurred = try Blur.apply(
      progressive(0, 10), to: BlurScene.translucentNoise.raster(area), region: area.grown(by: 9))
    let broken = blurred.pixels.samples.filter {
      $0.alpha < max($0.red, $0.green, $0.blue)
    }
    #expect(broken.isEmpty)
  }

  @Test func aRegionIsThatOfTheWhole() throws {
    let raster = try BlurScene.photo.raster(area)
    let field = SigmaField(
      from: 1, to: 13, start: Point(x: 0, y: 0), end: Point(x: 60, y: 80))
    let whole = try Blur.apply(field, to: raster)
    let region = PixelRect(x: 9, y: 31, width: 17, height: 40)
    #expect(
      try Blur.apply(field, to: raster, region: region).numbers
        == whole.cropped(to: region).numbers)
  }
}

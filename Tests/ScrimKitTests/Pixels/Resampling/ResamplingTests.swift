@_spi(Host) import ScrimKit
import Testing

/// Images that are drawn larger or smaller, against the kernel in double precision.
@Suite struct ResamplingTests {
  static let sizes = [
    (7, 5), (20, 15), (31, 90), (75, 58), (148, 116), (149, 117), (150, 118), (180, 130),
    (223, 175), (298, 234), (700, 33), (500, 611),
  ]
  private static let area = PixelRect(x: 0, y: 0, width: 149, height: 117)

  private func deviation(_ raster: Raster, _ width: Int, _ height: Int) throws -> Deviation {
    let place = Rect(x: 3, y: 2, width: Double(width), height: Double(height))
    let area = PixelRect(x: 3, y: 2, width: width, height: height)
    let exact = ResamplingReference(place: place).apply(to: raster, region: area)
    return Deviation(try raster.drawn(in: place, area: area).numbers, exact)
  }

  @Test(arguments: sizes) func isTheKernel(_ width: Int, _ height: Int) throws {
    for scene in BlurScene.allCases {
      let deviation = try deviation(scene.raster(Self.area), width, height)
      #expect(deviation.worst <= 0.51, "\(scene): \(deviation)")
    }
  }

  @Test(arguments: [(1, 1), (1, 9), (9, 1), (2, 2), (3, 50), (50, 3), (4, 5), (65, 2)])
  func isTheKernelForFewPixels(_ width: Int, _ height: Int) throws {
    let raster = try BlurScene.translucentNoise.raster(.sized(width, height))
    for (width, height) in [(1, 1), (2, 3), (5, 5), (40, 4), (7, 130)] {
      let deviation = try deviation(raster, width, height)
      #expect(deviation.worst <= 0.51, "to \(width) × \(height): \(deviation)")
    }
  }

  /// Pixels that the rectangle covers whole; the others are as much thinner as they are covered less.
  @Test(arguments: [
    Rect(x: 2.5, y: 3.25, width: 60, height: 41), Rect(x: 0.3, y: 0.9, width: 33.7, height: 20.2),
    Rect(x: 5.99, y: 1.01, width: 149, height: 117), Rect(x: 4.2, y: 7, width: 401.3, height: 222),
  ])
  func liesWhereItIsPut(_ place: Rect) throws {
    let raster = try BlurScene.translucentNoise.raster(Self.area)
    let area = PixelRect(covering: place, scale: 1)
    let actual = try raster.drawn(in: place, area: area)
    let exact = ResamplingReference(place: place).apply(to: raster, region: area)
    var worst = (inside: 0.0, border: 0.0)
    for (index, (x, y)) in area.places.enumerated() {
      let pixel = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
      let common = pixel.intersection(place)
      let coverage = common.width * common.height
      for c in 0..<4 {
        let difference = abs(
          Double(actual.numbers(x, y)[c]) - exact[index * 4 + c] * coverage)
        if coverage == 1 {
          worst.inside = max(worst.inside, difference)
        } else {
          worst.border = max(worst.border, difference)
        }
      }
    }
    // Cairo covers in steps of 1/256 each way.
    #expect(worst.inside <= 0.51 && worst.border <= 3, "\(worst)")
  }

  @Test(arguments: [0.5, 0.7, 1, 1.1, 2, 3])
  func isCopiedWherePixelsLieOnPixels(_ scale: Double) throws {
    let raster = try BlurScene.translucentNoise.raster(Self.area)
    let area = PixelRect(x: 11, y: -4, width: 149, height: 117)
    let place = area.rect(scale: scale)
    let copied = try raster.drawn(in: place, area: area, scale: scale)
    #expect(copied.numbers == raster.numbers)
    var picture = Picture(scale: scale)
    let image = try CanvasImage(raster.pixels)
    try picture.draw(in: place.grown(by: 5)) { $0.draw(image, in: place) }
    let recorded = try picture.raster(in: place)
    #expect(recorded.area == area)
    let inside = area.grown(by: -1)
    #expect(try recorded.cropped(to: inside).distance(to: copied.cropped(to: inside)) == 0)
    // At other scales Cairo puts edges of recordings up to a tenth of a pixel off.
    if (scale * 4).rounded() == scale * 4 {
      #expect(recorded.distance(to: copied) ?? 255 <= 2)
    }
  }

  /// A recording is drawn on later; its pixels must lie on those of the device.
  @Test(arguments: [0.37, 0.5, 1, 1.1, 2, 2.75]) func isTheSameWhenRecorded(_ scale: Double) throws
  {
    let raster = try BlurScene.translucentNoise.raster(Self.area)
    let image = try CanvasImage(raster.pixels)
    let place = Rect(x: 5.3, y: 1.7, width: 81, height: 44)
    let area = PixelRect(covering: place, scale: scale)
    let direct = try raster.drawn(in: place, area: area, scale: scale)
    var picture = Picture(scale: scale)
    try picture.draw(in: place.grown(by: 5)) { $0.draw(image, in: place) }
    var nested = Picture(scale: scale)
    try nested.draw(in: place.grown(by: 5)) { canvas in canvas.group { $0.draw(picture) } }
    let inside = area.grown(by: -1)
    for recorded in [try picture.raster(in: place), try nested.raster(in: place)] {
      #expect(try recorded.cropped(to: inside).distance(to: direct.cropped(to: inside)) == 0)
      if (scale * 4).rounded() == scale * 4 {
        #expect(recorded.distance(to: direct) ?? 255 <= 4)
      }
    }
  }

  @Test(arguments: [(40, 31), (149, 117), (380, 300)])
  func aRegionIsThatOfTheWhole(_ width: Int, _ height: Int) throws {
    let raster = try BlurScene.translucentNoise.raster(Self.area)
    for x in [0, 0.4] {
      let place = Rect(x: x, y: x, width: Double(width), height: Double(height))
      let area = PixelRect(covering: place, scale: 1)
      let whole = try raster.drawn(in: place, area: area)
      for tile in [
        PixelRect(x: 0, y: 0, width: 17, height: 9), PixelRect(x: 13, y: 20, width: 20, height: 11),
        PixelRect(x: width - 9, y: height - 9, width: 12, height: 12),
      ] {
        let part = try raster.drawn(in: place, area: tile)
        #expect(try part.distance(to: whole.cropped(to: tile)) == 0)
      }
    }
  }

  @Test(arguments: sizes) func aConstantStaysConstant(_ width: Int, _ height: Int) throws {
    let place = Rect(x: 0.5, y: 0.25, width: Double(width), height: Double(height))
    let area = PixelRect(x: 1, y: 1, width: width - 1, height: height - 1)
    for pixel in [[0, 0, 0, 255], [255, 255, 255, 255], [17, 200, 3, 211], [1, 0, 1, 1]] {
      let numbers = (0..<149 * 117).flatMap { _ in pixel.map(UInt8.init) }
      let drawn = try Raster(numbers, area: Self.area).drawn(in: place, area: area)
      let expected = area.places.flatMap { _ in pixel.map(UInt8.init) }
      #expect(drawn.numbers == expected)
    }
  }

  @Test(arguments: sizes) func premultipliedPixelsStayValid(_ width: Int, _ height: Int) throws {
    let area = PixelRect(x: 0, y: 0, width: width, height: height)
    let drawn = try BlurScene.translucentNoise.raster(Self.area)
      .drawn(in: area.rect(scale: 1), area: area)
    let broken = drawn.pixels.samples.filter { $0.alpha < max($0.red, $0.green, $0.blue) }
    #expect(broken.isEmpty)
  }

  /// White beside nothing: no fringe, whatever the colour under what is transparent would be.
  @Test(arguments: [(9, 7), (60, 40), (400, 300)])
  func edgesOfAlphaHaveNoFringe(_ width: Int, _ height: Int) throws {
    let numbers = (0..<117).flatMap { y in
      (0..<149).flatMap { x in [UInt8](repeating: x * 2 + y > 150 ? 255 : 0, count: 4) }
    }
    let area = PixelRect(x: 0, y: 0, width: width, height: height)
    let drawn = try Raster(numbers, area: Self.area).drawn(in: area.rect(scale: 1), area: area)
    #expect(
      drawn.pixels.samples.allSatisfy {
        $0.red == $0.alpha && $0.green == $0.alpha && $0.blue == $0.alpha
      })
    #expect(drawn.pixels.samples.contains { (1..<255).contains($0.alpha) })
  }

  @Test func ofAHugeEnlargementOnlyWhatShowsIsMade() throws {
    let raster = try BlurScene.photo.raster(Self.area)
    let place = Rect(x: -7e6, y: -3e6, width: 2e7, height: 1e7)
    let area = PixelRect(x: 0, y: 0, width: 30, height: 20)
    let exact = ResamplingReference(place: place).apply(to: raster, region: area)
    let deviation = Deviation(try raster.drawn(in: place, area: area).numbers, exact)
    #expect(deviation.worst <= 0.51, "\(deviation)")
  }

  @Test func aRecordingOutlivesItsImages() throws {
    let raster = try BlurScene.noise.raster(Self.area)
    let place = Rect(x: 0, y: 0, width: 149, height: 117)
    var picture = Picture(scale: 1)
    try picture.draw(in: place) { $0.draw(try CanvasImage(raster.pixels), in: place) }
    let later = try picture.raster(in: place)
    #expect(later.numbers == raster.numbers)
  }

  @Test func aPictureForDocumentsKeepsAllPixels() throws {
    let raster = try BlurScene.noise.raster(Self.area)
    let image = try CanvasImage(raster.pixels)
    let small = Rect(x: 0, y: 0, width: 149.0 / 4, height: 117.0 / 4)
    func enlarged(isForDocument: Bool) throws -> Raster {
      var picture = Picture(scale: 1, for: isForDocument ? .document : .pixels)
      try picture.draw(in: small) { $0.draw(image, in: small) }
      return try drawn(149, 117, scale: 4) { $0.draw(picture) }
    }
    let kept = try enlarged(isForDocument: true)
    #expect(kept.numbers == raster.numbers)
    let resampled = try enlarged(isForDocument: false)
    #expect(resampled.numbers != raster.numbers)
  }
}

extension Raster {
  /// Blue, green, red and alpha of a device pixel of the canvas.
  fileprivate func numbers(_ x: Int, _ y: Int) -> [Int] {
    let sample = self[x, y]
    return [sample.blue, sample.green, sample.red, sample.alpha]
  }
}

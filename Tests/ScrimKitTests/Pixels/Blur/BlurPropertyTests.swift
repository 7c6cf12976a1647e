import ScrimKit
import Testing

/// What holds of a blur whatever is blurred.
@Suite struct BlurPropertyTests {
  static let sigmas = [0.3, 1, 3, 5, 11, 30, 120]
  static let all = BlurKernel.allCases.flatMap { kernel in
    BlurEdge.allCases.flatMap { edge in
      sigmas.map { Blur(sigma: $0, kernel: kernel, edge: edge) }
    }
  }
  private let area = PixelRect.sized(96, 71)

  @Test(arguments: all) func aRegionIsThatOfTheWhole(_ blur: Blur) throws {
    let raster = try BlurScene.photo.raster(area)
    let mask = try Mask.noise(area, seed: 2, density: 0.5)
    let wide = area.grown(by: 40)
    let (whole, wholeMask) = try (
      blur.apply(to: raster, region: wide), blur.apply(to: mask, region: wide)
    )
    for region in [
      PixelRect(x: -20, y: -10, width: 33, height: 21), PixelRect(x: 7, y: 3, width: 1, height: 1),
      PixelRect(x: -60, y: -40, width: 41, height: 9),
      PixelRect(x: 61, y: 8, width: 30, height: 60),
    ] {
      #expect(
        try blur.apply(to: raster, region: region).numbers == whole.cropped(to: region).numbers)
      #expect(
        try blur.apply(to: mask, region: region).coverage == wholeMask.cropped(to: region).coverage)
    }
    #expect(
      try blur.apply(to: raster, region: PixelRect(x: 0, y: 0, width: 0, height: 9)).area.isEmpty)
  }

  /// Large results are written past the caches, small ones not.
  @Test(arguments: [0.5, 3, 5, 11, 30]) func aLargeOneIsThatOfItsParts(_ sigma: Double) throws {
    let area = PixelRect(x: -37, y: -21, width: 1309, height: 1013)
    let raster = try BlurScene.noise.raster(area)
    let blur = Blur(sigma: sigma, edge: .mirror)
    let whole = try blur.apply(to: raster)
    for y in stride(from: area.y, to: area.y + area.height, by: 400) {
      let part = area.intersection(PixelRect(x: area.x, y: y, width: area.width, height: 400))
      try #require(part.width * part.height * 4 < 4 << 20)
      #expect(try blur.apply(to: raster, region: part).numbers == whole.cropped(to: part).numbers)
    }
  }

  /// A part of the picture with a margin of `reach` gives the same pixels as the whole.
  @Test(arguments: all) func whatLiesBeyondItsReachDoesNotMatter(_ blur: Blur) throws {
    let raster = try BlurScene.noise.raster(.sized(300, 12))
    let region = PixelRect(x: 100, y: -21, width: 9, height: 12)
    let part = try raster.cropped(
      to: region.grown(by: blur.reach).intersection(raster.area))
    #expect(
      try blur.apply(to: part, region: region).numbers
        == blur.apply(to: raster, region: region).numbers)
  }

  @Test(arguments: all) func aPixelIsSeenNoFurtherThanItsReach(_ blur: Blur) throws {
    var numbers = [UInt8](repeating: 0, count: 41 * 41 * 4)
    for channel in 0..<4 { numbers[(20 * 41 + 20) * 4 + channel] = 255 }
    let raster = try Raster(numbers, area: PixelRect(x: 0, y: 0, width: 41, height: 41))
    let blurred = try Blur(sigma: blur.sigma, kernel: blur.kernel)
      .apply(to: raster, region: PixelRect(x: -700, y: 20, width: 1440, height: 1))
    let seen = blurred.area.places.filter { blurred[$0.x, $0.y] != .clear }
    #expect(seen.allSatisfy { abs($0.x - 20) <= blur.reach })
  }

  @Test(arguments: all) func aConstantStaysConstant(_ blur: Blur) throws {
    guard blur.edge != .transparent else { return }
    for value in [UInt8(0), 1, 2, 3, 5, 17, 64, 127, 128, 200, 254, 255] {
      let raster = try Raster([UInt8](repeating: value, count: 9 * 7 * 4), area: .sized(9, 7))
      #expect(try blur.apply(to: raster).numbers == raster.numbers, "\(value)")
    }
  }

  @Test(arguments: all) func premultipliedPixelsStayValid(_ blur: Blur) throws {
    for scene in [BlurScene.translucentNoise, .photo] {
      let blurred = try blur.apply(to: scene.raster(area), region: area.grown(by: 25))
      let broken = blurred.pixels.samples.filter {
        $0.alpha < $0.red || $0.alpha < $0.green || $0.alpha < $0.blue
      }
      #expect(broken.isEmpty)
    }
  }

  @Test(arguments: all) func shiftsWithThePicture(_ blur: Blur) throws {
    let raster = try BlurScene.photo.raster(area)
    let blurred = try blur.apply(to: raster)
    for (dx, dy) in [(1, 0), (0, 1), (3, 5), (-7, 2)] {
      let moved = PixelRect(
        x: area.x + dx, y: area.y + dy, width: area.width, height: area.height)
      let other = try blur.apply(to: Raster(raster.numbers, area: moved))
      let back = try Raster(other.numbers, area: area)
      let distance = try #require(back.distance(to: blurred))
      #expect(distance <= 1, "\(dx), \(dy)")
    }
  }

  @Test(arguments: all) func symmetricAboutAxesAndDiagonals(_ blur: Blur) throws {
    let square = PixelRect.sized(64, 64)
    let numbers = try BlurScene.photo.raster(square).numbers
    func turned(_ numbers: [UInt8], _ place: (Int, Int) -> (Int, Int)) -> [UInt8] {
      (0..<64 * 64).flatMap { index in
        let (x, y) = place(index % 64, index / 64)
        let start = (y * 64 + x) * 4
        return numbers[start..<start + 4]
      }
    }
    let blurred = try blur.apply(to: Raster(numbers, area: square)).numbers
    let places: [(Int, Int) -> (Int, Int)] = [
      { (x: Int, y: Int) in (63 - x, y) }, { (x: Int, y: Int) in (x, 63 - y) },
      { (x: Int, y: Int) in (y, x) },
    ]
    for place in places {
      let other = turned(
        try blur.apply(to: Raster(turned(numbers, place), area: square)).numbers, place)
      let worst = zip(other, blurred).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= 1)
    }
  }

  /// A ramp so slow that each step of 8 bits is many pixels wide.
  @Test(arguments: sigmas) func slowGradientsHaveNoBands(_ sigma: Double) throws {
    let (width, height) = (900, 5)
    let numbers = (0..<width * height).flatMap { index -> [UInt8] in
      let x = index % width
      return [UInt8(x / 30), UInt8(x * 200 / width), UInt8(40 + x / 90), 255]
    }
    let raster = try Raster(numbers, area: .sized(width, height))
    let blurred = try Blur(sigma: sigma, edge: .clamp).apply(to: raster).numbers
    let exact = BlurReference(gaussian: sigma, edge: .clamp).apply(to: raster)
    let deviation = Deviation(blurred, exact)
    // Rounding itself is 0.5.
    #expect(deviation.worst <= 0.7, "\(deviation)")
    for at in 4..<width * 4 { #expect(blurred[at] >= blurred[at - 4]) }
  }

  @Test(arguments: BlurKernel.allCases, BlurEdge.allCases)
  func nothingIsBlurredByNothing(_ kernel: BlurKernel, _ edge: BlurEdge) throws {
    let raster = try BlurScene.noise.raster(area)
    for sigma in [0, -3, Double.nan] {
      let blur = Blur(sigma: sigma, kernel: kernel, edge: edge)
      #expect(blur.reach == 0)
      #expect(try blur.apply(to: raster).numbers == raster.numbers)
    }
    // What lies outside is what the edge says, also without a blur.
    let outside = PixelRect(x: area.x - 2, y: area.y, width: 4, height: 1)
    let row = try Blur(sigma: 0, kernel: kernel, edge: edge).apply(to: raster, region: outside)
    let (first, second) = (raster[area.x, area.y], raster[area.x + 1, area.y])
    let expected: [Sample] =
      switch edge {
      case .transparent: [.clear, .clear, first, second]
      case .clamp: [first, first, first, second]
      case .mirror: [second, first, first, second]
      }
    #expect(row.pixels.samples == expected)
    let nothing = try Raster(area: PixelRect(x: 3, y: 3, width: 0, height: 0), scale: 1)
    let blank = try Blur(sigma: 5, kernel: kernel, edge: edge).apply(to: nothing, region: outside)
    #expect(blank.pixels.samples.allSatisfy { $0 == .clear })
  }

  /// Threads share the memory that was used before, but no buffer.
  @Test func blursAtOnceAreThoseOneByOne() async throws {
    let large = PixelRect.sized(260, 170)
    let jobs = [1.0, 5, 11, 30].flatMap { sigma in
      BlurKernel.allCases.map { Blur(sigma: sigma, kernel: $0, edge: .mirror) }
    }
    let numbers = try BlurScene.photo.raster(large).numbers
    let expected = try jobs.map { try $0.apply(to: Raster(numbers, area: large)).numbers }
    let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
      for round in 0..<6 {
        for (blur, right) in zip(jobs, expected) {
          group.addTask {
            let raster = try Raster(numbers, area: large)
            return try blur.apply(to: raster).numbers == right ? 0 : round + 1
          }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}

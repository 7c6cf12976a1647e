import ScrimKit
import Testing

/// The Gaussian against one in double precision.
@Suite struct GaussianTests {
  static let sigmas = [0.3, 0.5, 1, 2, 3, 5, 11, 19.5, 28.5, 30, 60, 120, 250]
  static let area = PixelRect.sized(149, 117)

  @Test(arguments: sigmas) func isTrue(_ sigma: Double) throws {
    for scene in BlurScene.allCases {
      let raster = try scene.raster(Self.area)
      let exact = BlurReference(gaussian: sigma, edge: .clamp).apply(to: raster)
      let deviation = Deviation(
        try Blur(sigma: sigma, edge: .clamp).apply(to: raster).numbers, exact)
      #expect(deviation.worst <= 2 && deviation.ratio >= 50, "\(scene): \(deviation)")
      // Where noise is left to see, it is right too.
      if sigma < 8, scene == .noise || scene == .photo {
        #expect(deviation.ratio >= 56, "\(scene): \(deviation)")
      }
    }
  }

  @Test(arguments: sigmas, BlurEdge.allCases)
  func isTrueAtEdges(_ sigma: Double, _ edge: BlurEdge) throws {
    let raster = try BlurScene.photo.raster(.sized(58, 43))
    let region = edge == .transparent ? raster.area.grown(by: 29) : raster.area
    let exact = BlurReference(gaussian: sigma, edge: edge).apply(to: raster, region: region)
    let deviation = Deviation(
      try Blur(sigma: sigma, edge: edge).apply(to: raster, region: region).numbers, exact)
    #expect(deviation.worst <= 2 && deviation.ratio >= 50, "\(deviation)")
  }

  @Test(arguments: sigmas) func isTrueForMasks(_ sigma: Double) throws {
    let mask = try Mask.noise(Self.area, seed: 11, density: 0.4)
    for edge in BlurEdge.allCases {
      let exact = BlurReference(gaussian: sigma, edge: edge).apply(to: mask)
      let deviation = try Deviation(Blur(sigma: sigma, edge: edge).apply(to: mask).coverage, exact)
      #expect(deviation.worst <= 2 && deviation.ratio >= 50, "\(edge): \(deviation)")
    }
  }

  /// Fractions between those above, where cells change their size.
  @Test(arguments: [0.1, 0.7, 1.5, 3.79, 3.8, 4.4, 7.25, 10.79, 10.8, 21.59, 21.6, 43.2, 86.4])
  func isTrueInBetween(_ sigma: Double) throws {
    let raster = try BlurScene.photo.raster(Self.area)
    let exact = BlurReference(gaussian: sigma, edge: .mirror).apply(to: raster)
    let deviation = Deviation(
      try Blur(sigma: sigma, edge: .mirror).apply(to: raster).numbers, exact)
    #expect(deviation.worst <= 2 && deviation.ratio >= 50, "\(deviation)")
  }

  @Test(arguments: [
    (1, 1), (1, 9), (9, 1), (2, 2), (3, 50), (50, 3), (16, 16), (17, 5), (65, 2),
  ])
  func isTrueForFewPixels(_ width: Int, _ height: Int) throws {
    let raster = try BlurScene.photo.raster(.sized(width, height))
    let mask = try Mask.noise(.sized(width, height), seed: 5, density: 0.6)
    for sigma in [0.5, 2, 5, 11, 30] {
      for edge in BlurEdge.allCases {
        let blur = Blur(sigma: sigma, edge: edge)
        let reference = BlurReference(gaussian: sigma, edge: edge)
        let deviation = try Deviation(blur.apply(to: raster).numbers, reference.apply(to: raster))
        #expect(deviation.worst <= 2, "\(sigma) \(edge): \(deviation)")
        let other = try Deviation(blur.apply(to: mask).coverage, reference.apply(to: mask))
        #expect(other.worst <= 2, "mask \(sigma) \(edge): \(other)")
      }
    }
  }

  /// A shadow's sigma at a large scale is beyond what a job can say at scale 1.
  @Test func isTrueBeyondTheRangeOfJobs() throws {
    let mask = try Mask.block(
      Rect(x: 0, y: 0, width: 300, height: 9), in: PixelRect(x: 0, y: 0, width: 400, height: 20))
    let exact = BlurReference(gaussian: 700, edge: .clamp).apply(to: mask)
    let deviation = try Deviation(Blur(sigma: 700, edge: .clamp).apply(to: mask).coverage, exact)
    #expect(deviation.worst <= 2, "\(deviation)")
  }
}

extension TextTests {
  @Suite struct BlurredText {
    @Test(arguments: GaussianTests.sigmas) func isTrue(_ sigma: Double) throws {
      let box = Rect(x: 4, y: 4, width: 200, height: 90)
      let text = try Typesetter().set(
        "Words that nobody reads, set small and then large, black on nothing at all.", in: box
      ) { $0.size = 15 }
      let raster = try drawn(208, 98) { try $0.draw(text) }
      let region = raster.area.grown(by: 20)
      let exact = BlurReference(gaussian: sigma).apply(to: raster, region: region)
      let deviation = Deviation(
        try Blur(sigma: sigma).apply(to: raster, region: region).numbers, exact)
      #expect(deviation.worst <= 2 && deviation.ratio >= 50, "\(deviation)")
    }
  }
}

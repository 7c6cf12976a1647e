@_spi(Host) import ScrimKit
import Testing

/// What an image keeps of itself.
@Suite struct ResampledPixelsTests {
  private static func place(_ x: Double, width: Int = 20) -> ResampledPixels.Place {
    ResampledPixels.Place(
      placed: Rect(x: x, y: 0, width: 20, height: 10),
      wanted: PixelRect(x: Int(x), y: 0, width: width, height: 10))
  }

  /// How often pixels are made, of images of `count` pixels.
  private func makings(_ places: [ResampledPixels.Place], ofImageOf count: Int) throws -> Int {
    var (kept, makings) = (ResampledPixels(), 0)
    for place in places {
      _ = try kept.pixels(at: place, ofImageOf: count) {
        makings += 1
        return try Pixels(width: place.wanted.width, height: 10)
      }
    }
    return makings
  }

  @Test func whatComesTwiceIsKept() throws {
    let place = Self.place(3)
    #expect(try makings(Array(repeating: place, count: 5), ofImageOf: 900) == 2)
    // Elsewhere, or another part of it, is something else.
    #expect(
      try makings([place, place, Self.place(4), Self.place(3, width: 19)], ofImageOf: 900) == 4)
    // Two of them.
    let both = [place, Self.place(4)]
    #expect(try makings(both + both + both, ofImageOf: 900) == 4)
    let three = both + [Self.place(5)]
    #expect(try makings(three + three + three, ofImageOf: 900) == 9)
  }

  @Test func onlyWhatIsSmallIsKept() throws {
    let place = Self.place(3)
    #expect(try makings([place, place, place], ofImageOf: 800) == 2)
    #expect(try makings([place, place, place], ofImageOf: 799) == 3)
    let large = Self.place(3, width: 1 << 17)
    #expect(try makings([large, large, large], ofImageOf: 1 << 30) == 3)
  }

  @Test func anImageThatIsDrawnOftenLooksTheSame() throws {
    let raster = try BlurScene.translucentNoise.raster(
      PixelRect(x: 0, y: 0, width: 150, height: 120))
    let places = [
      Rect(x: 2, y: 3, width: 31, height: 25), Rect(x: 2.3, y: 3, width: 31, height: 25),
      Rect(x: 2, y: 3, width: 32, height: 25),
    ]
    let image = try CanvasImage(raster.pixels)
    let area = PixelRect(x: 0, y: 0, width: 50, height: 40)
    for _ in 0..<4 {
      for place in places {
        var drawn = try Raster(area: area, scale: 1)
        try drawn.draw { $0.draw(image, in: place) }
        #expect(try raster.drawn(in: place, area: area).numbers == drawn.numbers)
      }
    }
  }
}

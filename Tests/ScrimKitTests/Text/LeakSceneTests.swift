import LeakScene
@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  /// The quick share of `make leaks`.
  @Suite struct LeakSceneTests {
    @Test func theSceneShowsWhatItIsMadeOf() throws {
      let raster = try LeakScene(library: Typesetter().library).render(0)
      #expect(raster.area == PixelRect(x: 0, y: 0, width: 80, height: 48))
      #expect(raster[40, 24].alpha > 0)
      #expect(raster.bounds { $0.blue > 200 && $0.red < 60 } != nil)
    }

    /// Warm caches change no pixel, and fifty renders with their failures leave nothing behind that
    /// the next would see.
    @Test func fiftyRendersAreAsTheFirst() throws {
      let scene = LeakScene(library: try Typesetter().library)
      let first = try (0..<3).map { try scene.render($0) }
      for number in 3..<50 { _ = try scene.render(number) }
      for number in 0..<3 {
        let again = try scene.render(number)
        let fresh = try LeakScene(library: Typesetter().library).render(number)
        #expect(again.distance(to: first[number]) == 0)
        #expect(fresh.distance(to: first[number]) == 0)
      }
    }
  }
}

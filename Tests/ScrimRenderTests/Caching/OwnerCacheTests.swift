import RenderTesting
import ScrimCodecs
import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit
import ScrimRender
import Testing

/// Cached content of one owner's jobs is not used for another's.
@Suite struct OwnerCacheTests {
  private let fonts = FontLibrary()

  /// The counters of a job with an image under an outlined text.
  private func use(_ owner: String, _ cache: RenderCache) throws -> [String: Int] {
    let document = """
      {"scrim": 1, "canvas": {"width": 120, "height": 60}, "layers": [
        {"image": {"source": "a.png"}},
        {"text": {"string": "hidden words", "size": 20}}]}
      """
    let reading = JobReading(Array(document.utf8), name: "test", effects: PluginRegistry())
    cache.serve(owner, fonts)
    let report = try Renderer(fonts: fonts, cache: cache).render(
      reading, sources: ["a.png": try Self.picture()], seed: 1, isTraced: true
    ) { _ in }
    let counters = try #require(report.json["cache"]?.object)
    return Dictionary(uniqueKeysWithValues: counters.map { ($0.key, $0.value.integer ?? -1) })
  }

  private static func picture() throws -> SourceFile {
    var picture = try Raster(area: PixelRect(x: 0, y: 0, width: 120, height: 60), scale: 1)
    let rect = Rect(x: 0, y: 0, width: 120, height: 60)
    try picture.draw { $0.fill(rect, with: .color(Color(red: 1, green: 0, blue: 0))) }
    return .bytes(try PNGEncoding.encode(picture.pixels))
  }

  @Test func nothingIsFoundOfAnotherOwnersJobs() throws {
    fonts.setTextCacheLimit(bytes: 1 << 20)
    fonts.setGlyphCacheLimit(bytes: 1 << 20)
    let cache = RenderCache(limit: 1 << 20)
    let fresh = try use("1000", cache)
    #expect(fresh["imageHits"] == 0 && fresh["textHits"] == 0)
    let known = try (0..<3).map { _ in try use("1000", cache) }.last
    #expect(known?["textHits"] == 1)
    #expect(known?["layerHits"] == 2)
    // Another owner's jobs have the same cache hits as the first owner's, from the first to the last.
    #expect(try use("1001", cache) == fresh)
    #expect(try (0..<3).map { _ in try use("1001", cache) }.last == known)
    #expect(try use("1000", cache) == known)
  }
}

import RenderTesting
import ScrimCodecs
import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit
import ScrimRender
import Testing

/// A worker's cache must affect the time only, not the images.
@Suite struct CacheTests {
  private let fonts = FontLibrary()
  private let effects = PluginRegistry()

  init() {
    effects.register(RandomGrey.self)
    effects.register(InvertBackdrop.self)
  }

  private func render(
    _ document: String, _ sources: [String: SourceFile] = [:], seed: Int = 1,
    fonts: FontLibrary? = nil, with cache: RenderCache
  ) throws -> (pixels: Pixels, use: JSON?) {
    let reading = JobReading(Array(document.utf8), name: "test", effects: effects)
    var outputs: [EncodedOutput] = []
    let report = try Renderer(fonts: fonts ?? self.fonts, cache: cache)
      .render(reading, sources: sources, seed: seed, isTraced: true) { outputs.append($0) }
    let bytes = try #require(outputs.first?.bytes)
    let pixels = try bytes.withUnsafeBytes { try ImageDecoding.decode($0, limits: .standard) }
    return (pixels, report.json["cache"])
  }

  /// An image of one colour.
  private static func picture(
    _ color: Color, width: Int = 40, height: Int = 30
  ) throws -> SourceFile {
    var picture = try Raster(area: PixelRect(x: 0, y: 0, width: width, height: height), scale: 1)
    let rect = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    try picture.draw { $0.fill(rect, with: .color(color)) }
    return .bytes(try PNGEncoding.encode(picture.pixels))
  }

  /// An image below glass below a square at a different position in each job.
  private static func story(_ x: Int, more: String = "") -> String {
    #"""
    {"scrim": 1, "canvas": {"width": 40, "height": 30}, \#(more)
     "layers": [
       {"image": {"source": "a.png"}},
       {"frame": {"x": 5, "y": 5, "width": 20, "height": 20}, "effects": [{"effect": "invert"}]},
       {"frame": {"x": \#(x), "y": 8, "width": 6, "height": 6}, "fill": "#0a0"}
     ]}
    """#
  }

  /// Content that occurs for the second time is cached.
  @Test func layersThatCameTwiceAreNotDrawnAgain() throws {
    let cache = RenderCache(limit: 1 << 20)
    let source = ["a.png": try Self.picture(Color(red: 1, green: 0, blue: 0))]
    for (index, x) in [3, 12, 21, 30].enumerated() {
      let (pixels, use) = try render(Self.story(x), source, with: cache)
      let (expected, _) = try render(Self.story(x), source, with: RenderCache(limit: 0))
      let difference = try #require(pixels.difference(from: expected))
      #expect(difference.greatest == 0)
      #expect(use?["layerHits"]?.integer == (index < 2 ? 0 : 2))
      #expect(use?["imageHits"]?.integer == (index < 1 ? 0 : 1))
    }
  }

  /// Images are cached at their first use while half of the cache is free, and at their second use in any case.
  @Test func imagesAreCachedAtOnceInHalfOfTheCache() throws {
    // An image takes 4,800 bytes and its file; three have room, one and a half in the first half.
    let cache = RenderCache(limit: 16_000)
    let red = ["a.png": try Self.picture(Color(red: 1, green: 0, blue: 0))]
    let blue = ["a.png": try Self.picture(Color(red: 0, green: 0, blue: 1))]
    let document = #"""
      {"scrim": 1, "canvas": {"width": 20, "height": 30}, "layers": [
        {"frame": {"x": 0, "y": 0, "width": 20, "height": 30}, "image": {"source": "a.png", "fit": "cover"}}]}
      """#
    let found = try [(red, 0), (blue, 0), (red, 1), (blue, 0), (blue, 1)].enumerated().map {
      index, step in
      // Another canvas each time, so that no layers are cached.
      let job = document.replacing(
        "\"height\": 30}, \"layers", with: "\"height\": \(31 + index)}, \"layers")
      let (_, use) = try render(job, step.0, with: cache)
      return (use?["imageHits"]?.integer, step.1)
    }
    #expect(found.allSatisfy { $0.0 == $0.1 })
  }

  @Test func aFileThatChangedUnderItsNameIsAnother() throws {
    let cache = RenderCache(limit: 1 << 20)
    let red = ["a.png": try Self.picture(Color(red: 1, green: 0, blue: 0))]
    for x in [3, 12, 21] { _ = try render(Self.story(x), red, with: cache) }
    let blue = ["a.png": try Self.picture(Color(red: 0, green: 0, blue: 1))]
    for x in [3, 12, 21] {
      let (pixels, _) = try render(Self.story(x), blue, with: cache)
      #expect(pixels.pixel(0, 0) == [255, 0, 0, 255])
      // Under the glass.
      #expect(pixels.pixel(6, 6) == [0, 255, 255, 255])
    }
    let (pixels, use) = try render(Self.story(30), red, with: cache)
    #expect(pixels.pixel(0, 0) == [0, 0, 255, 255])
    #expect(use?["layerHits"]?.integer == 2)
  }

  @Test func theSameFileUnderAnotherNameIsTheSame() throws {
    let cache = RenderCache(limit: 1 << 20)
    let red = try Self.picture(Color(red: 1, green: 0, blue: 0))
    for _ in 0..<2 { _ = try render(Self.story(3), ["a.png": red], with: cache) }
    let other = Self.story(3).replacing("a.png", with: "b.png")
    let (_, use) = try render(other, ["b.png": red], with: cache)
    #expect(use?["imageHits"]?.integer == 1)
  }

  /// A name over other colours each time: no layer is the same, but its glyphs are.
  @Test func lettersThatComeAgainAreNotMadeAnew() throws {
    func job(_ color: String) -> String {
      #"""
      {"scrim": 1, "canvas": {"width": 120, "height": 40},
       "layers": [{"fill": "\#(color)"}, {"text": {"string": "Scrim", "size": 24}}]}
      """#
    }
    fonts.setGlyphCacheLimit(bytes: 1 << 16)
    for (index, color) in ["#a00", "#0a0", "#00a", "#aa0"].enumerated() {
      let (pixels, use) = try render(job(color), with: RenderCache(limit: 1 << 20))
      #expect(use?["glyphHits"]?.integer == (index < 2 ? 0 : 1))
      #expect(use?["layerHits"]?.integer == 0)
      guard index == 3 else { continue }
      fonts.setGlyphCacheLimit(bytes: 0)
      let (expected, _) = try render(job(color), with: RenderCache(limit: 0))
      #expect(try #require(pixels.difference(from: expected)).greatest == 0)
    }
  }

  /// A line over other colours each time, in any colour: only the same line in the same colour is found.
  @Test func textsThatComeAgainAreNotLaidOutAnew() throws {
    func job(_ background: String, _ color: String) -> String {
      #"""
      {"scrim": 1, "canvas": {"width": 120, "height": 40},
       "layers": [
         {"fill": "\#(background)"},
         {"text": {"string": "Scrim", "size": 24, "color": "\#(color)"}}]}
      """#
    }
    let keeping = FontLibrary()
    keeping.setTextCacheLimit(bytes: 1 << 16)
    let found = [
      ("#a00", "#000", 0), ("#0a0", "#000", 0), ("#00a", "#000", 1), ("#aa0", "#fff", 0),
    ]
    for (background, color, count) in found {
      let document = job(background, color)
      let (pixels, use) = try render(document, fonts: keeping, with: RenderCache(limit: 0))
      #expect(use?["textHits"]?.integer == count)
      let (expected, _) = try render(document, with: RenderCache(limit: 0))
      #expect(try #require(pixels.difference(from: expected)).greatest == 0)
    }
  }

  @Test func whatIsRandomIsKeptForItsSeedOnly() throws {
    func job(_ seed: String) -> String {
      #"""
      {"scrim": 1, "canvas": {"width": 8, "height": 8}\#(seed),
       "layers": [{"fill": "#fff", "effects": [{"effect": "grey"}]}]}
      """#
    }
    let cache = RenderCache(limit: 1 << 20)
    for seed in [1, 2, 3, 1] {
      let (pixels, use) = try render(job(""), seed: seed, with: cache)
      let (expected, _) = try render(job(""), seed: seed, with: RenderCache(limit: 0))
      #expect(pixels.pixel(0, 0) == expected.pixel(0, 0))
      #expect(use?["layerHits"]?.integer == 0)
    }
    // An explicit seed makes the layer cacheable.
    for found in [0, 0, 1] {
      let (pixels, use) = try render(job(#", "seed": 5"#), with: cache)
      let (expected, _) = try render(job(#", "seed": 5"#), with: RenderCache(limit: 0))
      #expect(pixels.pixel(0, 0) == expected.pixel(0, 0))
      #expect(use?["layerHits"]?.integer == found)
    }
    let (other, _) = try render(job(#", "seed": 6"#), with: cache)
    let (expected, _) = try render(job(#", "seed": 6"#), with: RenderCache(limit: 0))
    #expect(other.pixel(0, 0) == expected.pixel(0, 0))
  }

  @Test func aLayerThatStandsByOneAboveItIsDrawnAnew() throws {
    let cache = RenderCache(limit: 1 << 20)
    for top in [2, 6, 10, 14] {
      let document = #"""
        {"scrim": 1, "canvas": {"width": 40, "height": 40, "background": "#fff"},
         "layers": [
           {"frame": {"below": "#top", "height": 5}, "fill": "#f00"},
           {"id": "top", "frame": {"y": \#(top), "height": 4}, "fill": "#00f"}
         ]}
        """#
      let (pixels, _) = try render(document, with: cache)
      #expect(pixels.pixel(0, top + 3) == [255, 0, 0, 255])
      #expect(pixels.pixel(0, top + 5) == [0, 0, 255, 255])
    }
  }

  @Test func anotherScaleOrCanvasIsAnotherPicture() throws {
    let cache = RenderCache(limit: 1 << 20)
    let source = ["a.png": try Self.picture(Color(red: 1, green: 0, blue: 0))]
    for _ in 0..<3 { _ = try render(Self.story(3), source, with: cache) }
    let wide = Self.story(3).replacing("\"width\": 40", with: "\"width\": 44")
    let (pixels, _) = try render(wide, source, with: cache)
    #expect(pixels.width == 44)
    let scaled = Self.story(3).replacing("\"height\": 30", with: "\"height\": 30, \"scale\": 2")
    let (large, _) = try render(scaled, source, with: cache)
    #expect(large.width == 80)
    #expect(large.pixel(70, 50) == [0, 0, 255, 255])
  }

  @Test func noMoreIsKeptThanMayBe() throws {
    // Two images with their canvases, but not three.
    let cache = RenderCache(limit: 24_000)
    for round in 0..<3 {
      for level in 0..<8 {
        let grey = Color(white: Double(level) / 8)
        let source = ["a.png": try Self.picture(grey)]
        let (pixels, _) = try render(Self.story(3 + round), source, with: cache)
        let (expected, _) = try render(Self.story(3 + round), source, with: RenderCache(limit: 0))
        let difference = try #require(pixels.difference(from: expected))
        #expect(difference.greatest == 0)
        #expect(cache.byteCount <= 24_000)
      }
    }
    #expect(cache.byteCount > 5_000)
  }

  @Test func whatIsTooLargeIsNotKept() throws {
    let cache = RenderCache(limit: 1000)
    let source = ["a.png": try Self.picture(Color(white: 0.5))]
    for x in [3, 12, 21] { _ = try render(Self.story(x), source, with: cache) }
    #expect(cache.byteCount == 0)
  }
}

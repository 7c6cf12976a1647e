import ScrimCodecs
import ScrimJob
@_spi(Host) import ScrimKit
import ScrimRender
import Testing

/// Cached JPEG strips must not affect the output: a file has the same bytes, independent of earlier jobs.
@Suite struct CachedStripsTests {
  private let fonts = FontLibrary()
  private let effects = PluginRegistry()
  private let source: [String: SourceFile]

  init() throws {
    effects.register(InvertBackdrop.self)
    let picture = Pixels.make(600, 700) { x, y in
      BGRA(
        blue: UInt8(truncatingIfNeeded: x / 2), green: UInt8(truncatingIfNeeded: y / 3),
        red: UInt8(Noise.at(x / 4, y / 4) & 255), alpha: 255)
    }
    source = ["a.png": .bytes(try PNGEncoding.encode(picture))]
  }

  private func files(_ document: String, with cache: RenderCache) throws -> [[UInt8]] {
    let reading = JobReading(Array(document.utf8), name: "test", effects: effects)
    var files: [[UInt8]] = []
    _ = try Renderer(fonts: fonts, cache: cache).render(reading, sources: source, seed: 1) {
      files.append($0.bytes)
    }
    return files
  }

  /// An image with glass over it, and content above them.
  private static func job(
    _ top: String, output: String = #"{"file": "a.jpg"}"#, scale: Double = 1
  ) -> String {
    #"""
    {"scrim": 1, "canvas": {"width": 600, "height": 700, "scale": \#(scale)}, "output": \#(output),
     "layers": [
       {"image": {"source": "a.png"}},
       {"frame": {"x": 50, "y": 100, "width": 300, "height": 200}, "effects": [{"effect": "invert"}]}
       \#(top)
     ]}
    """#
  }

  private static func bar(_ frame: String, _ more: String = "") -> String {
    ##", {"frame": {\##(frame)}, "fill": "#0a0" \##(more)}"##
  }

  private static let tops = [
    bar(#""x": 7, "y": 300, "width": 90, "height": 40"#),
    bar(#""x": 7, "y": 127.5, "width": 90, "height": 1"#),
    bar(#""x": 7, "y": 640, "width": 90, "height": 90"#),
    bar(#""x": 7, "y": -20, "width": 90, "height": 30"#),
    "",
    bar(#""x": 200, "y": 250, "width": 300, "height": 9"#, #", "rotate": 40"#),
    bar(#""x": 9, "y": 380, "width": 400, "height": 8"#, #", "blend": "multiply", "opacity": 0.5"#),
    ##", {"text": {"string": "gyp", "size": 60, "color": "#fff"}, "frame": {"x": 20, "y": 340}}"##,
    ##"""
    , {"frame": {"x": 100, "y": 500, "width": 120, "height": 100}, "cornerRadius": 40,
       "layers": [{"effects": [{"effect": "invert"}]}, {"frame": {"width": 500}, "fill": "#00f8"}]}
    """##,
    bar(#""x": 7, "y": 20, "width": 90, "height": 40"#)
      + bar(#""x": 7, "y": 600, "width": 90, "height": 40"#),
  ]

  /// As PNG, too, whose rows all come from pixels in which an earlier job's drawing was undone.
  @Test(arguments: ["a.jpg", "a.png"]) func aFileIsTheSameWhateverWasDrawnBefore(
    _ name: String
  ) throws {
    let cache = RenderCache(limit: 1 << 24)
    for _ in 0..<3 {
      for top in Self.tops {
        let job = Self.job(top, output: #"{"file": "\#(name)"}"#)
        let files = try files(job, with: cache)
        #expect(try files == self.files(job, with: RenderCache(limit: 0)), "\(top)")
      }
    }
  }

  @Test func everyQualityHasItsOwn() throws {
    let cache = RenderCache(limit: 1 << 24)
    let outputs = [
      #"{"file": "a.jpg", "quality": 60}"#, #"{"file": "a.jpg", "quality": 95}"#,
      #"[{"file": "a.jpg", "quality": 95}, {"file": "b.jpg", "quality": 60}]"#,
      ##"{"file": "a.jpg", "background": "#f00"}"##,
    ]
    for _ in 0..<3 {
      for output in outputs {
        let job = Self.job(Self.tops[0], output: output)
        let files = try files(job, with: cache)
        #expect(try files == self.files(job, with: RenderCache(limit: 0)), "\(output)")
      }
    }
  }

  @Test func fractionsOfPixelsAreTouchedToo() throws {
    let cache = RenderCache(limit: 1 << 24)
    for _ in 0..<3 {
      for top in Self.tops {
        let job = Self.job(top, scale: 1.3)
        let files = try files(job, with: cache)
        #expect(try files == self.files(job, with: RenderCache(limit: 0)), "\(top)")
      }
    }
  }

  /// Strips that are encoded separately join to the file that is encoded at once.
  @Test(arguments: [(600, 700), (512, 512), (4097, 128), (300, 1001)])
  func onlySmallPicturesHaveNoMarkers(_ width: Int, _ height: Int) throws {
    for (height, isMarked) in [
      (height, true), (JPEGEncoding.minMarkedPixels / width - 1, false),
    ] {
      let pixels = Pixels.make(width, height) { x, y in
        BGRA(blue: UInt8(truncatingIfNeeded: x), green: 9, red: UInt8(y & 255), alpha: 255)
      }
      let file = try JPEGEncoding.encode(pixels)
      // The interval between markers (T.81, B.2.4.4).
      let marks = file.indices.dropLast().contains { file[$0] == 0xff && file[$0 + 1] == 0xdd }
      #expect(marks == isMarked)
      #expect(try decode(file).height == height)
    }
  }
}

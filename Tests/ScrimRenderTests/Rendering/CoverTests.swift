import RenderTesting
import ScrimCodecs
import ScrimKit
import ScrimRender
import Testing

/// Layers hidden by an opaque one are not drawn; layers visible next to it or through it are.
@Suite struct CoverTests {
  private let renderer = TestRenderer([Fails.self, InvertBackdrop.self, Stamp.self])

  /// A canvas of 20 × 20 px whose lowest layer cannot be drawn.
  private func pixels(
    _ layers: String, canvas: String = "", below: String = #"[{"effect": "fails"}]"#,
    sources: [String: SourceFile] = [:]
  ) throws -> Pixels {
    try renderer.pixels(
      #"""
      {"scrim": 1, "canvas": {"width": 20, "height": 20, "background": "#00f"\#(canvas)},
       "layers": [{"id": "low", "fill": "#ff0", "effects": \#(below)}, \#(layers)]}
      """#, sources: sources)
  }

  private static func image(_ color: Color, side: Int = 10) throws -> SourceFile {
    var image = try Raster(area: PixelRect(x: 0, y: 0, width: side, height: side), scale: 1)
    try image.draw { [rect = image.rect] in $0.fill(rect, with: .color(color)) }
    return .bytes(try PNGEncoding.encode(image.pixels))
  }

  @Test func whatAFillHidesIsNotDrawn() throws {
    #expect(try pixels(##"{"fill": "#f00"}"##).pixel(3, 3) == [0, 0, 255, 255])
  }

  @Test func whatAPictureHidesIsNotDrawn() throws {
    let red = try Self.image(Color(red: 1, green: 0, blue: 0))
    let image = try pixels(#"{"image": {"source": "a.png"}}"#, sources: ["a.png": red])
    #expect(image.pixel(0, 0) == [0, 0, 255, 255])
    #expect(image.pixel(19, 19) == [0, 0, 255, 255])
  }

  @Test func whatAGroupsLayerHidesIsNotDrawn() throws {
    let group = try pixels(
      ##"{"layers": [{"fill": "#f00"}, {"frame": {"width": 5}, "fill": "#0f0"}]}"##)
    #expect(group.pixel(3, 3) == [0, 255, 0, 255])
    #expect(group.pixel(9, 3) == [0, 0, 255, 255])
  }

  @Test func anEffectAboveSeesTheCover() throws {
    let inverted = try pixels(##"{"fill": "#f00"}, {"effects": [{"effect": "invert"}]}"##)
    #expect(inverted.pixel(3, 3) == [255, 255, 0, 255])
  }

  /// Each layer is transparent somewhere.
  @Test(arguments: [
    ##"{"fill": "#f008"}"##, ##"{"fill": "#f00", "opacity": 0.5}"##,
    ##"{"fill": "#f00", "blend": "screen"}"##, ##"{"fill": "#f00", "cornerRadius": 4}"##,
    ##"{"fill": "#f00", "rotate": 10}"##, ##"{"fill": "#f00", "scale": [0.9, 1]}"##,
    ##"{"fill": "#f00", "skew": 5}"##, ##"{"frame": {"x": 0.5}, "fill": "#f00"}"##,
    ##"{"frame": {"width": 19}, "fill": "#f00"}"##,
    ##"{"fill": "#f00", "mask": {"fill": {"linear": {"angle": 90, "stops": [["#000", 0], ["#0000", 1]]}}}}"##,
    ##"{"frame": {"width": 19}, "cornerRadius": 0, "layers": [{"fill": "#f00"}]}"##,
    #"{"image": {"source": "a.png"}}"#,
    #"{"image": {"source": "b.png", "fit": "contain"}, "frame": {"width": 12}}"#,
  ])
  func whatShowsThroughIsDrawn(_ layer: String) throws {
    let translucent = try Self.image(Color(red: 1, green: 0, blue: 0, alpha: 0.5))
    let opaque = try Self.image(Color(red: 1, green: 0, blue: 0))
    #expect(throws: (any Error).self) {
      try pixels(layer, sources: ["a.png": translucent, "b.png": opaque])
    }
    let drawn = try pixels(layer, below: "[]", sources: ["a.png": translucent, "b.png": opaque])
    let colors = Set((0..<400).map { drawn.pixel($0 % 20, $0 / 20) })
    #expect(colors.contains { $0[1] > 0 })
  }

  @Test func aHiddenLayerMayBeAskedForItsSilhouette() throws {
    let stamped = try pixels(
      ##"{"fill": "#f00"}, {"effects": [{"effect": "stamp", "target": "#low"}]}"##, below: "[]")
    #expect(stamped.pixel(3, 3) == [0, 0, 0, 255])
  }

  /// The canvas takes over the pixels of an image of its size, if the image is not used again.
  @Test(
    arguments: [
      (##""image": {"source": "a.png"}"##, [0, 0, 255, 255]),
      (##""fill": "#0f0", "mask": {"source": "a.png", "invert": true}"##, [255, 0, 0, 255]),
      (##""fill": "#0f0", "mask": {"of": "#photo", "invert": true}"##, [255, 0, 0, 255]),
      (##""effects": [{"effect": "stamp", "target": "#photo"}]"##, [0, 0, 0, 255]),
      (##""fill": "#0f0""##, [0, 255, 0, 255]),
    ] as [(String, [Int])])
  func aCoverIsThereForWhoAsksForItAgain(_ content: String, _ expected: [Int]) throws {
    let red = try Self.image(Color(red: 1, green: 0, blue: 0), side: 20)
    let drawn = try pixels(
      #"""
      {"id": "photo", "image": {"source": "a.png"}},
      {"frame": {"width": 20, "height": 14}, "fill": "#00f"},
      {"frame": {"x": 4, "y": 4, "width": 8, "height": 8}, \#(content)}
      """#, sources: ["a.png": red])
    #expect(drawn.pixel(5, 5) == expected)
  }

  @Test func aCoverIsThereForOutputsOfOtherScales() throws {
    let red = try Self.image(Color(red: 1, green: 0, blue: 0), side: 20)
    let outputs = try renderer.outputs(
      #"""
      {"scrim": 1, "canvas": {"width": 20, "height": 20},
       "layers": [
         {"image": {"source": "a.png"}}, {"frame": {"width": 5, "height": 5}, "fill": "#00f"}
       ],
       "output": [{"file": "a.png"}, {"file": "b.png", "scale": 2}, {"file": "c.jpg"}]}
      """#, sources: ["a.png": red]
    ).outputs
    for output in outputs {
      let pixels = try output.bytes.withUnsafeBytes {
        try ImageDecoding.decode($0, limits: .standard)
      }
      let (covered, bare) = (pixels.pixel(1, 1), pixels.pixel(15, 15))
      #expect(covered[0] > 200 && covered[2] < 60)
      #expect(bare[2] > 200 && bare[0] < 60)
    }
  }

  /// At a scale that leaves a partial pixel, the background is visible there as usual.
  @Test func anEdgeInsideAPixelShowsTheBackground() throws {
    let image = try pixels(
      ##"{"snap": false, "fill": "#f00"}"##, canvas: #", "scale": 0.33"#, below: "[]")
    #expect(image.width == 7)
    #expect(image.pixel(6, 3)[3] == 255)
    #expect(image.pixel(6, 3)[1] > 0)
    #expect(image.pixel(2, 3) == [0, 0, 255, 255])
  }
}

import RenderTesting
import ScrimCodecs
import ScrimJob
@_spi(Host) import ScrimKit
import ScrimRender
import Testing

/// A hang or a crash is attributed to the last announced step.
@Suite struct ProgressTests {
  private static let document = #"""
    {"scrim": 1, "canvas": {"width": 60, "height": 40}, "layers": [
      {"image": {"source": "a.png"}},
      {"layers": [
        {"frame": {"x": 2, "y": 2, "width": 50}, "text": {"string": "One", "font": "DejaVu Sans"}}]},
      {"frame": {"x": 5, "y": 5, "width": 9, "height": 9}, "fill": "#f00",
       "effects": [{"effect": "invert"}]}
    ]}
    """#

  @Test func layersAreNamedInEachStage() throws {
    var image = try Raster(area: PixelRect(x: 0, y: 0, width: 60, height: 40), scale: 1)
    try image.draw { [rect = image.rect] in $0.fill(rect, with: .black) }
    let source = SourceFile.bytes(try PNGEncoding.encode(image.pixels))
    var steps: [Renderer.Progress] = []
    _ = try TestRenderer([InvertBackdrop.self]).outputs(
      Self.document, sources: ["a.png": source]
    ) { steps.append($0) }
    #expect(steps.first == .decode())
    #expect(steps.contains(.decode(layer: 0)))
    #expect(steps.contains(.layout(layer: 2)))
    for layer in 0...3 { #expect(steps.contains(.compose(layer: layer)), "\(layer)") }
    let effect = Renderer.Progress.effect(name: "invert", layer: 3)
    let last = try #require(steps.lastIndex(of: effect))
    // Steps after an effect are not attributed to it.
    #expect(steps[last + 1] == .compose(layer: 3))
    #expect(steps.last == .encode)
    // The number of messages is limited.
    #expect(steps.count <= 20)
  }
}

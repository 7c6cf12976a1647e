import RenderTesting
@_spi(Host) import ScrimKit
import ScrimJob
import ScrimRender
import Testing

/// Which outputs have dithered gradients.
@Suite struct DitheredOutputTests {
  private let fonts = FontLibrary()

  private static let gradient = ##"{"linear": {"angle": 80, "stops": [["#123", 0], ["#234", 1]]}}"##

  /// The files of a job, by name.
  private func render(
    _ outputs: String, dither: String? = nil, fill: String = gradient, x: Int = 3,
    cache: RenderCache = RenderCache(limit: 0)
  ) throws -> [String: [UInt8]] {
    let choice = dither.map { #", "dither": \#($0)"# } ?? ""
    let document = ##"""
      {"scrim": 1, "canvas": {"width": 64, "height": 48\##(choice)},
       "layers": [
         {"frame": {"x": 0, "y": 0, "width": 64, "height": 48}, "fill": \##(fill)},
         {"frame": {"x": \##(x), "y": 4, "width": 9, "height": 9}, "fill": "#fff"}],
       "output": [\##(outputs)]}
      """##
    let reading = JobReading(Array(document.utf8), name: "test", effects: PluginRegistry())
    var files: [String: [UInt8]] = [:]
    _ = try Renderer(fonts: fonts, cache: cache)
      .render(reading, sources: [:], seed: 1) { files[$0.output.file] = $0.bytes }
    return files
  }

  /// Without any word about it: lossy files do not grow, others do.
  @Test(
    arguments: [
      (#"{"file": "a.jpg"}"#, true), (#"{"file": "a.webp"}"#, true),
      (#"{"file": "a.webp", "lossless": true}"#, false), (#"{"file": "a.png"}"#, false),
    ])
  func theFormatDecides(_ output: String, isDithered: Bool) throws {
    let usual = try render(output)
    let with = try render(output, dither: "true")
    let without = try render(output, dither: "false")
    #expect(usual == (isDithered ? with : without))
    #expect(with != without)
  }

  /// Each output is as it would be alone.
  @Test func outputsDoNotChangeEachOther() throws {
    let (png, jpeg) = (#"{"file": "a.png"}"#, #"{"file": "b.jpg", "quality": 100}"#)
    let alone = try render(png).merging(render(jpeg)) { one, _ in one }
    #expect(try render(png + "," + jpeg) == alone)
    #expect(try render(jpeg + "," + png) == alone)
  }

  @Test func withoutGradientsNothingChanges() throws {
    let output = #"{"file": "a.png"}, {"file": "a.jpg"}"#
    #expect(
      try render(output, dither: "true", fill: "\"#123\"")
        == render(output, dither: "false", fill: "\"#123\""))
  }

  /// The lower part of the canvas is cached apart for each.
  @Test func theCacheKnows() throws {
    let cache = RenderCache(limit: 1 << 20)
    for x in [3, 9, 15, 21] {
      for output in [#"{"file": "a.png"}"#, #"{"file": "a.jpg"}"#] {
        #expect(try render(output, x: x, cache: cache) == render(output, x: x))
      }
    }
  }
}

import Foundation
import RenderTesting
import ScrimCodecs
import ScrimJob
import ScrimKit
import ScrimRender
import Testing

/// Our PDF and SVG, drawn by poppler and librsvg, equal our own rendering.
@Suite struct DocumentPictureTests {
  /// Other programs resample photos with other kernels.
  static let minRatioOfPhotos = 30.0

  /// Decibels. Poppler's own rasteriser gives edges 17 steps, where ours have 256, and enlarges images by a pixel.
  /// Both other renderers use Cairo, as we do, but with coordinates that were rounded once more.
  static let minRatios: [DocumentReader.Renderer: Double] = [
    .poppler: 19, .popplerCairo: 36, .librsvg: 37,
  ]

  @Test(arguments: DocumentJob.drawings + DocumentJob.mixed, [1.0, 2.0])
  func othersDrawTheSame(_ job: DocumentJob, scale: Double) throws {
    let outputs = try job.render(
      ["a.png", "a.pdf", "a.svg"].map { #"{"file": "\#($0)", "scale": \#(scale)}"# }
        .joined(separator: ", "))
    try compare(outputs, scale: scale)
  }

  /// Every case is listed, so that none is forgotten here.
  @Test(arguments: [
    "outline", "drop-shadow", "story-highlight", "layer", "text", "paywall-blur", "blur",
    "spotlight", "frosted-panel", "group", "blend", "mask", "rotate", "transform",
    "content",
  ])
  func othersDrawTheGoldenCases(_ effect: String) throws {
    let drawer = DocumentJob.renderer
    for golden in GoldenCase.all(of: effect) {
      let data = try Data(contentsOf: golden.job)
      var job = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      job["output"] = ["a.png", "a.pdf", "a.svg"].map { ["file": $0, "background": "#fff"] }
      // As documents are.
      job["layers"] = [["snap": false, "layers": job["layers"]]]
      let document = String(
        decoding: try JSONSerialization.data(withJSONObject: job), as: UTF8.self)
      let scale = ((job["canvas"] as? [String: Any])?["scale"] as? NSNumber)?.doubleValue ?? 1
      // The other programs round the page sizes of the smallest documents differently. One case is offset by a
      // fraction of a pixel, which Cairo rounds differently there.
      guard scale >= 0.5, golden.name != "fractional-offset" else { continue }
      let outputs = try drawer.outputs(document).outputs
      try compare(outputs, scale: scale, golden.name)
    }
  }

  @Test func othersDrawTheGoldenPhotos() throws {
    let reader = try DocumentReader()
    for golden in GoldenCase.all(of: "image") {
      let data = try Data(contentsOf: golden.job)
      var job = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      job["output"] = ["a.png", "a.svg"].map { ["file": $0] }
      job["layers"] = [["snap": false, "layers": job["layers"]]]
      let document = String(
        decoding: try JSONSerialization.data(withJSONObject: job), as: UTF8.self)
      let outputs = try DocumentJob.renderer.outputs(document, sources: golden.sources()).outputs
      let expected = try decode(outputs[0])
      let scale = Double(expected.width) / Double(outputs[1].width)
      let actual = try reader.pixels(of: outputs[1], by: .librsvg, scale: scale)
      let ratio = actual.difference(from: expected)?.ratio ?? 0
      #expect(ratio >= Self.minRatioOfPhotos, "\(golden.name)")
    }
  }

  @Test func whatIsTransparentStaysSo() throws {
    let job = DocumentJob(
      description: "",
      layers: ##"{"frame": {"x": 40, "y": 20, "width": 200, "height": 100}, "fill": "#f008"}"##)
    let outputs = try job.render(#"{"file": "a.png"}, {"file": "a.svg"}"#, canvas: "")
    let reader = try DocumentReader()
    let expected = try decode(outputs[0])
    let actual = try reader.pixels(of: outputs[1], by: .librsvg, scale: 1)
    let difference = try #require(actual.difference(from: expected))
    #expect(difference.greatest <= 1)
    #expect(actual.pixel(5, 5) == [0, 0, 0, 0])
  }

  @Test func aBackgroundOfTheOutputLiesUnderAll() throws {
    let outputs = try DocumentJob.drawings[0].render(
      ##"{"file": "a.png", "background": "#fc0"}, {"file": "a.pdf", "background": "#fc0"}, "##
        + ##"{"file": "a.svg", "background": "#fc0"}"##, canvas: ##", "background": "#0003""##)
    try compare(outputs, scale: 1)
  }

  private func compare(
    _ outputs: [EncodedOutput], scale: Double, _ name: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let reader = try DocumentReader()
    let expected = try decode(outputs[0])
    for (renderer, least) in Self.minRatios {
      for output in outputs where output.output.format == renderer.format {
        let actual = try reader.pixels(of: output, by: renderer, scale: scale)
        #expect(
          actual.width == expected.width && actual.height == expected.height,
          "\(name) by \(renderer.rawValue)", sourceLocation: sourceLocation)
        let ratio = actual.difference(from: expected)?.ratio ?? 0
        #expect(
          ratio >= least, "\(name) by \(renderer.rawValue)", sourceLocation: sourceLocation)
      }
    }
  }

  private func decode(_ output: EncodedOutput) throws -> Pixels {
    try output.bytes.withUnsafeBytes { try ImageDecoding.decode($0, limits: .standard) }
  }
}

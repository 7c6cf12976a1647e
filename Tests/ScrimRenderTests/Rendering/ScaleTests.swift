import RenderTesting
import ScrimJob
import ScrimKit
import ScrimRender
import Testing

/// Regions of interest do not affect the result: a part of the image equals that part of the whole.
@Suite struct ScaleTests {
  private let renderer = TestRenderer()

  private func job(_ canvas: String) -> String {
    ##"{"scrim": 1, "canvas": {\##(canvas), "background": "#fff"}, "layers": ["##
      + #"{"frame": {"x": 20, "y": 10, "width": 60, "height": 30}, "cornerRadius": 12, "#
      + ##""fill": {"linear": {"angle": 90, "stops": [["#f00", 0], ["#00f", 1]]}}}, "##
      + #"{"snap": false, "frame": {"x": 12, "y": 12, "width": 90}, "text": {"string": "Waves", "#
      + #""font": "DejaVu Sans", "size": 24}}]}"#
  }

  @Test func aGrownCanvasChangesNothingOfTheOld() throws {
    let small = try renderer.pixels(job(#""width": 100, "height": 60"#))
    let large = try renderer.pixels(job(#""width": 180, "height": 90"#))
    #expect(
      large.cropped(x: 0, y: 0, width: 100, height: 60).difference(from: small)?.greatest == 0)
  }

  @Test func scaleTwoIsTheSamePictureWithTwiceThePixels() throws {
    let one = try renderer.pixels(job(#""width": 100, "height": 60"#))
    let two = try renderer.pixels(job(#""width": 100, "height": 60, "scale": 2"#))
    var halved = try Pixels(width: 100, height: 60)
    let stride = halved.bytesPerRow
    try halved.withMutableBytes { bytes in
      for y in 0..<60 {
        for x in 0..<100 {
          for channel in 0..<4 {
            let sum = [(0, 0), (1, 0), (0, 1), (1, 1)].reduce(2) {
              $0 + two.pixel(2 * x + $1.0, 2 * y + $1.1)[channel]
            }
            bytes[y * stride + x * 4 + channel] = UInt8(sum / 4)
          }
        }
      }
    }
    let difference = try #require(halved.difference(from: one))
    // Antialiasing samples a grid of 15 × 17 per pixel at either scale.
    #expect(difference.greatest <= 20)
    #expect(difference.meanSquare < 0.6)
  }

  @Test func outputsOfOneJobHaveTheirOwnScaleAndFormat() throws {
    let document =
      ##"{"scrim": 1, "canvas": {"width": 40, "height": 20}, "layers": [{"fill": "#f00"}], "##
      + ##""output": [{"file": "a.png"}, {"file": "b.jpg", "scale": 2}, {"file": "c.png", "scale": 0.5, "background": "#fff"}]}"##
    let outputs = try renderer.outputs(document).outputs
    #expect(
      Set(outputs.map { "\($0.output.file) \($0.width)×\($0.height)" }) == [
        "a.png 40×20", "b.jpg 80×40", "c.png 20×10",
      ])
    let jpeg = try #require(outputs.first { $0.output.file == "b.jpg" })
    #expect(jpeg.bytes.prefix(3) == [0xff, 0xd8, 0xff])
  }
}

import RenderTesting
import ScrimKit
import Testing

/// The area outside can be blurred and desaturated.
@Suite struct SpotlightBackdropTests {
  private let scene = SpotlightScene()
  private static let target =
    #""targets": [{"x": 40, "y": 30, "width": 40, "height": 40}], "shape": "rect""#
  private static let halves = ##"{"frame": {"width": 60}, "fill": "#c86428"}, "##

  @Test func greysByLuminance() throws {
    let pixels = try scene.pixels(
      Self.target + #", "saturation": 0, "opacity": 0"#, below: Self.halves)
    // .2126·200 + .7152·100 + .0722·40 = 116.93
    #expect(pixels.pixel(10, 10) == [117, 117, 117, 255])
    #expect(pixels.pixel(50, 50) == [40, 100, 200, 255])
    #expect(pixels.pixel(150, 50) == [255, 255, 255, 255])
  }

  @Test func theColourLiesOnTheGrey() throws {
    let pixels = try scene.pixels(Self.target + #", "saturation": 0"#, below: Self.halves)
    #expect(zip(pixels.pixel(10, 10), [47, 47, 47, 255]).allSatisfy { abs($0 - $1) <= 1 })
  }

  @Test func blursOutsideOnly() throws {
    let pixels = try scene.pixels(
      Self.target + #", "backdropSigma": 8, "opacity": 0"#, below: Self.halves)
    // In the light the edge at 60 is unchanged; outside, there is the mean of both.
    #expect(pixels.greens(row: 50, 58..<62) == [100, 100, 255, 255])
    let row = pixels.greens(row: 100, 0..<160)
    #expect(abs(row[59] - 175) <= 4 && abs(row[60] - 180) <= 4)
    #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 + 1 })
    #expect(row[10] == 100 && row[110] == 255)
  }

  /// At an edge inside a pixel both are mixed by coverage, without any other colour.
  @Test func theEdgeMixesBoth() throws {
    let pixels = try scene.pixels(
      #""targets": [{"x": 40.5, "y": -10, "width": 80, "height": 200}], "shape": "rect", "saturation": 0, "opacity": 0"#,
      below: ##"{"fill": "#c86428"}, "##, layer: #""snap": false, "#)
    let found = pixels.pixel(40, 50)
    #expect(zip(found, [78, 108, 158, 255]).allSatisfy { abs($0 - $1) <= 2 }, "\(found)")
  }

  @Test func blursTheLayersOwnContent() throws {
    let pixels = try scene.pixels(
      Self.target + #", "backdropSigma": 6, "opacity": 0"#,
      layer: ##""fill": {"linear": {"angle": 90, "stops": [["#000", 0.5], ["#0f0", 0.5]]}}, "##)
    let row = pixels.greens(row: 100, 0..<160)
    #expect(row[40] == 0 && row[120] == 255)
    #expect(abs(row[79] - 120) <= 8 && abs(row[80] - 135) <= 8)
  }

  @Test func theBlurredFrameEndsAtItsCorners() throws {
    let pixels = try scene.pixels(
      Self.target + #", "backdropSigma": 6, "opacity": 0.5"#, below: Self.halves,
      layer: #""frame": {"x": 20, "y": 20, "width": 120, "height": 80}, "cornerRadius": 30, "#)
    #expect(pixels.pixel(22, 22) == [40, 100, 200, 255])
    #expect(pixels.pixel(10, 60) == [40, 100, 200, 255])
    #expect(pixels.pixel(30, 60)[1] < 100)
  }
}

import Glibc
import RenderTesting
import ScrimKit
import Testing

/// Rings surround the union of lit areas.
@Suite struct SpotlightRingTests {
  private let scene = SpotlightScene()

  @Test func liesBesideTheGap() throws {
    let pixels = try scene.pixels(
      ##""targets": [{"x": 40, "y": 30, "width": 40, "height": 40}], "shape": "rect", "ring": {"width": 3, "gap": 2, "color": "#f00"}"##
    )
    let row = (32..<43).map { pixels.pixel($0, 50) }
    let dark = [102, 102, 102, 255], red = [0, 0, 255, 255], lit = [255, 255, 255, 255]
    #expect(
      row == [dark, dark, dark, red, red, red, dark, dark, lit, lit, lit])
    // A sharp corner stays sharp.
    #expect(pixels.pixel(35, 25) == red && pixels.pixel(84, 74) == red)
  }

  /// Around a circle and an ellipse it is equally wide everywhere.
  @Test(arguments: ["circle", "ellipse"]) func isEvenlyWide(_ shape: String) throws {
    let pixels = try scene.pixels(
      ##""targets": [{"x": 40, "y": 40, "width": 80, "height": 40}], "shape": "\##(shape)", "opacity": 0, "ring": {"width": 6, "gap": 4, "color": "#000"}"##
    )
    let half = (x: 40.0, y: shape == "circle" ? 40.0 : 20.0)
    for step in 0..<72 {
      let angle = Double(step) * .pi / 36
      let edge = (x: 80 + half.x * cos(angle), y: 60 + half.y * sin(angle))
      let length = hypot(half.y * cos(angle), half.x * sin(angle))
      let normal = (x: half.y * cos(angle) / length, y: half.x * sin(angle) / length)
      func green(_ out: Double) -> Int {
        pixels.pixel(Int(edge.x + normal.x * out), Int(edge.y + normal.y * out))[1]
      }
      #expect(green(7) == 0, "\(step)")
      #expect(green(2) == 255, "\(step)")
      #expect(green(12) == 255, "\(step)")
    }
  }

  /// An opaque ring close to the light leaves no dark line between the two.
  @Test func hidesTheLightsEdge() throws {
    let pixels = try scene.pixels(
      #""targets": [{"x": 40.5, "y": 30.5, "width": 50, "height": 50}], "shape": "circle", "ring": {"width": 4}"#,
      layer: #""snap": false, "#)
    for y in 0..<120 {
      for x in 0..<160 {
        let distance = hypot(Double(x) + 0.5 - 65.5, Double(y) + 0.5 - 55.5)
        if distance < 28 { #expect(pixels.pixel(x, y)[1] >= 254, "\(x), \(y)") }
      }
    }
  }

  private static let two =
    #""targets": [{"x": 30, "y": 20, "width": 60, "height": 50}, {"x": 70, "y": 50, "width": 60, "height": 50}], "shape": "rect""#

  /// A ring does not enter the other's light, and translucent rings do not add up.
  @Test func goesAroundTheUnion() throws {
    let pixels = try scene.pixels(
      Self.two + ##", "ring": {"width": 4, "color": "rgb(255 0 0 / 50%)"}"##)
    func within(_ x: Int, _ y: Int, _ amount: Int) -> Bool {
      ((30 - amount)..<(90 + amount)).contains(x) && ((20 - amount)..<(70 + amount)).contains(y)
        || ((70 - amount)..<(130 + amount)).contains(x)
          && ((50 - amount)..<(100 + amount)).contains(y)
    }
    for y in 0..<120 {
      for x in 0..<160 {
        // Half of red over 102.
        let wanted = within(x, y, 0) ? 255 : within(x, y, 4) ? 51 : 102
        #expect(abs(pixels.pixel(x, y)[1] - wanted) <= 1, "\(x), \(y)")
      }
    }
  }

  /// A ring with a gap stays out of the other's gap as well.
  @Test func keepsOutOfTheOthersGap() throws {
    let pixels = try scene.pixels(
      Self.two + ##", "ring": {"width": 4, "gap": 3, "color": "#f00"}"##)
    // Left of the second light, inside the first, and in the gap below the first.
    #expect(pixels.pixel(68, 60)[1] == 255)
    #expect(pixels.pixel(100, 60)[1] == 255)
    #expect(pixels.pixel(65, 71) == [102, 102, 102, 255])
    #expect(pixels.pixel(65, 75) == [0, 0, 255, 255])
    #expect(pixels.pixel(50, 75) == [0, 0, 255, 255])
  }

  @Test func aTargetsOwnRingReplacesTheEffects() throws {
    let pixels = try scene.pixels(
      ##""ring": {"width": 4, "color": "#f00"}, "shape": "rect", "targets": [{"x": 20, "y": 40, "width": 20, "height": 20}, "##
        + ##"{"at": {"x": 60, "y": 40, "width": 20, "height": 20}, "ring": {"color": "#00f"}}, "##
        + ##"{"at": {"x": 100, "y": 40, "width": 20, "height": 20}, "ring": {"width": 0}}]"##)
    #expect(pixels.pixel(17, 50) == [0, 0, 255, 255])
    #expect(pixels.pixel(58, 50) == [255, 0, 0, 255])
    #expect(pixels.pixel(57, 50)[1] == 102)
    #expect(pixels.pixel(99, 50)[1] == 102)
  }

  /// Around glyphs, and outside the light of a box that they touch.
  @Test func goesAroundSilhouettes() throws {
    let fill =
      ##"{"id": "a", "frame": {"x": 30, "y": 30, "width": 60, "height": 40}, "fill": "#fff"}, "##
    let pixels = try scene.pixels(
      ##""ring": {"width": 5, "gap": 3, "color": "#f00"}, "shape": "rect", "targets": [{"at": "#a", "shape": "ink"}, {"x": 70, "y": 50, "width": 60, "height": 40}]"##,
      below: fill)
    #expect(pixels.pixel(25, 50) == [0, 0, 255, 255])
    #expect(pixels.pixel(28, 50)[1] == 102)
    #expect(pixels.pixel(80, 60)[1] == 255)
    #expect(pixels.pixel(68, 60)[1] == 255)
    #expect(pixels.pixel(64, 75) == [0, 0, 255, 255])
    #expect(pixels.pixel(110, 45) == [0, 0, 255, 255])
    // A disc rounds the corner.
    #expect(pixels.pixel(23, 23)[1] == 102)
  }
}

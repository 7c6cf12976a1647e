import RenderTesting
import ScrimJSON
import ScrimKit
import ScrimRender
import Testing

/// Rotated layers.
@Suite struct RotationTests {
  private let renderer = TestRenderer([
    Cover.self, Stamp.self, Grow.self, Pane.self, Flood.self,
  ])

  private func job(_ layers: String..., height: String = "100") -> String {
    ##"{"scrim": 1, "canvas": {"width": 200, "height": \##(height), "background": "#fff"}, "layers": ["##
      + "\n" + layers.joined(separator: ",\n") + "]}"
  }

  private static let bar =
    #"{"id": "r", "frame": {"x": 40, "y": 40, "width": 60, "height": 20}, KEY"fill": "black"}"#

  @Test(
    arguments: [
      ("#r", 90, [60, 20, 20, 60]),
      ("#r", 180, [40, 40, 60, 20]),
      // 60 cos 30 + 20 sin 30 by 60 sin 30 + 20 cos 30.
      ("#r", 30, [39.02, 26.34, 61.96, 47.32]),
      ("#r", -330, [39.02, 26.34, 61.96, 47.32]),
      ("#r/ink", 90, [60, 20, 20, 60]),
      ("#r/extent", 90, [55, 15, 30, 70]),
      ("#r", 360, [40, 40, 60, 20]),
    ] as [(String, Double, [Double])])
  func referencesAreUpright(_ reference: String, _ angle: Double, _ expected: [Double]) throws {
    let bar = Self.bar.replacing(
      "KEY", with: #""rotate": \#(angle), "effects": [{"effect": "grow", "by": 5}], "#)
    let asking = #"{"id": "a", "frame": {"of": "\#(reference)"}}"#
    #expect(try renderer.frame("a", job(asking, bar)) == expected)
    #expect(
      try renderer.frame("r", job(bar)) == (reference == "#r" ? expected : [60, 20, 20, 60]))
  }

  /// The group is rotated about (70, 50): its upper left comes to its upper right.
  private static let group =
    #"{"id": "g", "frame": {"x": 20, "y": 20, "width": 100, "height": 60}, "rotate": 90, "layers": [KEY]}"#
  private static let inside =
    #"{"id": "i", "frame": {"x": 0, "y": 0, "width": 30, "height": 10}, "fill": "black"}"#

  @Test(
    arguments: [
      // (20, 20)–(50, 30) is rotated to (90, 0)–(100, 30).
      (##"GROUP, {"id": "a", "frame": {"of": "#i"}}"##, [90, 0, 10, 30]),
      // Up to the canvas and down into a group that is rotated by the same angle about another point.
      (
        ##"GROUP, {"frame": {"x": 120, "y": 20, "width": 60, "height": 60}, "rotate": 90, "layers": [{"id": "a", "frame": {"of": "#i"}}]}"##,
        [90, 0, 10, 30]
      ),
      (
        ##"GROUP, {"frame": {"x": 120, "y": 20, "width": 60, "height": 60}, "rotate": 180, "layers": [{"id": "a", "frame": {"of": "#i/ink"}}]}"##,
        [90, 0, 10, 30]
      ),
      // Within the group nothing is rotated.
      (##"GROUP+{"id": "a", "frame": {"of": "#i", "inset": 1}}"##, [91, 1, 8, 28]),
      (
        ##"GROUP+{"id": "a", "frame": {"below": "#i", "x": 0, "width": 30, "height": 10}}"##,
        [80, 0, 10, 30]
      ),
      // The canvas in the group's space: 100 × 200 about (70, 50).
      (##"GROUP+{"id": "a", "frame": {"of": "#canvas"}}"##, [0, 0, 200, 100]),
      // The ink and the extent of rotated content.
      (##"GROUP, {"id": "a", "frame": {"of": "#g/ink"}}"##, [90, 0, 10, 30]),
      (##"GROUP, {"id": "a", "frame": {"of": "#g/extent"}}"##, [90, 0, 10, 30]),
    ] as [(String, [Double])])
  func throughGroups(_ layers: String, _ expected: [Double]) throws {
    let parts = layers.split(separator: "+", maxSplits: 1).map(String.init)
    let inside = ([Self.inside] + parts.dropFirst()).joined(separator: ", ")
    let document = parts[0].replacing("GROUP", with: Self.group.replacing("KEY", with: inside))
    #expect(try renderer.frame("a", job(document)) == expected)
  }

  @Test func rotationsInRotations() throws {
    let document = job(
      #"{"frame": {"x": 20, "y": 20, "width": 60, "height": 60}, "rotate": 30, "layers": ["#
        + #"{"frame": {"x": 10, "y": 10, "width": 40, "height": 40}, "rotate": 60, "layers": ["#
        + #"{"id": "i", "frame": {"x": 0, "y": 0, "width": 20, "height": 10}}]}]}"#)
    // Both are rotated about (50, 50): 90° in total.
    #expect(try renderer.frame("i", document) == [60, 30, 10, 20])
  }

  @Test(
    arguments: [
      (
        #"{"frame": {"x": 50, "y": 10, "width": 80, "height": 20}, "rotate": 90, "fill": "red"}"#,
        60
      ),
      (
        #"{"frame": {"x": 50, "y": 10, "width": 80, "height": 20}, "rotate": 90, "layers": [{"frame": {"x": 100, "width": 10}}]}"#,
        90
      ),
      // The centre of rotation is unknown.
      (
        #"{"rotate": 90, "layers": [{"frame": {"y": 0, "height": 90}}]}, {"frame": {"height": 7}}"#,
        7
      ),
    ] as [(String, Int)]) func autoHeight(_ layers: String, _ expected: Int) throws
  {
    let document = job(layers, height: "\"auto\"")
    #expect(try renderer.outputs(document).outputs.first?.height == expected)
  }

  @Test func quarterTurnsArePixelExact() throws {
    let turned = try renderer.pixels(job(Self.bar.replacing("KEY", with: #""rotate": 90, "#)))
    let upright = try renderer.pixels(
      job(#"{"frame": {"x": 60, "y": 20, "width": 20, "height": 60}, "fill": "black"}"#))
    #expect(turned.difference(from: upright)?.greatest == 0)
  }

  /// A pane that shows its backdrop is invisible at any rotation.
  @Test(arguments: [(90, 0), (180, 0), (37, 3), (-60, 3)])
  func theBackdropDoesNotTurn(_ angle: Double, _ tolerance: Int) throws {
    let back =
      ##"{"fill": {"linear": {"angle": 70, "stops": [["#f00", 0], ["#0f0", 0.4], ["#00f", 1]]}}}"##
    func pixels(_ pane: String) throws -> Pixels { try renderer.pixels(job(back + pane)) }
    let plain = try pixels("")
    // One of them extends beyond the canvas.
    for frame in [
      #"{"x": 60, "y": 30, "width": 60, "height": 40}"#,
      #"{"x": 150, "y": 40, "width": 80, "height": 40}"#,
    ] {
      let pane = #", {"frame": \#(frame), "rotate": \#(angle), "effects": [{"effect": "pane"}]}"#
      let difference = try #require(try pixels(pane).difference(from: plain))
      #expect(difference.greatest <= tolerance)
    }
    // In a group of its own it reads the group's content.
    let inGroup = try renderer.pixels(
      job(
        #"{"opacity": 0.9999, "layers": [\#(back), {"frame": {"x": 60, "y": 30, "width": 60, "height": 40}, "#
          + #""rotate": \#(angle), "effects": [{"effect": "pane"}]}]}"#))
    let difference = try #require(inGroup.difference(from: plain))
    // The gradient itself is redrawn there.
    #expect(difference.greatest <= max(1, tolerance))
  }

  /// The group is rotated about (50, 50), the referring layer about (150, 50).
  @Test func silhouettesStandWhereTheirLayersDo() throws {
    let pixels = try renderer.pixels(
      job(
        #"{"visible": false, "frame": {"x": 20, "y": 20, "width": 60, "height": 60}, "rotate": 90, "#
          + #""layers": [{"id": "s", "frame": {"x": 0, "y": 0, "width": 30, "height": 10}, "fill": "red"}]}"#,
        ##"{"frame": {"x": 100, "y": 0, "width": 100, "height": 100}, "rotate": 180, "effects": [{"effect": "stamp", "target": "#s"}]}"##
      ))
    // (20, 20)–(50, 30) is rotated to (70, 20)–(80, 50).
    for (x, y, isBlack) in [
      (75, 25, true), (75, 45, true), (65, 25, false), (75, 55, false), (25, 25, false),
    ] {
      #expect((pixels.pixel(x, y)[0] == 0) == isBlack, "\(x), \(y)")
    }
  }

  @Test func targetsOfTurnedEffects() throws {
    // The rectangle in the px of a layer that is upside down.
    let pixels = try renderer.pixels(
      job(
        #"{"id": "s", "frame": {"x": 20, "y": 20, "width": 10, "height": 10}}"#,
        ##"{"rotate": 180, "effects": [{"effect": "cover", "target": "#s"}]}"##))
    #expect(pixels.pixel(25, 25)[0] == 0)
    #expect(pixels.pixel(175, 75)[0] == 255)
  }

  /// Of layers much larger than their visible part, only that part is drawn.
  @Test func regionsUnderRotation() throws {
    let stripes =
      #"{"frame": {"x": -3000, "y": 45, "width": 6200, "height": 10}, "rotate": 45, "fill": "black"}"#
    let pixels = try renderer.pixels(job(stripes))
    // Its middle is at (100, 50).
    #expect(pixels.pixel(100, 50)[0] == 0)
    #expect(pixels.pixel(130, 80)[0] == 0)
    #expect(pixels.pixel(130, 50)[0] == 255)
  }
}

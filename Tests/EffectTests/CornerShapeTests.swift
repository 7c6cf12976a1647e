import FrostedPanel
import RenderTesting
import ScrimKit
import Spotlight
import Testing

/// The shapes of corners in effects that follow them.
@Suite struct CornerShapeTests {
  private let renderer = TestRenderer([Spotlight.self, FrostedPanel.self])

  private func pixels(_ layers: String) throws -> Pixels {
    try renderer.pixels(
      ##"{"scrim": 1, "canvas": {"width": 200, "height": 120, "background": "#fff"}, "layers": [\##(layers)]}"##
    )
  }

  private static let box = #""frame": {"x": 40, "y": 20, "width": 120, "height": 80}"#

  /// A light, a dimmed frame and glass cover what a fill with these corners covers, but for how Cairo samples polygons.
  @Test(arguments: CornerShape.allCases) func theyAreThoseOfAFill(shape: CornerShape) throws {
    let corners = #""cornerRadius": [30, 10, 0, 24], "cornerShape": "\#(shape.rawValue)""#
    let light = try pixels(
      #"{"effects": [{"effect": "spotlight", "opacity": 1, "targets": [{"at": {"x": 40, "y": 20, "width": 120, "height": 80}, \#(corners)}]}]}"#
    )
    let lit = try pixels(#"{"fill": "black"}, {\#(Self.box), \#(corners), "fill": "white"}"#)
    #expect((light.difference(from: lit)?.greatest ?? 255) <= 16)

    let dimmed = try pixels(
      #"{\#(Self.box), \#(corners), "effects": [{"effect": "spotlight", "opacity": 1, "targets": [{"x": 0, "y": 0, "width": 1, "height": 1}]}]}"#
    )
    let fill = try pixels(#"{\#(Self.box), \#(corners), "fill": "black"}"#)
    #expect((dimmed.difference(from: fill)?.greatest ?? 255) <= 16)

    let glass = try pixels(
      #"{\#(Self.box), \#(corners), "effects": [{"effect": "frosted-panel", "sigma": 0, "saturation": 1, "tint": "black", "tintOpacity": 1, "noise": 0}]}"#
    )
    #expect((glass.difference(from: fill)?.greatest ?? 255) <= 16)
  }

  /// A ring has the same width all around corners that do not curve inwards.
  @Test(arguments: [CornerShape.squircle, .bevel, .notch]) func ringsFollowThem(shape: CornerShape)
    throws
  {
    let ring = try pixels(
      #"{"effects": [{"effect": "spotlight", "opacity": 0, "targets": [{"at": {"x": 50, "y": 30, "width": 100, "height": 60}, "cornerRadius": 20, "cornerShape": "\#(shape.rawValue)", "ring": {"width": 10, "color": "black"}}]}]}"#
    )
    // Along the diagonal of the top left corner.
    let dark = (0..<60).filter { ring.pixel(30 + $0, 10 + $0)[0] < 128 }.count
    let expected = shape == .notch ? 10 : 7
    #expect(abs(dark - expected) <= 1, "\(dark)")
    #expect(ring.pixel(100, 25) == [0, 0, 0, 255])
    #expect(ring.pixel(100, 19) == [255, 255, 255, 255])
  }

  @Test func aLensFollowsRoundCornersOnly() throws {
    let messages = try renderer.messages(
      ##"{"scrim": 1, "canvas": {"width": 200, "height": 120}, "layers": [{"fill": "red"}, {\##(Self.box), "cornerRadius": 20, "cornerShape": "scoop", "effects": [{"effect": "frosted-panel", "refraction": 0.5}]}]}"##
    )
    #expect(
      messages.contains {
        $0.contains(
          "a lens follows round corners, not \"cornerShape\": \"scoop\": remove one of both.")
      }, "\(messages)")
  }
}

import DropShadow
import FrostedPanel
import RenderTesting
import ScrimJSON
import ScrimRender
import Testing

/// Warnings about glass in groups that are rendered on their own.
@Suite struct IsolatedGlassTests {
  private let renderer = TestRenderer([FrostedPanel.self, DropShadow.self])
  private static let glass =
    #"{"frame": {"x": 10, "y": 10, "width": 40, "height": 40}, "effects": [{"effect": "frosted-panel"}]}"#

  private func warnings(_ group: String, _ layers: String = glass) throws -> [JSON] {
    try renderer.outputs(
      ##"{"scrim": 1, "canvas": {"width": 80, "height": 60}, "layers": [{"fill": "#f00"}, "##
        + #"{\#(group)"layers": [\#(layers)]}]}"#
    ).report.json["warnings"]?.array ?? []
  }

  @Test(arguments: [
    (#""opacity": 0.5, "#, #""opacity""#), (#""blend": "multiply", "#, #""blend""#),
    (#""effects": [{"effect": "drop-shadow"}], "#, #""effects""#),
    (##""mask": {"fill": "#000"}, "##, #""mask""#), (#""rotate": 5, "#, "transform"),
  ]) func glassThatSeesNothingWarns(_ group: String, _ reason: String) throws {
    let found = try warnings(group)
    #expect(
      found.compactMap { $0["message"]?.string } == [
        "frosted-panel: sees nothing below the layer: it is in a group that is rendered on its own because of its "
          + "\(reason). Remove that from the group, or move the layer out of it."
      ])
    #expect(found.first?["pointer"]?.string == "/layers/1/layers/0/effects/0")
  }

  @Test func glassOverOtherLayersOfItsGroupDoesNot() throws {
    let below = ##"{"frame": {"x": 20, "y": 20, "width": 5, "height": 5}, "fill": "#0f0"}, "##
    #expect(try warnings(#""opacity": 0.5, "#, below + Self.glass).isEmpty)
    #expect(try warnings("").isEmpty)
    // In a plain group inside the isolated one.
    #expect(try warnings(#""opacity": 0.5, "#, #"{"layers": [\#(Self.glass)]}"#).count == 1)
    #expect(try warnings(#""opacity": 0.5, "#, below + #"{"layers": [\#(Self.glass)]}"#).isEmpty)
    // Over the background of either.
    #expect(try warnings(#""opacity": 0.5, "background": "red", "#).isEmpty)
    let plain = #"{"background": "red", "layers": [\#(Self.glass)]}"#
    #expect(try warnings(#""opacity": 0.5, "#, plain).isEmpty)
  }
}

import BlurEffect
import Codes
import ColorAdjust
import DropShadow
import FrostedPanel
import Outline
import PaywallBlur
import RenderTesting
import SVG
import Shapes
import Spotlight
import StoryHighlight
import Testing

@Suite struct GoldenTests {
  private let renderer = TestRenderer([
    Outline.self, DropShadow.self, StoryHighlight.self, PaywallBlur.self, FrostedPanel.self,
    BlurEffect.self, Spotlight.self, ColorAdjust.self, Ellipse.self, Arc.self, Polygon.self,
    Star.self, PathShape.self, Line.self, QRCode.self, Barcode.self, SVG.self,
  ])

  /// The folders of cases, each with the number that it has at least: a parameterised test over no case would pass.
  private static let folders = [
    ("content", 2),
    ("outline", 12),
    ("drop-shadow", 7),
    ("story-highlight", 28),
    ("layer", 6),
    ("text", 30),
    ("image", 16),
    ("paywall-blur", 14),
    ("blur", 6),
    ("frosted-panel", 19),
    ("spotlight", 20),
    ("group", 12),
    ("blend", 10),
    ("mask", 10),
    ("rotate", 11),
    ("transform", 6),
    ("color-adjust", 3),
    ("border", 3),
  ]

  @Test(arguments: folders.flatMap { GoldenCase.all(of: $0.0) })
  func rendersAsRecorded(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: folders) func casesAreFound(_ folder: String, _ least: Int) {
    #expect(GoldenCase.all(of: folder).count >= least)
  }
}

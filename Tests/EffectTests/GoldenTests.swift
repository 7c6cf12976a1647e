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

  @Test(arguments: GoldenCase.all(of: "content")) func content(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "outline")) func outline(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "drop-shadow")) func dropShadow(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "story-highlight"))
  func storyHighlight(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "layer")) func layer(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "text")) func text(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "image")) func image(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "paywall-blur"))
  func paywallBlur(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "blur")) func blur(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "frosted-panel"))
  func frostedPanel(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "spotlight")) func spotlight(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "group")) func group(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "blend")) func blend(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "mask")) func mask(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "rotate")) func rotate(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "transform")) func transform(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "color-adjust"))
  func colorAdjust(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  @Test(arguments: GoldenCase.all(of: "border")) func border(_ golden: GoldenCase) throws {
    let failure = try golden.check(with: renderer)
    #expect(failure == nil)
  }

  /// A parameterised test over no case would pass.
  @Test func casesAreFound() {
    #expect(GoldenCase.all(of: "outline").count >= 12)
    #expect(GoldenCase.all(of: "drop-shadow").count >= 7)
    #expect(GoldenCase.all(of: "story-highlight").count >= 28)
    #expect(GoldenCase.all(of: "layer").count >= 6)
    #expect(GoldenCase.all(of: "text").count >= 30)
    #expect(GoldenCase.all(of: "image").count >= 16)
    #expect(GoldenCase.all(of: "paywall-blur").count >= 14)
    #expect(GoldenCase.all(of: "frosted-panel").count >= 19)
    #expect(GoldenCase.all(of: "blur").count >= 6)
    #expect(GoldenCase.all(of: "spotlight").count >= 20)
    #expect(GoldenCase.all(of: "group").count >= 12)
    #expect(GoldenCase.all(of: "blend").count >= 10)
    #expect(GoldenCase.all(of: "mask").count >= 10)
    #expect(GoldenCase.all(of: "rotate").count >= 11)
    #expect(GoldenCase.all(of: "transform").count >= 6)
    #expect(GoldenCase.all(of: "color-adjust").count >= 3)
    #expect(GoldenCase.all(of: "border").count >= 3)
  }
}

import DropShadow
import Outline
import RenderTesting
import StoryHighlight
import Testing

@Suite struct GoldenTests {
  private let renderer = TestRenderer([Outline.self, DropShadow.self, StoryHighlight.self])

  @Test(arguments: GoldenCase.all(of: "outline")) func outline(_ golden: GoldenCase) throws {
    let fault = try golden.check(with: renderer)
    #expect(fault == nil)
  }

  @Test(arguments: GoldenCase.all(of: "drop-shadow")) func dropShadow(_ golden: GoldenCase) throws {
    let fault = try golden.check(with: renderer)
    #expect(fault == nil)
  }

  @Test(arguments: GoldenCase.all(of: "story-highlight"))
  func storyHighlight(_ golden: GoldenCase) throws {
    let fault = try golden.check(with: renderer)
    #expect(fault == nil)
  }

  @Test(arguments: GoldenCase.all(of: "layer")) func layer(_ golden: GoldenCase) throws {
    let fault = try golden.check(with: renderer)
    #expect(fault == nil)
  }

  @Test(arguments: GoldenCase.all(of: "text")) func text(_ golden: GoldenCase) throws {
    let fault = try golden.check(with: renderer)
    #expect(fault == nil)
  }

  /// A parameterised test over no case would pass.
  @Test func casesAreFound() {
    #expect(GoldenCase.all(of: "outline").count >= 12)
    #expect(GoldenCase.all(of: "drop-shadow").count >= 7)
    #expect(GoldenCase.all(of: "story-highlight").count >= 28)
    #expect(GoldenCase.all(of: "layer").count >= 6)
    #expect(GoldenCase.all(of: "text").count >= 30)
  }
}

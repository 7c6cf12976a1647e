import PaywallBlur
import RenderTesting
import ScrimRender
import Spotlight
import Testing

/// A spotlight on a text receives none of the words that a paywall conceals.
@Suite struct SpotlightRedactionTests {
  private let renderer = TestRenderer([Spotlight.self, PaywallBlur.self])

  private func job(hidden: String, target: String, substitute: String = "decoy") -> String {
    let text =
      ##"{"id": "t", "frame": {"x": 20, "y": 20, "width": 320}, "text": {"string": "Anyone may read this.\n\##(hidden)", "size": 24, "font": "Noto Sans"}, "##
      + #""effects": [{"effect": "paywall-blur", "sigma": 2, "substitute": "\#(substitute)"}]}"#
    return
      ##"{"scrim": 1, "canvas": {"width": 360, "height": 240, "background": "#fff"}, "layers": [\##(text), "##
      + ##"{"effects": [{"effect": "spotlight", "targets": [\##(target)], "padding": 2}]}]}"##
  }

  static let targets = [
    ##"{"at": "#t", "shape": "ink"}"##, ##"{"at": "#t/ink", "shape": "ink", "ring": {}}"##,
    ##"{"at": "#t/lines", "shape": "ink"}"##, ##"{"at": "#t/match/read", "shape": "ink"}"##,
    ##""#t/match/read""##, ##""#t/lines""##, ##""#t/concealed""##,
    ##"{"at": "#t/concealed", "shape": "ink", "feather": 3}"##,
    ##"{"at": "#t/extent", "callout": {"text": {"string": "Here"}}}"##,
  ]
  static let hidden = [
    #"The culprit is the gardener\nwho hid it below the elm."#,
    #"Nobody knows any more\nwhat has become of it."#,
  ]

  @Test(arguments: targets, ["decoy", "bars"])
  func otherHiddenWordsGiveTheSameBytes(_ target: String, _ substitute: String) throws {
    let images = try Self.hidden.map { words in
      try renderer.outputs(
        job(hidden: words, target: target, substitute: substitute), seed: 7
      ).outputs[0].bytes.withUnsafeBytes { Array($0) }
    }
    #expect(images[0] == images[1])
  }

  /// The comparison is effective: words that are only blurred are distinguishable.
  @Test func wordsThatAreOnlyBlurredGiveOtherBytes() throws {
    let images = try Self.hidden.map { words in
      try renderer.pixels(
        job(hidden: words, target: Self.targets[0], substitute: "none"), seed: 7)
    }
    let difference = try #require(images[0].difference(from: images[1]))
    #expect(difference.samplesOverTwo > 100)
  }

  @Test func hiddenWordsAreNoTarget() throws {
    let messages = try renderer.messages(
      job(hidden: Self.hidden[0], target: ##""#t/match/gardener""##))
    #expect(messages.count == 1)
    #expect(
      messages[0].hasSuffix(
        ##": layers[1].effects[0].targets[0]: "#t/match/gardener": the text does not contain these words."##
      ), "\(messages)")
  }
}

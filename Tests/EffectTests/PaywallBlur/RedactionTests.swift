import DropShadow
import Foundation
import Outline
import PaywallBlur
import RenderTesting
import ScrimJSON
import ScrimJob
import ScrimKit
import ScrimRender
import StoryHighlight
import Testing

/// Words that a paywall conceals are in no byte of the output, whether pixels or drawing.
@Suite(.serialized) struct RedactionTests {
  private let renderer = TestRenderer([
    Outline.self, DropShadow.self, PaywallBlur.self, StoryHighlight.self, Spy.self,
  ])

  /// Texts whose first line is visible, and the same with other words on the same number of lines.
  struct Secret: Sendable, CustomStringConvertible {
    let description: String
    let visible: String
    let hidden: [String]
    var font = "Noto Sans"

    func text(_ hidden: String) -> String {
      #""string": "\#(visible)\n\#(hidden)", "size": 24, "font": "\#(font)""#
    }
  }

  static let secrets: [Secret] = [
    Secret(
      description: "Latin", visible: "Anyone may read this.",
      hidden: [
        #"The culprit is the gardener\nwho hid it\n\nbelow the old elm."#,
        #"Nobody knows\nwhat has become of it all\n\nor why."#,
      ]),
    Secret(
      description: "Latin that wraps", visible: "Anyone may read this.",
      hidden: [
        "It was the gardener who hid the silver below the old elm, and nobody else.",
        "All of the money had been spent by then on horses, wine and a good lawyer.",
      ]),
    Secret(
      description: "Japanese", visible: "誰でも読めます。",
      hidden: [#"犯人は庭師です\n銀は木の下"#, #"お金はもうない\n馬と酒に消えた"#], font: "Noto Sans CJK JP"),
    Secret(
      description: "Arabic", visible: "يمكن للجميع قراءة هذا",
      hidden: [#"الجاني هو البستاني\nتحت الشجرة"#, #"لم يبق من المال شيء\nكله ضاع"#],
      font: "Noto Sans Arabic"),
    Secret(
      description: "digits", visible: "0123",
      hidden: [#"4929 1234 5678 9010\n2027"#, #"1111 22 3333\n840"#]),
  ]

  /// Effects before and after a paywall.
  static let chains: [(before: String, after: String)] = {
    let outline = ##"{"effect": "outline", "width": 4, "color": "#00f"}"##
    let shadow = #"{"effect": "drop-shadow", "sigma": 2}"#
    let inside = ##"{"effect": "outline", "width": 2, "color": "#fff", "position": "inside"}"##
    let highlight = ##"{"effect": "story-highlight", "fill": "#fff8", "padding": 6}"##
    let letters = #"{"effect": "drop-shadow", "dx": 90, "dy": 0, "sigma": 0, "of": "content"}"#
    return [
      ("", ""), (outline + ",", "," + shadow), (shadow + ",", "," + outline),
      (outline + "," + shadow + ",", ""), (inside + ",", "," + inside),
      (highlight + ",", ""), ("", "," + highlight), (letters + ",", ""), ("", "," + letters),
      (highlight + "," + outline + ",", "," + highlight + "," + shadow),
    ]
  }()

  private func job(
    _ secret: Secret, hidden: Int, substitute: String, chain: (before: String, after: String)
  ) -> String {
    let paywall = #"{"effect": "paywall-blur", "sigma": 2, "substitute": "\#(substitute)"}"#
    return
      ##"{"scrim": 1, "canvas": {"width": 360, "height": 240, "background": "#fff"}, "layers": ["##
      + #"{"id": "t", "frame": {"x": 20, "y": 20, "width": 320}, "text": {"#
      + secret.text(secret.hidden[hidden])
      + #"}, "effects": [\#(chain.before)\#(paywall)\#(chain.after)]},"#
      + ##"{"frame": {"of": "#t/ink"}, "fill": "rgb(255 0 0 / 20%)"},"##
      + ##"{"frame": {"of": "#t/concealed"}, "fill": "rgb(0 255 0 / 20%)"},"##
      + ##"{"frame": {"of": "#t/match/\##(secret.visible)"}, "fill": "rgb(0 0 255 / 20%)"}], "##
      + #""output": [{"file": "a.png"}, {"file": "a.jpg"}, {"file": "a.webp"}, {"file": "a.pdf"}, "#
      + #"{"file": "a.svg"}]}"#
  }

  @Test(arguments: secrets, ["decoy", "bars"])
  func otherHiddenWordsGiveTheSameBytes(_ secret: Secret, _ substitute: String) throws {
    for chain in Self.chains {
      let results = try (0...1).map { hidden in
        try renderer.outputs(
          job(secret, hidden: hidden, substitute: substitute, chain: chain), seed: 7)
      }
      #expect(results[0].outputs.count == 5)
      for (one, other) in zip(results[0].outputs, results[1].outputs) {
        #expect(one.bytes == other.bytes, "\(chain), \(one.output.file)")
      }
      let layers = results.map { $0.report.json["layers"]?.text() }
      #expect(layers[0] == layers[1])
    }
  }

  /// The comparison above is effective: words that are only blurred give another image.
  @Test(arguments: secrets) func wordsThatAreOnlyBlurredCanBeToldApart(_ secret: Secret) throws {
    let images = try (0...1).map { hidden in
      try renderer.pixels(
        job(secret, hidden: hidden, substitute: "none", chain: Self.chains[0]), seed: 7)
    }
    let difference = try #require(images[0].difference(from: images[1]))
    #expect(difference.samplesOverTwo > 100)
  }

  @Test(arguments: ["decoy", "bars"]) func anotherSeedGivesOtherDecoys(
    _ substitute: String
  ) throws {
    let document = job(
      Self.secrets[0], hidden: 0, substitute: substitute, chain: Self.chains[0])
    let images = try [7, 8].map { try renderer.pixels(document, seed: $0) }
    let difference = try #require(images[0].difference(from: images[1]))
    #expect(difference.samplesOverTwo > 100)
  }

  /// No step before or after the paywall receives the concealed words while drawing.
  @Test(arguments: secrets, ["decoy", "bars"])
  func nobodyIsGivenTheWords(_ secret: Secret, _ substitute: String) throws {
    let spy = #"{"effect": "spy"}"#
    Spy.seen.clear()
    _ = try renderer.outputs(
      job(secret, hidden: 0, substitute: substitute, chain: (spy + ",", "," + spy)), seed: 7)
    let seen = Spy.seen.all
    #expect(seen.count >= 2)
    // Short words and numbers occur in any dump.
    let lines = secret.hidden[0].split(separator: "\\n")
    let words = (lines + lines.flatMap { $0.split(separator: " ") })
      .filter { $0.utf8.count >= 6 }
    #expect(words.count >= 1)
    for text in seen {
      #expect(text.string.contains(secret.visible))
      for word in words { #expect(!text.dump.contains(word), "\(word)") }
    }
  }

  /// A spy that receives words reports them.
  @Test func theSpySeesWhatIsThere() throws {
    Spy.seen.clear()
    _ = try renderer.outputs(
      #"{"scrim": 1, "canvas": {"width": 99, "height": 99}, "layers": [{"text": {"string": "#
        + #""secret", "overflow": "visible"}, "effects": [{"effect": "spy"}]}]}"#)
    #expect(Spy.seen.all.contains { $0.dump.contains("secret") })
  }

  /// What would take minutes is refused before decoys are made.
  @Test(arguments: [
    #"{"effect": "paywall-blur"}"#, #"{"effect": "paywall-blur", "substitute": "bars"}"#,
    #"{"effect": "paywall-blur", "substitute": "none"}"#,
    ##"{"effect": "outline", "width": 2, "color": "#fff"}, {"effect": "paywall-blur"}"##,
    ##"{"effect": "outline", "width": 2, "color": "#fff"}"##,
    ##"{"effect": "story-highlight", "fill": "#fff8", "padding": 6}"##,
  ]) func tooManyLinesAreRefusedAtOnce(_ effects: String) throws {
    for key in ["string", "markup"] {
      let words = String(repeating: #"ab cd\n"#, count: 100_000)
      let messages = try renderer.messages(
        #"{"scrim": 1, "canvas": {"width": 360, "height": 240}, "layers": [{"frame": {"width": 320, "#
          + #""height": 200}, "text": {"\#(key)": "\#(words)"}, "effects": [\#(effects)]}]}"#)
      #expect(messages.count == 1)
      #expect(
        messages.first?.contains("the text has 100000 lines; at most 10000 are allowed.") == true,
        "\(messages)")
    }
  }

  @Test func hiddenWordsCannotBeReferredTo() throws {
    let document =
      #"{"scrim": 1, "canvas": {"width": 360, "height": 240}, "layers": ["#
      + #"{"id": "t", "text": {"string": "open\nsecret"}, "effects": [{"effect": "paywall-blur"}]},"#
      + ##"{"frame": {"of": "#t/match/secret"}, "fill": "#f00"}]}"##
    let messages = try renderer.messages(document)
    #expect(messages.count == 1)
    #expect(messages.first?.contains("#t/match/secret") == true)
  }

  @Test func theResultWarnsOfWordsThatAreOnlyBlurred() throws {
    func warnings(_ substitute: String) throws -> String? {
      try renderer.outputs(
        job(Self.secrets[0], hidden: 0, substitute: substitute, chain: Self.chains[0])
      ).report.json["warnings"]?.text()
    }
    #expect(try warnings("decoy") == "[]")
    #expect(try warnings("bars") == "[]")
    let told = try #require(try warnings("none"))
    #expect(told.contains("/layers/0/effects/0/substitute"))
    #expect(told.contains("the concealed words are only blurred and can be recovered"))
    #expect(!told.contains("gardener"))
  }
}

/// Records every text that it receives while extents are requested and while images are drawn.
private struct Spy: Effect {
  static let manifest = Manifest("spy", version: "1.0.0", summary: "Looks at the text.")
  static let seen = Log()

  func extent(in geometry: EffectGeometry) -> Rect {
    Self.seen.add(geometry.text)
    return geometry.inputExtent
  }

  func apply(to picture: inout Picture, in context: EffectContext) {
    Self.seen.add(context.text)
  }

  /// Sendable: its lock is held for every access to the texts.
  final class Log: @unchecked Sendable {
    private var texts: [(string: String, dump: String)] = []
    private let lock = NSLock()

    var all: [(string: String, dump: String)] { lock.withLock { texts } }

    func add(_ text: TextLayout?) {
      guard let text else { return }
      var all = ""
      dump(text, to: &all, maxDepth: 6)
      lock.withLock { texts.append((text.string, all)) }
    }

    func clear() { lock.withLock { texts = [] } }
  }
}

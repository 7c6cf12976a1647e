@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  /// Which of the listed families sets which characters (CSS Fonts 4 §5.3, UTS #51).
  @Suite struct FontChoiceTests {
    let type: Typesetter

    init() throws { type = try Typesetter() }

    private func set(_ words: String, _ families: [String]) throws -> TextLayout {
      try type.set(words) { $0.font = FontFamilies(families) }
    }

    /// Text by default, whatever comes first in the list: digits, signs, spaces, what a selector makes text, keycaps
    /// without U+FE0F.
    @Test(arguments: [
      "Room 101, call 0123", "#1 * 2", "© ® ™", "a b", "0\u{fe0e}", "1\u{20e3}", "3\u{a0}4",
    ])
    func anEmojiFontTakesNoText(words: String) throws {
      let plain = try set(words, [Typesetter.latin])
      for list in [
        [Typesetter.emoji, Typesetter.latin], [Typesetter.latin, Typesetter.emoji],
        ["Nope", "emoji", Typesetter.latin],
      ] {
        let text = try set(words, list)
        #expect(text.clusters.map(\.rectangle) == plain.clusters.map(\.rectangle), "\(list)")
        #expect(text.ink == plain.ink && !text.hasColorClusters, "\(list)")
      }
      #expect(try !set(words, [Typesetter.emoji]).hasColorClusters)
    }

    /// Emoji by default, by U+FE0F, by a skin tone, joined, and flags.
    @Test(arguments: [
      "😀", "❤\u{fe0f}", "1\u{fe0f}\u{20e3}", "©\u{fe0f}", "☝🏽", "👩‍🚀", "🇩🇪", "🏳️‍🌈",
    ])
    func emojiStayEmoji(emoji: String) throws {
      for list in [[Typesetter.emoji, Typesetter.latin], [Typesetter.latin, Typesetter.emoji]] {
        let text = try set("a 1\(emoji)2 b", list)
        #expect(text.clusterTexts == ["a", " ", "1", emoji, "2", " ", "b"])
        #expect(text.clusters.map(\.isColor) == [false, false, false, true, false, false, false])
      }
    }

    @Test func markupsFamiliesLikewise() throws {
      let text = try type.set(
        markup: "7<span font_family=\"Noto Color Emoji, DejaVu Sans\">7😀</span>")
      #expect(text.clusters.map(\.isColor) == [false, false, true])
      let alone = try set("7", [Typesetter.latin])
      #expect(isNear(text.clusters[1].rectangle.width, alone.clusters[0].rectangle.width))
    }

    /// As fonts of icons, which are often nothing but icons.
    @Test func aFontWithoutASpaceLeavesItToTheNext() throws {
      let icon = "\u{11fc0}"
      let icons = "Noto Sans Tamil Supplement"
      let text = try set("\(icon) Save it\u{a0}\(icon)", [icons, Typesetter.latin])
      let space = try set("a b", [Typesetter.latin]).clusters[1].rectangle.width
      #expect(text.clusterTexts.joined() == "\(icon) Save it\u{a0}\(icon)")
      for (cluster, words) in zip(text.clusters, text.clusterTexts)
      where [" ", "\u{a0}"].contains(words) {
        #expect(isNear(cluster.rectangle.width, space))
      }
      #expect(try set("\(icon) \(icon)", [icons]).clusters.count == 3)
      #expect(text.fallbacks.isEmpty)
    }

    /// They are as faint as the letters.
    @Test func emojiHaveTheOpacityOfTheColour() throws {
      let area = Rect(x: 0, y: 0, width: 40, height: 30)
      func opacity(_ change: (inout TextSpec) -> Void) throws -> Int {
        let text = try type.set("😀", Typesetter.emoji, in: area, change)
        let pixels = try text.drawn(over: area).pixels
        return (0..<30).flatMap { y in (0..<40).map { x in pixels[x, y].alpha } }.max() ?? 0
      }
      let full = try opacity { _ in }
      let half = try opacity { $0.color = .color(Color(red: 1, green: 0, blue: 0, alpha: 0.5)) }
      let markup = try opacity {
        $0.string = nil
        $0.markup = "<span alpha=\"50%\">😀</span>"
      }
      #expect(full == 255 && abs(half - 128) <= 1 && abs(markup - 128) <= 1)
      let both = try opacity {
        $0.string = nil
        $0.markup = "<span alpha=\"50%\">😀</span>"
        $0.color = .color(Color(red: 1, green: 0, blue: 0, alpha: 0.5))
      }
      #expect(abs(both - 64) <= 1)
    }
  }
}

@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  /// CSS Text 4's `text-spacing-trim`; lines and widths are those of Chromium 156 with the same fonts.
  @Suite struct SpacingTrimTests {
    let type: Typesetter

    init() throws { type = try Typesetter() }

    private func set(
      _ string: String, _ font: String = Typesetter.japanese, _ language: String = "ja",
      width: Double? = nil, _ change: (inout TextSpec) -> Void = { _ in }
    ) throws -> TextLayout {
      try type.set(string, font, width: width) {
        $0.language = LanguageTag(language)
        change(&$0)
      }
    }

    @Test(arguments: [
      ("」「", 30.0), ("。」", 30), ("、「", 30), ("「「", 30), ("：「", 30), ("・「", 30), ("」・", 30),
      ("\u{3000}「", 30), ("」」」", 40), ("）。", 30), ("「（『", 40), ("一「二」三", 100), ("一、二", 60),
    ])
    func neighboursShareOneSpace(_ string: String, width: Double) throws {
      #expect(isNear(try set(string).naturalSize.width, width))
      let features = FontFeatures("palt=0, halt=0")
      for text in [
        try set(string) { $0.textSpacingTrim = .spaceAll },
        try set(string) { $0.features = features },
      ] {
        #expect(isNear(text.naturalSize.width, Double(20 * string.count)))
      }
    }

    /// Widths that the job turns on are not trimmed; what it turns off is no reason not to.
    @Test(arguments: [
      ("palt=0", true), ("-palt", true), ("palt off", true), ("\"pwid\" 00", true), ("kern", true),
      ("palt", false), ("+pwid", false), ("hwid=1", false), ("twid on", false), ("-halt", false),
    ])
    func onlyOtherWidthsTurnItOff(features: String, isTrimmed: Bool) throws {
      let features = try #require(FontFeatures(features))
      let change: (inout TextSpec) -> Void = { $0.features = features }
      let plain = try set("」「") {
        change(&$0)
        $0.textSpacingTrim = .spaceAll
      }
      let trimmed = try set("」「") { change(&$0) }
      #expect((trimmed.naturalSize.width < plain.naturalSize.width - 5) == isTrimmed)
    }

    /// Stops are in the middle in Traditional Chinese, quotation marks are wide in Chinese.
    @Test(arguments: [
      ("。」", "Noto Sans CJK TC", "zh-Hant", 40.0), ("，「", "Noto Sans CJK TC", "zh-Hant", 30),
      ("「，", "Noto Sans CJK TC", "zh-Hant", 40), ("：「", "Noto Sans CJK SC", "zh-Hans", 30),
      ("”。", "Noto Sans CJK SC", "zh-Hans", 30), ("」“", "Noto Sans CJK SC", "zh-Hans", 30),
    ])
    func itDependsOnWhereTheInkIs(
      _ string: String, font: String, language: String, width: Double
    ) throws {
      #expect(isNear(try set(string, font, language).naturalSize.width, width))
    }

    @Test(arguments: [
      // A bracket at the end fits by half of it; a stop does not.
      (
        210.0, "一二三四五六七八九十」一二三四五六七八九「、」あ」、「うえお」(「か」)",
        ["一二三四五六七八九十」", "一二三四五六七八九", "「、」あ」、「うえお」", "(「か」)"], [210.0, 180, 190, 53.5]
      ),
      (
        210, "一二三四五六七八九十。一二三四五六七八九「、」あ」、「うえお」(「か」)",
        ["一二三四五六七八九", "十。一二三四五六七八", "九「、」あ」、「うえお」", "(「か」)"], [180, 200, 210, 53.5]
      ),
      // One at the start of a line is whole.
      (210, "一二三四五六七八九、「一二三四五六七八九「", ["一二三四五六七八九、", "「一二三四五六七八九", "「"], [200, 200, 20]),
    ])
    func linesEndAndStartAsInBrowsers(
      width: Double, string: String, lines: [String], widths: [Double]
    ) throws {
      let text = try set(string, width: width)
      #expect(text.words == lines)
      for (line, width) in zip(text.lines, widths) {
        #expect(isNear(line.rectangle.width, width, within: 0.05))
      }
    }

    /// Pango hands at most 32 features of a run to HarfBuzz.
    @Test func howeverMany() throws {
      let text = try set(String(repeating: "」「一", count: 100))
      #expect(isNear(text.naturalSize.width, 100 * 60 - 100 * 10, within: 0.1))
    }

    @Test func aPartInAnotherSize() throws {
      let text = try type.set(
        markup: "一」<span size='30pt'>「二</span>」。", Typesetter.japanese)
      // 30 pt are 40 px.
      #expect(isNear(text.naturalSize.width, 20 + 20 + 20 + 40 + 10 + 20))
    }

    /// UAX #14, LB19a of Unicode 16: quotation marks between East Asian letters are like brackets.
    @Test(arguments: [
      ("四川“国語”文字", 100.0, ["四川“国", "語”文字"]), ("四川山“国語”文", 70, ["四川山", "“国語”", "文"]),
      ("日本a”文字文字", 65, ["日本", "a”文", "字文字"]),
    ])
    func quotationMarksBreakLines(_ string: String, width: Double, lines: [String]) throws {
      #expect(try set(string, "Noto Sans CJK SC", "zh-Hans", width: width).words == lines)
    }
  }
}

@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  /// Texts that are laid out with decoys in place of hidden words.
  @Suite struct ConcealmentTests {
    let type: Typesetter

    init() throws { type = try Typesetter() }

    private func spec(_ words: String, _ change: (inout TextSpec) -> Void = { _ in }) -> TextSpec {
      var spec = TextSpec()
      spec.string = words
      spec.font = FontFamilies([Typesetter.noto])
      spec.size = 20
      change(&spec)
      return spec
    }

    private func set(
      _ spec: TextSpec, _ visible: Concealment.Visible..., lines: Int? = nil,
      script: String? = nil, width: Double? = 300, height: Double? = nil, seed: UInt64 = 1
    ) throws -> TextLayout {
      let concealments = visible.map { visible in
        Concealment(allBut: visible, lines: lines, script: script) { _, letters, generator in
          String((0..<letters).map { _ in "ab cd e".randomElement(using: &generator) ?? "x" })
        }
      }
      return try type.library.layOut(
        spec, in: AvailableSize(width: width, height: height),
        concealing: ConcealedPart(concealments, seed: seed) { block in
          spec.verticalAlign.offset(of: block, in: height ?? 0)
        })
    }

    @Test func hiddenWordsAreNowhereInTheLayout() throws {
      let text = try set(spec("Visible words\nthe gardener\nat the elm"), .lines(1))
      #expect(text.lines.map(\.isConcealed) == [false, true, true])
      #expect(text.words[0] == "Visible words")
      var all = ""
      dump(text, to: &all, maxDepth: 8)
      #expect(all.contains("Visible words"))
      for word in ["gardener", "elm"] { #expect(!all.contains(word)) }
    }

    @Test func visibleWordsAreAsTheyWere() throws {
      let words =
        "Some words that wrap into lines, two of which are visible and the rest of which is not"
      let plain = try type.library.layOut(spec(words), width: 200)
      let text = try set(spec(words), .lines(2), width: 200)
      #expect(text.lines.count == plain.lines.count)
      #expect(text.lines.prefix(2).map(\.rectangle) == plain.lines.prefix(2).map(\.rectangle))
      #expect(
        text.clusters[text.lines[1].clusters].map(\.rectangle)
          == plain.clusters[plain.lines[1].clusters].dropLast().map(\.rectangle))
    }

    @Test func aWordThatWasDividedKeepsItsHyphen() throws {
      let words = spec("Die Donaudampfschifffahrt bleibt geheim") {
        ($0.hyphens, $0.language) = (.auto, LanguageTag("de"))
      }
      let plain = try type.library.layOut(words, width: 200)
      #expect(plain.words[0] == "Die Donaudampf" || plain.words[0] == "Die Donaudampfschiff")
      let text = try set(words, .lines(1), width: 200)
      #expect(text.words[0] == plain.words[0] + "-")
      #expect(text.lines[0].rectangle == plain.lines[0].rectangle)
      #expect(text.ink(ofLine: 0) == plain.ink(ofLine: 0))
    }

    @Test func theEffectThatShowsLeastCounts() throws {
      let words = spec("a\nb\nc\nd")
      for visible in [[Concealment.Visible.lines(3), .lines(1)], [.lines(1), .lines(3)]] {
        let text = try set(words, visible[0], visible[1])
        #expect(text.lines.map(\.isConcealed) == [false, true, true, true])
      }
    }

    @Test func aHeightCountsLinesWhereTheBlockStands() throws {
      // 4 lines of 40 px in 300 px: the block begins 70 px below the top.
      let middle = spec("a\nb\nc\nd") {
        $0.lineHeight = 2
        $0.verticalAlign = .middle
      }
      for (height, count) in [(109.0, 0), (110, 1), (149, 1), (150, 2), (230, 4)] {
        let text = try set(middle, .height(height), height: 300)
        #expect(text.lines.filter { !$0.isConcealed }.count == count, "\(height)")
      }
      // With more lines below it is higher.
      let text = try set(middle, .height(110), lines: 4, height: 300)
      #expect(text.lines.filter { !$0.isConcealed }.count == 2)
    }

    @Test func glyphsAndFontsAreCheckedInVisibleWords() throws {
      let missing = "\u{F0000}"
      _ = try set(spec("a\n\(missing)"), .lines(1))
      #expect {
        _ = try set(spec("a\(missing)\nb"), .lines(1))
      } throws: { error in
        (error as? TextDiagnostic)?.code == .missingGlyph
      }
      func markup(_ words: String) -> TextSpec {
        spec("") {
          $0.string = nil
          $0.markup = words
        }
      }
      _ = try set(markup("a\n<span font_family='Nowhere'>b</span>"), .lines(1))
      for (words, lines) in [
        ("<span font_family='Nowhere'>a</span>\nb", 1),
        ("<span font_family='Nowhere'>a\nb</span>", 0),
      ] {
        #expect {
          _ = try set(markup(words), .lines(lines))
        } throws: { error in
          (error as? TextDiagnostic)?.code == .missingFont
        }
      }
    }

    @Test func decoysHaveTheStyleOfTheWholeText() throws {
      func heights(_ markup: String, lines: Int? = nil) throws -> [Double] {
        let text = try set(
          spec("") {
            $0.string = nil
            $0.markup = markup
          }, .lines(1), lines: lines)
        return text.lines.map(\.rectangle.height)
      }
      let plain = try heights("a\nb\nc")
      let large = try heights("<span size='200%'>a\nb\nc</span>")
      #expect(zip(large, plain).allSatisfy { abs($0 - 2 * $1) < 0.01 })
      let first = try heights("<span size='200%'>a</span>\nb\nc")
      #expect(first[0] == large[0] && first[1] == plain[1])
      // With the number of lines by hand it does not count where a style ends.
      #expect(
        try heights("<span size='200%'>a\nb\nc</span>", lines: 2)
          == heights("<span size='200%'>a\nb</span>\nc", lines: 2))
    }

    /// Some decoys look as visible words do, and none is larger.
    @Test func decoysHaveStylesOfVisibleWords() throws {
      let text = try set(
        spec("") {
          $0.string = nil
          $0.markup =
            "a <span background='red'>b</span> <span size='200%' background='blue'>c</span>\nd"
        }, .lines(1), lines: 30)
      #expect(text.hasBackgrounds)
      #expect(text.showing { $0 > 0 }.hasBackgrounds)
      #expect(Set(text.lines.dropFirst().map(\.rectangle.height)).count == 1)
      let plain = try set(spec("a b c\nd"), .lines(1), lines: 30)
      #expect(!plain.hasBackgrounds)
    }

    @Test func decoysFollowFromTheSeed() throws {
      let words = try [1, 1, 2].map {
        try set(spec("a\nb\nc"), .lines(1), lines: 20, seed: $0).string
      }
      #expect(words[0] == words[1] && words[0] != words[2])
    }

    /// Ten thousand lines cost little more than a few.
    @Test func longTextsAreConcealedQuickly() throws {
      let clock = ContinuousClock()
      let time = try clock.measure { _ = try set(spec("a\nb"), .lines(1), lines: 10_000) }
      #expect(time < .seconds(5))
    }
  }
}

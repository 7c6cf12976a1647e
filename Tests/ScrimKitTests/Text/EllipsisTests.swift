@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  @Suite struct EllipsisTests {
    let type: Typesetter
    /// What a letter of the test font advances, px.
    let em = Typesetter.monoAdvance * 20

    init() throws { type = try Typesetter() }

    private func shown(
      _ string: String, _ ellipsis: TextEllipsis, columns: Double, lines: Int? = nil,
      height: Double? = nil, font: String = Typesetter.mono,
      _ change: (inout TextSpec) -> Void = { _ in }
    ) throws -> [String] {
      let available = AvailableSize(width: columns * em + 0.001, height: height)
      let text = try type.set(string, font, available: available) {
        $0.ellipsis = ellipsis
        $0.maxLines = lines
        change(&$0)
      }
      return text.words
    }

    @Test func whatFitsStaysWhole() throws {
      for ellipsis in [TextEllipsis.end, .middle, .start] {
        #expect(try shown("aaaa bbbb", ellipsis, columns: 9, lines: 1) == ["aaaa bbbb"])
        #expect(try shown("", ellipsis, columns: 9, lines: 1) == [""])
      }
    }

    @Test func oneLine() throws {
      let words = "aaaa bbbb cccc"
      #expect(try shown(words, .end, columns: 9, lines: 1) == ["aaaa bbb…"])
      #expect(try shown(words, .start, columns: 9, lines: 1) == ["…bbb cccc"])
      #expect(try shown(words, .middle, columns: 9, lines: 1) == ["aaaa…cccc"])
    }

    @Test func noSpaceBesideTheEllipsis() throws {
      let words = "aaaa bbbb cccc"
      #expect(try shown(words, .end, columns: 6, lines: 1) == ["aaaa…"])
      #expect(try shown(words, .start, columns: 6, lines: 1) == ["…cccc"])
      #expect(try shown("aaaa\u{a0}\tbbbb", .end, columns: 6, lines: 1) == ["aaaa…"])
    }

    @Test func severalLinesAndParagraphs() throws {
      let words = "aaaa bbbb cccc\n\ndddd eeee"
      #expect(try shown(words, .end, columns: 9, lines: 2) == ["aaaa bbbb ", "cccc…"])
      #expect(try shown(words, .end, columns: 9, lines: 3) == ["aaaa bbbb ", "cccc…"])
      #expect(try shown(words, .end, columns: 9, lines: 4).count == 4)
      #expect(try shown(words, .start, columns: 9, lines: 1) == ["…ddd eeee"])
      #expect(try shown("one\ntwo\nthree", .end, columns: 20, lines: 2) == ["one", "two…"])
      #expect(try shown("one\ntwo\nthree", .start, columns: 20, lines: 2) == ["…two", "three"])
    }

    @Test func aHeightCountsLikeLines() throws {
      let pitch = try type.set("a\na", Typesetter.mono).lines[1].rectangle.top
      let words = "aaaa bbbb cccc dddd"
      for lines in [nil, 2, 3] {
        let short = try shown(words, .end, columns: 4, lines: lines, height: 2.9 * pitch)
        #expect(short == ["aaaa ", "bbb…"])
      }
      #expect(try shown(words, .end, columns: 4, height: 4 * pitch).count == 4)
    }

    @Test func linesThatDoNotWrapAreCutOneByOne() throws {
      let words = "aaaa bbbb\ncc\ndddd eeee"
      #expect(
        try shown(words, .end, columns: 6) { $0.wrap = .none } == ["aaaa…", "cc", "dddd…"])
      #expect(
        try shown(words, .start, columns: 6) { $0.wrap = .none } == ["…bbbb", "cc", "…eeee"])
      #expect(
        try shown(words, .middle, columns: 6) { $0.wrap = .none } == ["aaa…bb", "cc", "ddd…ee"])
      #expect(
        try shown(words, .end, columns: 6, lines: 1) { $0.wrap = .none } == ["aaaa…"])
    }

    @Test func aWordThatIsTooWide() throws {
      #expect(try shown("a incomprehensible", .end, columns: 8, lines: 3) == ["a ", "incompr…"])
    }

    @Test func charactersStayWhole() throws {
      // A letter with two marks, a family, a flag, a conjunct.
      let marked = "e\u{301}\u{323}"
      #expect(
        try shown(
          String(repeating: marked, count: 9), .end, columns: 4.5, lines: 1, font: Typesetter.latin
        )
        .first.map { $0.unicodeScalars.count % 3 } == 1)
      for emoji in ["👨‍👩‍👧", "🇯🇵", "👍🏽"] {
        for ellipsis in [TextEllipsis.end, .middle, .start] {
          let line = try shown(
            String(repeating: emoji, count: 12), ellipsis, columns: 14.3, lines: 1
          ) {
            $0.wrap = .character
          }
          #expect(line.count == 1)
          #expect(line[0].filter { String($0) == emoji }.count == line[0].count - 1)
          #expect(line[0].contains("…") && line[0].count > 3)
        }
      }
      let hindi = try shown(
        "क्षत्रिय क्षत्रिय क्षत्रिय", .end, columns: 9, lines: 1, font: Typesetter.devanagari)
      #expect(!(hindi[0].unicodeScalars.dropLast().last == "\u{94d}"))
    }

    @Test func aMarkWithoutALetterIsNotShown() throws {
      let line = try shown("aaaa \u{301}bbbb", .start, columns: 6, lines: 1)
      #expect(line == ["…bbbb"])
    }

    @Test func ellipsesTakeThePlaceOfStops() throws {
      #expect(try shown("aaaa… bbbb", .end, columns: 6, lines: 1) == ["aaaa…"])
      #expect(try shown("aaaa, bbbb", .end, columns: 6, lines: 1) == ["aaaa…"])
      #expect(try shown("aaaa. bbbb", .start, columns: 7, lines: 1) == ["…bbbb"])
    }

    @Test func japanese() throws {
      let lines = try shown(
        "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。", .end, columns: 10 / Typesetter.monoAdvance,
        lines: 2, font: Typesetter.japanese)
      #expect(lines == ["吾輩は猫である。名前", "はまだ無い。どこで…"])
    }

    @Test func rightToLeft() throws {
      let words = "مرحبا بالعالم كيف حالك اليوم"
      let box = Rect(x: 0, y: 0, width: 150, height: 100)
      func set(_ ellipsis: TextEllipsis) throws -> TextLayout {
        try type.set(words, Typesetter.arabic, in: box) {
          $0.ellipsis = ellipsis
          $0.maxLines = 1
        }
      }
      let end = try set(.end)
      #expect(end.lines.count == 1 && end.lines[0].isRightToLeft && end.string.hasSuffix("…"))
      #expect(end.clusterTexts.first == "…" && isNear(end.lines[0].rectangle.right, 150))
      let start = try set(.start)
      #expect(start.string.hasPrefix("…") && start.clusterTexts.last == "…")
      #expect(try set(.middle).lines.count == 1)
    }

    @Test func aParagraphKeepsItsDirection() throws {
      let text = try type.set(
        "שלום hello world again", Typesetter.latin, available: AvailableSize(width: 120)
      ) {
        $0.ellipsis = .start
        $0.maxLines = 1
      }
      #expect(text.lines[0].isRightToLeft)
      #expect(text.clusterTexts.last == "…" || text.clusterTexts.contains("…"))
      #expect(text.words[0].contains("…") && text.words[0].hasSuffix("again"))
    }

    @Test func directionsAcrossParagraphs() throws {
      // What is left of the second paragraph is nothing but a space.
      let words = "שלום\n   Hello there, world"
      for ellipsis in [TextEllipsis.start, .middle, .end] {
        for width in stride(from: 30.0, to: 200, by: 9) {
          let text = try type.set(words, Typesetter.latin, available: AvailableSize(width: width)) {
            $0.ellipsis = ellipsis
            $0.maxLines = 1
          }
          #expect(!text.string.unicodeScalars.contains("\u{fffd}"))
          #expect(text.lines.count == 1)
        }
      }
    }

    @Test func referencesSpeakOfWhatIsShown() throws {
      let text = try type.set("aaaa bbbb cccc", available: AvailableSize(width: 9 * em + 0.001)) {
        $0.ellipsis = .end
        $0.maxLines = 1
      }
      #expect(text.string == "aaaa bbb…" && text.spec.string == "aaaa bbb…")
      #expect(text.rectangles(matching: "cccc").isEmpty)
      #expect(text.rectangles(matching: "aaaa").count == 1)
      #expect(text.lines.count == 1)
    }

    @Test func nothingFitsButTheEllipsis() throws {
      #expect(try shown("aaaa", .end, columns: 1, lines: 1) == ["…"])
      #expect(try shown("aaaa", .end, columns: 0.5, lines: 1) == ["…"])
    }

    /// As long as fits: one character more would not.
    @Test(arguments: [Typesetter.latin, Typesetter.noto])
    func asMuchAsFits(font: String) throws {
      let words = "Typography is the craft of endowing human language with a durable visual form."
      for width in stride(from: 60.0, through: 300, by: 17) {
        for lines in 1...3 {
          let available = AvailableSize(width: width)
          let text = try type.set(words, font, available: available) {
            $0.ellipsis = .end
            $0.maxLines = lines
          }
          #expect(text.lines.count <= lines && text.naturalSize.width <= width + 0.01)
          guard text.string != words else { continue }
          let kept = text.string.count - 1
          #expect(words.hasPrefix(text.string.dropLast()))
          var longer = String(words.prefix(kept + 1))
          if longer.hasSuffix(" ") { longer = String(words.prefix(kept + 2)) }
          let tooLong = try type.set(longer + "…", font, available: available)
          #expect(tooLong.lines.count > lines || tooLong.naturalSize.width > width)
        }
      }
    }
  }
}

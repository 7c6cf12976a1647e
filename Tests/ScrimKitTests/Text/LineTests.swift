@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  @Suite struct LineTests {
    let type: Typesetter
    let advance = Typesetter.monoAdvance * 20

    init() throws { type = try Typesetter() }

    @Test func hardLines() throws {
      let text = try type.set("One\nTwo\nThree")
      #expect(text.words == ["One", "Two", "Three"])
      #expect(text.lines.map(\.range) == [0..<3, 4..<7, 8..<13])
      #expect(text.lines.allSatisfy { $0.endsParagraph && !$0.isRightToLeft && $0.isDrawn })
      for (line, count) in zip(text.lines, [3.0, 3, 5]) {
        #expect(line.rectangle.x == 0)
        #expect(isNear(line.rectangle.width, count * advance))
        // DejaVu's ascent and descent are 1901 and 483 of 2048 units.
        #expect(isNear(line.rectangle.height, 20 * 2384 / 2048))
        #expect(isNear(line.baseline - line.rectangle.top, 20 * 1901 / 2048))
      }
      #expect(isNear(text.lines[1].rectangle.top, text.lines[0].rectangle.bottom))
      #expect(isNear(text.bounds.height, 3 * 20 * 2384 / 2048))
      #expect(isNear(text.bounds.width, 5 * advance))
      #expect(text.naturalSize == Size(width: text.bounds.width, height: text.bounds.height))
    }

    /// An emoji font among the families gave lines without glyphs a quarter of their height.
    @Test(arguments: [[Typesetter.noto, Typesetter.emoji], [Typesetter.emoji, Typesetter.noto]])
    func emptyLinesHaveTheHeightOfText(_ families: [String]) throws {
      let alone = try type.set("a\n\nb", Typesetter.noto)
      let text = try type.set("a\n\nb") { $0.font = FontFamilies(families) }
      // Noto Sans: ascent 1069, descent 293 of 1000 units.
      for line in alone.lines + text.lines {
        #expect(isNear(line.rectangle.height, 20 * 1.362))
        #expect(isNear(line.baseline - line.rectangle.top, 20 * 1.069))
      }
    }

    /// An emoji font among the families has spaces, too; a line of spaces is as high as one without characters.
    @Test(arguments: [" ", "\u{a0}", "\u{200b}"]) func linesOfSpacesHaveTheHeightOfText(
      _ blank: String
    ) throws {
      let text = try type.set("a\n\(blank)\nb") {
        $0.font = FontFamilies([Typesetter.noto, Typesetter.emoji])
      }
      #expect(text.lines.count == 3)
      for line in text.lines { #expect(isNear(line.rectangle.height, 20 * 1.362)) }
    }

    /// In markup an empty line has the size and the family of its style.
    @Test func emptyLinesHaveTheirStyle() throws {
      let text = try type.set(
        markup: "a<span size='30pt' font_family='\(Typesetter.mono)'>\n\n</span>b", Typesetter.noto)
      #expect(isNear(text.lines[1].rectangle.height, 40 * 2384 / 2048))
    }

    /// Fontconfig slants fonts without italics; Arabic stays upright, Latin does not.
    @Test func arabicIsNotSlanted() throws {
      func outlines(_ word: String, _ font: String, _ style: TextStyle) throws -> Path {
        try type.set(word, font) { $0.style = style }.outlines
      }
      #expect(
        try outlines("سلام", Typesetter.arabic, .italic)
          == outlines("سلام", Typesetter.arabic, .normal))
      #expect(
        try outlines("ll", Typesetter.japanese, .italic)
          != outlines("ll", Typesetter.japanese, .normal))
    }

    @Test func softWraps() throws {
      let text = try type.set("aaaa bbbb cccc\ndd", width: 10 * advance)
      #expect(text.words == ["aaaa bbbb ", "cccc", "dd"])
      #expect(text.lines.map(\.range) == [0..<10, 10..<14, 15..<17])
      #expect(text.lines.map(\.endsParagraph) == [false, true, true])
      #expect(isNear(text.lines[0].rectangle.width, 9 * advance))
    }

    @Test func aLineThatJustFitsDoesNotWrap() throws {
      #expect(try type.set("aaaa bbbb", width: 9 * advance).lines.count == 1)
      #expect(try type.set("aaaa bbbb", width: 9 * advance - 0.1).lines.count == 2)
    }

    @Test func waysToWrap() throws {
      func words(_ wrap: TextWrap) throws -> [String] {
        try type.set("ab cdefgh", width: 4 * advance) { $0.wrap = wrap }.words
      }
      #expect(try words(.word) == ["ab ", "cdefgh"])
      #expect(try words(.character) == ["ab c", "defg", "h"])
      #expect(try words(.wordCharacter) == ["ab ", "cdef", "gh"])
      #expect(try words(.none) == ["ab cdefgh"])
    }

    /// Pango would draw a hyphen wherever it breaks a word.
    @Test func onlySoftHyphensDrawHyphens() throws {
      let broken = try type.set("cdefgh", width: 4 * advance) { $0.wrap = .character }
      #expect(isNear(broken.lines[0].rectangle.width, 4 * advance))
      #expect(broken.clusterTexts == ["c", "d", "e", "f", "g", "h"])
      let soft = try type.set("cde\u{ad}fgh", width: 5 * advance)
      #expect(soft.words == ["cde\u{ad}", "fgh"])
      #expect(isNear(soft.lines[0].rectangle.width, 4 * advance))
      #expect(soft.ink(ofLine: 0).right > 3 * advance)
    }

    @Test func unicodesOwnSeparatorsAreNewlines() throws {
      let text = try type.set("ab\u{2029}c\u{2028}d")
      #expect(text.string == "ab\nc\nd" && text.words == ["ab", "c", "d"])
      #expect(text.lines.map(\.endsParagraph) == [true, true, true])
    }

    /// UAX #14's classes BK and NL.
    @Test(arguments: ["\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}", "\r", "\r\n"])
    func mandatoryBreaks(newline: String) throws {
      let text = try type.set("ab\(newline)c\(newline)\(newline)d\(newline)")
      #expect(text.words == ["ab", "c", "", "d"])
      let markup = try type.set(markup: "ab<b>\(newline)</b>c")
      #expect(markup.words == ["ab", "c"])
    }

    @Test func spacesAtTheEndBelongToNoRectangle() throws {
      let text = try type.set("ab   \n  cd\t\n   ")
      #expect(isNear(text.lines[0].rectangle.width, 2 * advance))
      #expect(isNear(text.lines[1].rectangle.width, 4 * advance))
      #expect(text.lines[2].rectangle.width == 0)
      #expect(text.words == ["ab   ", "  cd\t", "   "])
    }

    /// Also the spaces that are no ASCII; a no-break space is a letter like any other.
    @Test(arguments: ["\u{3000}", "\u{2003}", "\u{2009}", "\u{3000} \u{3000}"])
    func otherSpacesAtTheEnd(space: String) throws {
      let bare = try type.set("猫は", Typesetter.japanese)
      let text = try type.set("猫は\(space)", Typesetter.japanese)
      #expect(isNear(text.lines[0].rectangle.width, bare.lines[0].rectangle.width))
      let fixed = try type.set("猫は\u{a0}", Typesetter.japanese)
      #expect(fixed.lines[0].rectangle.width > bare.lines[0].rectangle.width + 1)
    }

    @Test func spacesAtTheEndOfRightToLeftLines() throws {
      let bare = try type.set("مرحبا", Typesetter.arabic)
      let text = try type.set("مرحبا   ", Typesetter.arabic)
      #expect(isNear(text.lines[0].rectangle.width, bare.lines[0].rectangle.width))
    }

    @Test func everyNewlineIsOne() throws {
      let text = try type.set("a\r\nb\rc\nd")
      #expect(text.string == "a\nb\nc\nd")
      #expect(text.words == ["a", "b", "c", "d"])
      #expect(try type.set("a\r\n\r\nb").words == ["a", "", "b"])
      #expect(try type.set("a\n\rb").words == ["a", "", "b"])
    }

    @Test func aFinalNewlineAddsNoLine() throws {
      #expect(try type.set("a\n").words == ["a"])
      #expect(try type.set("a\r\n").words == ["a"])
      #expect(try type.set("a\n\n").words == ["a", ""])
    }

    @Test func emptyLinesHaveTheirHeight() throws {
      let text = try type.set("a\n\nb")
      #expect(text.words == ["a", "", "b"])
      #expect(text.lines[1].range == 2..<2)
      #expect(text.lines[1].rectangle.width == 0)
      #expect(isNear(text.lines[1].rectangle.height, text.lines[0].rectangle.height))
      #expect(isNear(text.lines[2].baseline - text.lines[0].baseline, 2 * 20 * 2384 / 2048))
      #expect(text.ink(ofLine: 1) == .empty)
    }

    @Test func anEmptyTextHasOneEmptyLine() throws {
      for string in ["", "\n"] {
        let text = try type.set(string)
        #expect(text.words == [""])
        #expect(text.ink == .empty)
        #expect(isNear(text.naturalSize.height, 20 * 2384 / 2048))
      }
    }

    @Test func rangesCountUTF8() throws {
      let text = try type.set("é猫\nx😀", Typesetter.japanese)
      #expect(text.lines.map(\.range) == [0..<5, 6..<11])
      #expect(text.words == ["é猫", "x😀"])
    }

    @Test(arguments: [0.5, 1, 1.5, 3])
    func lineHeightHasHalfTheLeadingAbove(factor: Double) throws {
      let text = try type.set("a\nb") { $0.lineHeight = factor }
      let (ascent, natural) = (20.0 * 1901 / 2048, 20.0 * 2384 / 2048)
      for (index, line) in text.lines.enumerated() {
        #expect(isNear(line.rectangle.height, 20 * factor))
        #expect(isNear(line.rectangle.top, 20 * factor * Double(index)))
        #expect(isNear(line.baseline - line.rectangle.top, (20 * factor - natural) / 2 + ascent))
      }
    }

    @Test(arguments: [10.0, -5])
    func lineSpacingIsBetweenLines(spacing: Double) throws {
      let text = try type.set("a\nb\nc") { $0.lineSpacing = spacing }
      let height = 20.0 * 2384 / 2048
      #expect(isNear(text.lines[1].rectangle.top - text.lines[0].rectangle.bottom, spacing))
      #expect(isNear(text.bounds.height, 3 * height + 2 * spacing))
      #expect(isNear(text.lines[2].baseline - text.lines[1].baseline, height + spacing))
    }

    @Test func letterSpacingIsBetweenLetters() throws {
      let plain = try type.set("llll")
      let wide = try type.set("llll") { $0.letterSpacing = 4 }
      #expect(isNear(wide.ink.width - plain.ink.width, 3 * 4))
      let tight = try type.set("llll") { $0.letterSpacing = -2 }
      #expect(isNear(tight.ink.width - plain.ink.width, -3 * 2))
      for (left, right) in zip(wide.clusters, wide.clusters.dropFirst()) {
        #expect(isNear(left.rectangle.right, right.rectangle.left))
      }
    }

    @Test func justifiedLinesReachBothEdges() throws {
      let box = Rect(x: 10, y: 0, width: 12.5 * advance, height: 200)
      let text = try type.set("aaaa bb cc dddd eeee ff g hhhh\nii jj", in: box) {
        $0.align = .justify
      }
      #expect(text.lines.count > 3)
      for line in text.lines {
        #expect(isNear(line.rectangle.left, box.left))
        if !line.endsParagraph { #expect(isNear(line.rectangle.right, box.right, within: 0.1)) }
      }
      #expect(text.lines.filter(\.endsParagraph).allSatisfy { $0.rectangle.right < box.right - 1 })
    }

    @Test func sizeScalesEverything() throws {
      let small = try type.set("Two\nlines") { $0.size = 7 }
      let large = try type.set("Two\nlines") { $0.size = 700 }
      for (a, b) in zip(small.clusters, large.clusters) {
        #expect(isNear(a.rectangle.width * 100, b.rectangle.width, within: 0.1))
      }
      #expect(isNear(small.lines[1].baseline * 100, large.lines[1].baseline, within: 0.5))
    }
  }
}

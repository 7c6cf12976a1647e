@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  /// Space between letters, words and lines.
  @Suite struct SpacingTests {
    let type: Typesetter
    let em = Typesetter.monoAdvance * 20

    init() throws { type = try Typesetter() }

    @Test func letterSpacingStandsBetweenLettersOnly() throws {
      for spacing in [-2.0, 3, 7.5] {
        let text = try type.set("abcd") { $0.letterSpacing = spacing }
        #expect(isNear(text.naturalSize.width, 4 * em + 3 * spacing))
        let ink = try type.set("abcd").ink
        #expect(isNear(text.ink.left, ink.left) && isNear(text.ink.right, ink.right + 3 * spacing))
      }
    }

    @Test(arguments: [Typesetter.latin, Typesetter.mono, "Noto Sans Hebrew"])
    func alsoAtSoftWraps(font: String) throws {
      let words = font.contains("Hebrew") ? "אבגד הוזח טיכל" : "abcd efgh ijkl"
      let plain = try type.set(words, font, width: 70)
      let text = try type.set(words, font, width: 90) { $0.letterSpacing = 5 }
      #expect(plain.lines.count == 3 && text.lines.count == 3)
      for (line, old) in zip(text.lines, plain.lines) {
        #expect(isNear(line.rectangle.width, old.rectangle.width + 15))
      }
      for index in 0..<3 {
        let (box, ink) = (text.lines[index].rectangle, text.ink(ofLine: index))
        let (oldBox, oldInk) = (plain.lines[index].rectangle, plain.ink(ofLine: index))
        #expect(isNear(ink.left - box.left, oldInk.left - oldBox.left, within: 0.02))
        #expect(isNear(box.right - ink.right, oldBox.right - oldInk.right, within: 0.02))
      }
    }

    @Test func aLineBreaksWhereItsLettersEnd() throws {
      // Seven letters with six spaces between them.
      let width = 7 * em + 6 * 4
      let fits = try type.set("aaa aaa aaa", width: width + 0.01) { $0.letterSpacing = 4 }
      #expect(fits.words == ["aaa aaa ", "aaa"])
      let narrow = try type.set("aaa aaa aaa", width: width - 0.1) { $0.letterSpacing = 4 }
      #expect(narrow.words == ["aaa ", "aaa ", "aaa"])
    }

    @Test func spacedLettersHaveNoLigatures() throws {
      #expect(try type.set("fi", Typesetter.latin).clusters.count == 1)
      #expect(try type.set("fi", Typesetter.latin) { $0.letterSpacing = 1 }.clusters.count == 2)
    }

    /// Spacing would tear what is joined (CSS Text 4 §8.3); between words it stays.
    @Test(arguments: [
      ("محمد السلام", "Noto Naskh Arabic"), ("پاکستان زندہ", "Noto Nastaliq Urdu"),
      ("ܫܠܡܐ ܥܠܡܐ", "Noto Sans Syriac"), ("ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ", "Noto Sans Mongolian"),
      ("ߒߞߏ ߞߊ߲", "Noto Sans NKo"), ("𞤆𞤵𞤤𞤢𞤪 𞤆𞤵𞤤", "Noto Sans Adlam"),
      ("مـحـمّد سلام", "Noto Naskh Arabic"),
    ])
    func joinedLettersGetNoLetterSpacing(words: String, font: String) throws {
      let plain = try type.set(words, font)
      let text = try type.set(words, font) { $0.letterSpacing = 8 }
      #expect(text.clusterTexts == plain.clusterTexts)
      for (one, other) in zip(text.clusters, plain.clusters) {
        let isSpace = String(decoding: Array(words.utf8)[one.range], as: UTF8.self) == " "
        #expect(isNear(one.rectangle.width, other.rectangle.width + (isSpace ? 8 : 0)))
      }
      #expect(isNear(text.naturalSize.width, plain.naturalSize.width + 8))
    }

    /// What belongs to one letter stays as it is without spacing: vowels below subscripts, which are ligatures, and
    /// SARA AM.
    @Test(arguments: [
      ("ខ្ញុំញ្ញុំស្ត្រី", "Noto Sans Khmer", ["ខ្ញុំ", "ញ្ញុំ", "ស្ត្រី"]),
      ("ทำน้ำกำ", "Noto Sans Thai", ["ทำ", "น้ำ", "กำ"]),
      ("ນ້ຳກຳລັງ", "Noto Sans Lao", ["ນ້ຳ", "ກຳ", "ລັ", "ງ"]),
    ])
    func lettersOfSeveralPartsStayWhole(words: String, font: String, letters: [String]) throws {
      for (prefix, suffix) in [("", ""), ("a ", " b")] {
        let all = prefix + words + suffix
        let text = try type.set(all, font) {
          ($0.letterSpacing, $0.font) = (8, FontFamilies([font, Typesetter.noto]))
        }
        for (index, letter) in letters.enumerated() {
          let alone = try type.set(letter, font).outlines.bounds
          let found = try #require(text.rectangles(matching: letter).first)
          let ink = text.clusters.filter { cluster in
            cluster.rectangle.left >= found.left - 0.01
              && cluster.rectangle.right <= found.right + 0.01
          }
          #expect(!ink.isEmpty && alone.width > 0, "\(letter)")
          guard index + 1 < letters.count else { continue }
          let next = try #require(text.rectangles(matching: letters[index + 1]).first)
          let plain = try type.set(letter, font).naturalSize.width
          #expect(isNear(next.left - found.left, plain + 8, within: 0.05), "\(letter)")
        }
        let width = try type.set(all, font) {
          $0.font = FontFamilies([font, Typesetter.noto])
        }.naturalSize.width
        let gaps = letters.count - 1 + (prefix.isEmpty ? 0 : 4)
        #expect(isNear(text.naturalSize.width, width + 8 * Double(gaps), within: 0.1), "\(all)")
      }
    }

    @Test func joinedAndSeparateLetters() throws {
      let plain = try type.set("abc سلام xyz", Typesetter.arabic) { $0.direction = .ltr }
      let text = try type.set("abc سلام xyz", Typesetter.arabic) {
        ($0.letterSpacing, $0.direction) = (8, .ltr)
      }
      // Six gaps in and after the Latin words, and two beside the spaces.
      let joined = try type.set("سلام", Typesetter.arabic).naturalSize.width
      let found = try #require(text.rectangles(matching: "سلام").first)
      #expect(isNear(found.width, joined))
      #expect(text.naturalSize.width > plain.naturalSize.width + 6 * 8 - 0.01)
      let lines = try type.set("سلام سلام", Typesetter.arabic, width: 2 * joined + 1) {
        $0.letterSpacing = 30
      }
      for line in lines.lines { #expect(line.rectangle.width <= 2 * joined + 1.01) }
    }

    @Test func lineHeightSplitsItsLeading() throws {
      // DejaVu Sans Mono: 0.928 above the baseline and 0.236 below it.
      for factor in [0.8, 1.0, 1.2, 2] {
        let text = try type.set("a\nb") { $0.lineHeight = factor }
        #expect(text.lines.map(\.rectangle.height) == [20 * factor, 20 * factor])
        let leading = 20 * factor - 20 * (1901 + 483) / 2048
        #expect(isNear(text.lines[0].baseline, leading / 2 + 20 * 1901 / 2048, within: 0.02))
      }
    }

    /// The font asks for 0.2 em between its lines, half of which is above each (CSS 2 §10.8.1, `normal`).
    @Test func aLineGapIsPartOfTheFontsOwnHeight() throws {
      let font = "DejaVu Math TeX Gyre"
      let text = try type.set("a\nb", font)
      for line in text.lines { #expect(isNear(line.rectangle.height, 20 * 1.2)) }
      #expect(isNear(text.lines[0].baseline, 2 + 20 * 0.792))
      #expect(isNear(text.lines[1].baseline - text.lines[0].baseline, 24))
      let set = try type.set("a\nb", font) { $0.lineHeight = 1.1 }
      #expect(isNear(set.lines[1].baseline - set.lines[0].baseline, 22))
    }

    /// The pitch is the text's, whatever fonts stand in for some of its characters.
    @Test func lineHeightHoldsWithOtherScripts() throws {
      let text = try type.set("abc\n猫は😀\nनमस्ते\nxyz", Typesetter.latin) { $0.lineHeight = 1.5 }
      let baselines = text.lines.map(\.baseline)
      for (one, two) in zip(baselines, baselines.dropFirst()) { #expect(isNear(two - one, 30)) }
    }

    @Test func lineSpacingIsAddedBetweenLines() throws {
      let plain = try type.set("a\nb\nc")
      let text = try type.set("a\nb\nc") { $0.lineSpacing = 6 }
      #expect(isNear(text.bounds.height, plain.bounds.height + 12))
      #expect(text.lines[0].rectangle == plain.lines[0].rectangle)
      let tight = try type.set("a\nb\nc") { $0.lineSpacing = -3 }
      #expect(isNear(tight.bounds.height, plain.bounds.height - 6))
    }

    private func justified(
      _ words: String, _ font: String, _ width: Double
    ) throws -> (plain: TextLayout, justified: TextLayout) {
      let box = Rect(x: 0, y: 0, width: width, height: 400)
      return (
        try type.set(words, font, in: box),
        try type.set(words, font, in: box) { $0.align = .justify }
      )
    }

    @Test func justifiedLinesFillTheirWidth() throws {
      let words = "A paragraph of several words that fills some lines.\nAnd a second one, of three."
      let (plain, text) = try justified(words, Typesetter.noto, 160)
      #expect(text.words == plain.words && text.lines.count > 4)
      for (line, old) in zip(text.lines, plain.lines) {
        if line.endsParagraph {
          #expect(line.rectangle == old.rectangle)
        } else {
          #expect(isNear(line.rectangle.left, 0) && isNear(line.rectangle.right, 160))
        }
      }
      // Letters keep their distance: only spaces grow, all of a line by the same.
      let spaces = text.clusters[text.lines[0].clusters].filter {
        text.string.utf8.dropFirst($0.range.lowerBound).first == UInt8(ascii: " ")
      }.map(\.rectangle.width)
      let inner = spaces.dropLast()
      #expect(inner.count >= 1 && inner.allSatisfy { isNear($0, inner.first ?? 0) })
      let last = try #require(text.clusters[text.lines[0].clusters].dropLast().last)
      #expect(isNear(last.rectangle.right, 160) && text.ink(ofLine: 0).right > 158)
    }

    @Test func japaneseIsSpreadBetweenItsCharacters() throws {
      let (plain, text) = try justified(
        "Scrim は日本語の文章を美しく組みます。行の長さは揃えられます。", Typesetter.japanese, 170)
      #expect(text.lines.count > 2)
      for index in text.lines.indices.dropLast() {
        #expect(isNear(text.lines[index].rectangle.width, 170))
        let grown = zip(
          text.clusters[text.lines[index].clusters], plain.clusters[plain.lines[index].clusters]
        ).map { $0.rectangle.width - $1.rectangle.width }
        let most = grown.max() ?? 0
        // No single gap takes it all.
        #expect(most < 5 && grown.filter { isNear($0, most) }.count >= 5)
      }
    }

    @Test func arabicIsSpreadAtItsSpaces() throws {
      let (_, text) = try justified(
        "مرحبا بالعالم كيف حالك اليوم يا صديقي العزيز هل كل شيء على ما يرام", Typesetter.arabic, 170
      )
      #expect(text.lines.count > 2)
      for line in text.lines {
        #expect(isNear(line.rectangle.right, 170))
        #expect(line.endsParagraph || isNear(line.rectangle.left, 0))
      }
    }

    @Test func aLineOfOneWordIsNotSpread() throws {
      let (plain, text) = try justified(
        "incomprehensible antidisestablishment", Typesetter.noto, 190)
      #expect(text.lines[0].rectangle == plain.lines[0].rectangle)
    }
  }
}

@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  /// The case of drawn letters, which Chromium changes likewise.
  @Suite struct CaseTests {
    private let type: Typesetter

    init() throws { type = try Typesetter() }

    @Test(
      arguments: [
        ("ΟΔΥΣΣΕΥΣ ΣΑΣ, Σ ΑΣ' ΑΣ'Α", "οδυσσευς σας, σ ας' ασ'α"),
        ("A\u{301}Σ\u{301}.", "a\u{301}ς\u{301}."),
        ("ÄÖÜ Straße", "äöü straße"),
      ])
    func lowercase(_ written: String, _ drawn: String) throws {
      let text = try type.set(written, Typesetter.latin) { $0.textTransform = .lowercase }
      #expect(text.string == written)
      #expect(text.outlines == (try type.set(drawn, Typesetter.latin)).outlines)
    }

    @Test(
      arguments: [
        (
          "don't o’clock e.g. (in) «a» well-known mcDonald",
          "Don't O’clock E.g. (In) «A» Well-Known McDonald"
        ),
        ("3rd of_two a'1b 'tis rock 'n' roll", "3rd Of_two A'1b 'Tis Rock 'N' Roll"),
        ("e\u{301}te\u{301} éte ǆ ÿ ſo straße ßo", "E\u{301}te\u{301} Éte ǅ Ÿ So Straße ßo"),
        ("日本go δύο два", "日本Go Δύο Два"),
      ])
    func capitalize(_ written: String, _ drawn: String) throws {
      let text = try type.set(written, Typesetter.latin) { $0.textTransform = .capitalize }
      #expect(text.string == written)
      #expect(text.outlines == (try type.set(drawn, Typesetter.latin)).outlines)
    }

    /// Unicode's full mappings: one letter may become several, which are one for references and colours.
    @Test(
      arguments: [
        ("straße ŉ ǰ ﬁn ⓐ ÿ", "STRASSE ʼN J\u{30c} FIN Ⓐ Ÿ", nil),
        ("istanbul ılık diyarbakır", "İSTANBUL ILIK DİYARBAKIR", "tr"), ("iI", "İI", "az-Latn"),
        ("Πάτρα ΐ ΰ Ά μάιος ή", "ΠΑΤΡΑ Ϊ Ϋ Α ΜΑΪΟΣ Ή", "el"), ("ijs éa", "IJS ÉA", "nl"),
        ("և", "ԵՎ", "hy"), ("i̇́", "Í", "lt"), ("istanbul", "ISTANBUL", "en"),
      ] as [(String, String, String?)])
    func uppercase(_ written: String, _ drawn: String, language: String?) throws {
      let font = FontFamilies([Typesetter.latin, "Noto Sans Armenian"])
      let text = try type.set(written) {
        ($0.textTransform, $0.font) = (.uppercase, font)
        $0.language = language.flatMap(LanguageTag.init)
      }
      #expect(text.string == written && text.clusterTexts.joined() == written)
      let expected = try type.set(drawn) {
        $0.font = font
        $0.language = language.flatMap(LanguageTag.init)
      }
      #expect(text.outlines == expected.outlines)
    }

    @Test func lowercaseByLanguage() throws {
      for (language, drawn) in [("tr", "ısı i"), ("en", "isi i̇"), ("az", "ısı i")] {
        let text = try type.set("ISI İ", Typesetter.latin) {
          ($0.textTransform, $0.language) = (.lowercase, LanguageTag(language))
        }
        #expect(text.outlines == (try type.set(drawn, Typesetter.latin)).outlines, "\(language)")
      }
    }

    @Test func capitalsByLanguage() throws {
      for (language, written, drawn) in [
        ("nl", "ijsland bijna IJ ij", "IJsland Bijna IJ IJ"), ("tr", "ilk ısı", "İlk Isı"),
        ("en", "ijs ilk", "Ijs Ilk"),
      ] {
        let text = try type.set(written, Typesetter.latin) {
          ($0.textTransform, $0.language) = (.capitalize, LanguageTag(language))
        }
        #expect(text.outlines == (try type.set(drawn, Typesetter.latin)).outlines, "\(language)")
      }
      let markup = try type.set(
        markup: "i<span lang='tr'>i</span>i", Typesetter.latin
      ) { $0.textTransform = .uppercase }
      #expect(markup.outlines == (try type.set("IİI", Typesetter.latin)).outlines)
    }

    /// Colours and references belong to the letters as written, and lines wrap as they are drawn.
    @Test func oneLetterThatBecomesTwo() throws {
      let text = try type.set("aßb", Typesetter.mono) { $0.textTransform = .uppercase }
      #expect(text.clusterTexts == ["a", "ß", "b"] && text.words == ["aßb"])
      let advance = Typesetter.monoAdvance * 20
      #expect(isNear(text.clusters[1].rectangle.width, 2 * advance))
      let found = try #require(text.rectangles(matching: "ß").first)
      #expect(isNear(found.width, 2 * advance) && isNear(found.left, advance))
      let lines = try type.set("ß ß ß", width: 5 * advance + 0.01) { $0.textTransform = .uppercase }
      #expect(lines.words == ["ß ß ", "ß"])
      let colors = try type.set(
        markup: "a<span color='red'>ß</span>b<span letter_spacing='9pt'>ßb</span>"
      ) { $0.textTransform = .uppercase }
      #expect(colors.clusterTexts == ["a", "ß", "b", "ß", "b"])
    }

    /// The time does not grow with the square of a word's length.
    @Test func wordsWithoutEnd() throws {
      let word = String(repeating: "istanbul", count: 5000)
      let text = try type.set(word) {
        ($0.textTransform, $0.language, $0.wrap) = (.uppercase, LanguageTag("tr"), .none)
      }
      let parts = try type.set(String(repeating: "İSTANBUL", count: 20))
      #expect(text.clusters.count == 40_000)
      #expect(isNear(text.naturalSize.width, 250 * parts.naturalSize.width, within: 1))
    }

    /// The capitals are in another font than the letters.
    @Test func fontsAreChosenForWhatIsDrawn() throws {
      let text = try type.set("საქართველო", "Noto Sans Georgian") {
        ($0.textTransform, $0.language) = (.uppercase, LanguageTag("ka"))
      }
      let expected = try type.set("ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ", "Noto Sans Georgian")
      #expect(text.outlines == expected.outlines && text.string == "საქართველო")
    }

    /// A capital that is shorter in UTF-8 than its letter.
    @Test func turkish() throws {
      let text = try type.set("ısparta", Typesetter.latin) { $0.textTransform = .capitalize }
      #expect(text.string == "ısparta")
      #expect(text.outlines == (try type.set("Isparta", Typesetter.latin)).outlines)
    }

    @Test func partsInMarkup() throws {
      let text = try type.set(
        markup:
          "ab <span text_transform='none'>cd</span> <span text_transform='lowercase'>ΑΣΑ</span> "
          + "<span text_transform='uppercase'>ef</span>", Typesetter.latin
      ) { $0.textTransform = .capitalize }
      #expect(text.outlines == (try type.set("Ab cd ασα EF", Typesetter.latin)).outlines)
    }
  }
}

@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  /// `hyphens` of CSS Text 4, by the dictionaries of Debian's packages.
  @Suite struct HyphenTests {
    let type: Typesetter

    init() throws { type = try Typesetter() }

    /// The parts of a word where each has a line of its own, by libhyphen's own tool.
    @Test(
      arguments: [
        ("de", "Donaudampfschifffahrtsgesellschaft", "Do-nau-dampf-schiff-fahrts-ge-sell-schaft"),
        ("de-CH", "Rechtsschutzversicherung", "Rechts-schutz-ver-si-che-rung"),
        ("de", "Übergröße", "Über-grö-ße"), ("en", "Hyphenation", "Hy-phen-ation"),
        ("en-US", "representation", "rep-re-sen-ta-tion"), ("en", "able", "able"),
        // Its spelling would change: asz-szony-nyal.
        ("hu", "asszonnyal", "asszonnyal"), ("hu", "megmutatta", "meg-mu-tat-ta"),
      ])
    func wordsAreDivided(language: String, word: String, parts: String) throws {
      let text = try type.set(word, Typesetter.noto, width: 1) {
        ($0.hyphens, $0.language, $0.overflow) = (.auto, LanguageTag(language), .visible)
      }
      #expect(text.words.joined(separator: "-") == parts && text.string == word)
      for index in text.lines.indices.dropLast() {
        // The hyphen belongs to the last letter, as its line does to the rectangle.
        let words = String(text.words[index]) + "-"
        let expected = try type.set(words, Typesetter.noto)
        #expect(isNear(text.lines[index].rectangle.width, expected.naturalSize.width))
      }
      let whole = try type.set(word, Typesetter.noto, width: 1000) {
        ($0.hyphens, $0.language) = (.auto, LanguageTag(language))
      }
      #expect(whole.words == [word])
      #expect(whole.outlines == (try type.set(word, Typesetter.noto)).outlines)
    }

    @Test func limitsAreThoseOfTheText() throws {
      func parts(_ limits: [Int]) throws -> [String] {
        try type.set("Gesellschaft", Typesetter.noto, width: 1) {
          ($0.hyphens, $0.language, $0.overflow) = (.auto, LanguageTag("de"), .visible)
          $0.hyphenateLimitChars = limits
        }.words
      }
      #expect(try parts([5, 2, 2]) == ["Ge", "sell", "schaft"])
      #expect(try parts([5, 3]) == ["Gesell", "schaft"])
      #expect(try parts([5, 2, 7]) == ["Ge", "sellschaft"])
      #expect(try parts([13]) == ["Gesellschaft"])
    }

    /// CSS Text 4 §6.1: where a word has its own, no others are looked for.
    @Test func softHyphensArePreferred() throws {
      func words(_ hyphens: TextHyphens) throws -> [String] {
        try type.set("Gesell\u{ad}schaft", Typesetter.noto, width: 1) {
          ($0.hyphens, $0.language, $0.overflow) = (hyphens, LanguageTag("de"), .visible)
        }.words
      }
      #expect(try words(.auto) == ["Gesell\u{ad}", "schaft"])
      #expect(try words(.manual) == ["Gesell\u{ad}", "schaft"])
      #expect(try words(.none) == ["Gesell\u{ad}schaft"])
    }

    @Test func languagesOfMarkup() throws {
      let markup = "Gesellschaft <span lang='en'>hyphenation</span>"
      let text = try type.set(
        markup: markup, Typesetter.noto, in: Rect(x: 0, y: 0, width: 1, height: 100)
      ) { ($0.hyphens, $0.language, $0.overflow) = (.auto, LanguageTag("de"), .visible) }
      #expect(text.words == ["Ge", "sell", "schaft ", "hy", "phen", "ation"])
      let some = try type.set(
        markup: markup, Typesetter.noto, in: Rect(x: 0, y: 0, width: 1, height: 100)
      ) { ($0.hyphens, $0.overflow) = (.auto, .visible) }
      #expect(some.words == ["Gesellschaft ", "hy", "phen", "ation"])
    }

    @Test(arguments: [TextLineFilling.balance, .pretty, .wrap])
    func linesAreFilled(filling: TextLineFilling) throws {
      let words =
        "Rechtsschutzversicherungsgesellschaften befördern ungewöhnlich zuverlässig "
        + "Donaudampfschifffahrtskapitäne"
      for width in stride(from: 90.0, through: 400, by: 17) {
        let text = try type.set(words, Typesetter.noto, width: width) {
          ($0.hyphens, $0.language, $0.textWrap) = (.auto, LanguageTag("de"), filling)
        }
        #expect(text.words.joined() == words)
        for line in text.lines { #expect(line.rectangle.width <= width + 0.01, "\(width)") }
      }
    }

    @Test func otherKeys() throws {
      let text = try type.set(
        "befördern Gesellschaft", Typesetter.noto, available: AvailableSize(width: 60, height: 200)
      ) {
        ($0.hyphens, $0.language, $0.textTransform) = (.auto, LanguageTag("de"), .uppercase)
        ($0.fit, $0.letterSpacing) = (.shrink, 1)
      }
      #expect(text.words.joined() == "befördern Gesellschaft" && text.naturalSize.width <= 60.01)
      let short = try type.set(
        "befördern Gesellschaft", Typesetter.noto, available: AvailableSize(width: 80, height: 60)
      ) {
        ($0.hyphens, $0.language, $0.ellipsis) = (.auto, LanguageTag("de"), .end)
      }
      #expect(short.words.last?.hasSuffix("…") == true && short.lines.count == 2)
    }

    /// Markup's tags are not checked: what is no language opens no file.
    @Test(arguments: ["*", "../hyphen/hyph_de", "d?", "de/../de"])
    func tagsThatAreNoLanguages(tag: String) throws {
      #expect(throws: TextDiagnostic.self) {
        try type.set(markup: "<span lang='\(tag)'>Gesellschaft</span>") { $0.hyphens = .auto }
      }
    }

    @Test func aDictionaryThatIsNotInstalled() throws {
      for (language, packages) in [
        ("tlh", "hyphen-tlh"), ("tlh-XY", "hyphen-tlh-xy or hyphen-tlh"),
      ] {
        do {
          _ = try type.set("majQa", Typesetter.noto) {
            ($0.hyphens, $0.language) = (.auto, LanguageTag(language))
          }
          Issue.record("it is divided")
        } catch let diagnostic as TextDiagnostic {
          #expect(diagnostic.code == .missingDictionary && diagnostic.key == "hyphens")
          #expect(
            diagnostic.message
              == "no hyphenation dictionary for \"\(language)\" is installed. Install the package \(packages), "
              + "if there is one.")
        }
      }
    }
  }
}

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

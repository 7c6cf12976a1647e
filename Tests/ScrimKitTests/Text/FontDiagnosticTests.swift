@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  @Suite struct FontDiagnosticTests {
    let type: Typesetter

    init() throws { type = try Typesetter() }

    private func diagnostic(_ string: String = "a", _ change: (inout TextSpec) -> Void)
      -> TextDiagnostic?
    {
      do {
        _ = try type.set(string, Typesetter.latin) { change(&$0) }
        return nil
      } catch {
        return error as? TextDiagnostic
      }
    }

    @Test func aMissingFamily() throws {
      let found = try #require(diagnostic { $0.font = FontFamilies(["DejaVu Snas"]) })
      #expect(found.code == .missingFont && found.key == "font")
      #expect(found.message == #"no font family "DejaVu Snas" is installed."#)
      #expect(found.word == "DejaVu Snas" && found.candidates.contains("DejaVu Sans"))
      #expect(found.candidates == found.candidates.sorted())
    }

    @Test func aFamilyThatWouldMoveTheCursor() throws {
      let found = try #require(diagnostic { $0.font = FontFamilies(["\u{1b}[1A"]) })
      #expect(found.message == #"no font family "\u{1b}[1A" is installed."#)
    }

    @Test func noneOfSeveralFamilies() throws {
      let found = try #require(diagnostic { $0.font = FontFamilies(["Nope", "Nada"]) })
      #expect(found.message == #"none of the font families "Nope", "Nada" is installed."#)
    }

    /// Those that have the letters of the text, where few have them.
    @Test func familiesForTheText() throws {
      let arabic = try #require(diagnostic("مرحبا 3 a") { $0.font = FontFamilies(["Nope"]) })
      let begin = #"no font family "Nope" is installed. Installed families with its letters: "#
      #expect(arabic.message.hasPrefix(begin), "\(arabic.message)")
      #expect(arabic.message.contains("Noto Naskh Arabic"), "\(arabic.message)")
      #expect(!arabic.message.contains("CJK"))
      for latin in ["Straße ﬁ Ĳ ệ 12 €", "12 – 34", "", "a\u{10fffd}"] {
        #expect(
          diagnostic(latin) { $0.font = FontFamilies(["Nope"]) }?.message
            == #"no font family "Nope" is installed."#)
      }
    }

    @Test func familiesThatAreThere() {
      for names in [["dejavu sans"], ["Nope", "DejaVu Sans"], ["serif"], ["Sans-Serif"]] {
        #expect(diagnostic { $0.font = FontFamilies(names) } == nil)
      }
    }

    @Test func fallbackCanBeAllowed() throws {
      #expect(
        diagnostic {
          $0.font = FontFamilies(["Nope"])
          $0.fontFallback = .allow
        } == nil)
    }

    @Test func aGlyphThatNoFontHas() throws {
      let found = try #require(diagnostic("ab\u{10fffd}c") { _ in })
      #expect(found.code == .missingGlyph && found.key == "string")
      #expect(
        found.message
          == "no installed font has U+10FFFD; tried DejaVu Sans and the fallback fonts. Install a "
          + "font that has it, or set \"missingGlyphs\": \"allow\".")
      let text = try type.set("ab\u{10fffd}c", Typesetter.latin) { $0.missingGlyphs = .allow }
      #expect(text.clusters.count == 4)
    }

    /// The character is there to be seen, where it can be.
    @Test(
      arguments: [
        ("\u{1bfff}", "U+1BFFF"), ("\u{f8fe}", "U+F8FE"), ("\u{378}", "U+0378"),
        ("\u{fffff}", "U+FFFFF"), ("\u{18b00}", "\"\u{18b00}\" (U+18B00)"),
        ("\u{1fac3}\u{1dbff}", "U+1DBFF"), ("a\u{11f03}", "\"\u{25cc}\u{11f03}\" (U+11F03)"),
      ])
    func charactersAsTheyAreTold(string: String, told: String) throws {
      let found = try #require(diagnostic(string) { _ in })
      #expect(found.message.hasPrefix("no installed font has \(told); tried "), "\(found.message)")
    }

    /// Each once, in the order of the text, where the text as it was written has it.
    @Test func severalGlyphsThatNoFontHas() throws {
      let found = try #require(
        diagnostic("a\r\n\u{10fffd}\u{2028}é\u{10fffc}\u{10fffd} مر\u{10fffb}") { _ in })
      #expect(found.all.map(\.offset) == [3, 12, 25])
      #expect(found.all.allSatisfy { $0.code == .missingGlyph && $0.all == [$0] })
      #expect(found.all[2].message.contains(" U+10FFFB;"))
    }

    @Test(
      arguments: (1...0x9f).filter {
        ($0 < 0x20 || $0 > 0x7e) && ![9, 10, 11, 12, 13, 0x85].contains($0)
      })
    func controlCharacters(code: UInt32) throws {
      let scalar = try #require(Unicode.Scalar(code))
      let found = try #require(diagnostic("a\(scalar)b") { _ in }, "U+\(String(code, radix: 16))")
      let hex = String(code, radix: 16, uppercase: true)
      let name = String(repeating: "0", count: 4 - hex.count) + hex
      #expect(
        found.message
          == "U+\(name) is a control character, which no font has. Remove it, or set "
          + "\"missingGlyphs\": \"allow\".")
      #expect(found.offset == 1)
    }

    /// The character itself, not the first of its cluster.
    @Test func aMarkThatNoFontHas() throws {
      let found = diagnostic("ab\u{10fffd}\u{301}") { _ in }
      #expect(found?.message.contains(" U+10FFFD;") == true)
      #expect(found?.offset == 2)
    }

    @Test func aFamilyAndAGlyph() throws {
      let found = try #require(diagnostic("\u{10fffd}") { $0.font = FontFamilies(["Nope"]) })
      #expect(found.all.map(\.code) == [.missingFont, .missingGlyph])
    }

    @Test func moreGlyphsThanAreTold() throws {
      let string = String(
        String.UnicodeScalarView((0xF0000..<0xF000C).compactMap(UnicodeScalar.init)))
      let found = try #require(diagnostic(string) { _ in }).all
      #expect(found.count == 8)
      #expect(found[6].message.contains("nor") == false)
      #expect(found[7].message.contains(" U+F0007, nor 4 more characters of this text;"))
    }

    /// They have no glyph, and need none.
    @Test func invisibleCharactersAreNotMissing() {
      let string =
        "a\u{200d}b\u{200b}c\u{ad}d\te\u{2060}\u{feff}f\u{200e}\u{2066}g\u{2069}\u{fe0f}h"
      #expect(diagnostic(string) { _ in } == nil)
    }

    @Test func fallbackFontsAreUsedForWhatAFontLacks() throws {
      let text = try type.set("a猫नمر", Typesetter.latin)
      #expect(text.clusters.count == 5)
      #expect(text.ink.width > 40)
    }

    @Test func keysThatContradictOneAnother() {
      func messages(_ json: JSON) -> [String] {
        var decoding = ParameterDecoding()
        _ = TextSpec(from: json, &decoding)
        return decoding.diagnostics.map(\.told)
      }
      #expect(messages(["string": "a", "size": 30, "font": ["A", "B"]]) == [])
      #expect(messages([:]) == [#""string" or "markup" is missing."#])
      #expect(
        messages(["string": "a", "markup": "b"])
          == [#"markup: "markup" cannot be combined with "string"."#])
      #expect(
        messages(["string": "a", "size": 10, "fit": "shrink", "minSize": 12])
          == ["minSize: 12 px is more than the font size, 10 px."])
      #expect(messages(["string": "a", "weight": 50]) == ["weight: 50 is outside 100…1000."])
      #expect(messages(["string": "a", "size": 0]) == ["size: 0 is outside 0.1…2000 px."])
    }
  }
}

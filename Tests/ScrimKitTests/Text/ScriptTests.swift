@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  /// What each script asks of line breaking and direction.
  @Suite struct ScriptTests {
    let type: Typesetter
    let em = Typesetter.monoAdvance * 20

    init() throws { type = try Typesetter() }

    @Test func waysToWrap() throws {
      let words = "aaaa bbbbbbbb cc"
      func lines(_ wrap: TextWrap) throws -> [String] {
        try type.set(words, width: 6 * em + 0.001) { $0.wrap = wrap }.words
      }
      #expect(try lines(.word) == ["aaaa ", "bbbbbbbb ", "cc"])
      #expect(try lines(.character) == ["aaaa b", "bbbbbb", "b cc"])
      #expect(try lines(.wordCharacter) == ["aaaa ", "bbbbbb", "bb cc"])
      #expect(try lines(.none) == [words])
    }

    /// JIS X 4051: what may not begin a line, and what may not end one.
    @Test(arguments: [3.05, 4.05, 5.05, 6.05, 7.05, 8.05, 9.05])
    func kinsoku(columns: Double) throws {
      let words =
        "「春はあけぼの」、ようよう白くなりゆく山ぎわ。コーヒーと（ラーメン）を、ちょっと『待って』くだ"
        + "さい！本当？はい…そうです。ヴァイオリン、キャッシュ・カード"
      for wrap in [TextWrap.word, .wordCharacter] {
        let text = try type.set(words, Typesetter.japanese, width: columns * 20) { $0.wrap = wrap }
        #expect(text.lines.count > 5 && text.words.joined() == words)
        for line in text.words where wrap == .word || line.count <= Int(columns) {
          let (first, last) = (line.first ?? " ", line.last ?? " ")
          // Where a line holds three letters, breaking a word is better than leaving the frame.
          guard columns > 5 || wrap == .word else { continue }
          #expect(!"、。」』）！？ー…・っゃゅょッャュョァィゥェォ".contains(first), "\(line)")
          #expect(!"「『（".contains(last), "\(line)")
        }
      }
    }

    @Test func thaiBreaksBetweenWords() throws {
      let words = "ภาษาไทยเป็นภาษาที่มีระดับเสียง"
      let text = try type.set(words, "Noto Sans Thai", width: 100)
      #expect(text.words == ["ภาษาไทย", "เป็นภาษาที่มี", "ระดับเสียง"])
      let loose = try type.set("กินข้าวเช้า", "Noto Sans Thai", width: 45)
      #expect(
        loose.words.allSatisfy { word in ["กิน", "ข้าว", "เช้า"].contains { word.contains($0) } })
    }

    /// By ICU's dictionaries and, where letters build syllables, by UAX #14's rule LB28a.
    @Test(arguments: [
      (
        "សេចក្តីប្រកាសជាសកលស្តីពីសិទ្ធិមនុស្ស", "Noto Sans Khmer",
        ["សេចក្តី", "ប្រកាស", "ជាស", "កល", "ស្តី", "ពី", "សិទ្ធិមនុស្ស"]
      ),
      (
        "ປະຊາຊົນລາວທຸກຄົນເກີດມາ", "Noto Sans Lao",
        ["ປະຊາຊົນ", "ລາວ", "ທຸກຄົນ", "ເກີດ", "ມາ"]
      ),
      ("လူတိုင်းသည်တူညီလွတ်လပ်သော", "Noto Sans Myanmar", ["လူ", "တိုင်း", "သည်", "တူညီ", "လွတ်လပ်", "သော"]),
      ("ꦱꦧꦼꦤ꧀ꦮꦺꦴꦁꦏꦭꦲꦶꦂ", "Noto Sans Javanese", ["ꦱ", "ꦧꦼ", "ꦤ꧀ꦮꦺꦴꦁ", "ꦏ", "ꦭ", "ꦲꦶꦂ"]),
      ("ᬅᬓ᭄ᬱᬭᬩᬮᬶ", "Noto Sans Balinese", ["ᬅ", "ᬓ᭄ᬱ", "ᬭ", "ᬩ", "ᬮᬶ"]),
    ])
    func breaksInScriptsWithoutSpaces(words: String, font: String, pieces: [String]) throws {
      let whole = try type.set(words, font)
      #expect(whole.clusterTexts.joined().utf8.count == words.utf8.count && whole.string == words)
      // Where each piece has a line of its own.
      let widest = try pieces.map { try type.set($0, font).naturalSize.width }.max() ?? 0
      let text = try type.set(words, font, width: 1) { $0.overflow = .visible }
      #expect(text.words == pieces)
      #expect(isNear(text.naturalSize.width, widest, within: 0.1))
      let wide = try type.set(words, font, width: whole.naturalSize.width + 1)
      #expect(wide.words == [words] && wide.naturalSize == whole.naturalSize)
      for wrap in [TextWrap.none, .character] {
        let other = try type.set(words, font) { $0.wrap = wrap }
        #expect(other.clusters.map(\.range) == whole.clusters.map(\.range), "\(wrap)")
      }
      let balanced = try type.set(words, font, width: whole.naturalSize.width * 0.7) {
        $0.textWrap = .balance
      }
      #expect(balanced.lines.count == 2 && balanced.words.joined() == words)
    }

    /// LB12, LB11 and LB8a before Thai, LB25 and LB30 after it.
    @Test(arguments: [
      "5\u{a0}กิโลกรัม", "5\u{2060}กิโล", "5\u{200d}กิโล", "ก\u{e48}5", "ก\u{e48}$5", "กิ(ก",
    ])
    func nothingBreaksBesideThai(words: String) throws {
      let text = try type.set(words, "Noto Sans Thai", width: 1) {
        ($0.overflow, $0.missingGlyphs) = (.visible, .allow)
      }
      let start = String(words.unicodeScalars.prefix(2))
      #expect(text.words[0].unicodeScalars.count > 2 || text.words.count == 1, "\(start)")
    }

    /// UAX #29's rule GB9c.
    @Test func conjunctsAreNotTorn() throws {
      for wrap in [TextWrap.character, .wordCharacter] {
        let text = try type.set("क्षत्रियहिन्दीस्त्रीकर्म", Typesetter.devanagari, width: 1) {
          ($0.wrap, $0.overflow) = (wrap, .visible)
        }
        #expect(text.words == ["क्ष", "त्रि", "य", "हि", "न्दी", "स्त्री", "क", "र्म"])
      }
    }

    @Test func arabicWithLatinAndDigits() throws {
      let text = try type.set("سعر iPhone 15 هو 999 دولار", Typesetter.arabic)
      #expect(text.lines[0].isRightToLeft)
      let order = text.clusterTexts.joined().split(separator: " ").map(String.init)
      // From left to right: the last word first, and Latin and digits as they are read.
      #expect(order.contains("iPhone") && order.contains("999") && order.contains("15"))
      let digits = try #require(text.rectangles(matching: "999").first)
      let latin = try #require(text.rectangles(matching: "iPhone").first)
      #expect(digits.right < latin.left)
    }

    @Test func hebrewWithLatinAndDigits() throws {
      let text = try type.set("גרסה 2.0 של Scrim", "Noto Sans Hebrew")
      #expect(text.lines[0].isRightToLeft)
      #expect(text.clusterTexts.joined().hasPrefix("Scrim"))
      let version = try #require(text.rectangles(matching: "2.0").first)
      let word = try #require(text.rectangles(matching: "גרסה").first)
      #expect(version.right < word.left)
    }

    @Test func directionsOfParagraphs() throws {
      let box = Rect(x: 0, y: 0, width: 300, height: 200)
      let text = try type.set("Latin 123\nعربي 123\n456 שלום\n789", Typesetter.noto, in: box)
      #expect(text.lines.map(\.isRightToLeft).prefix(3) == [false, true, true])
      #expect(isNear(text.lines[0].rectangle.left, 0) && isNear(text.lines[1].rectangle.right, 300))
      let ends = try type.set("Latin\nعربي", Typesetter.noto, in: box) { $0.align = .end }
      #expect(isNear(ends.lines[0].rectangle.right, 300) && isNear(ends.lines[1].rectangle.left, 0))
    }

    /// UAX #9, P2 and P3: isolates are skipped, and embeddings and overrides are not strong.
    @Test(arguments: [
      ("\u{2068}שלום\u{2069} said hello", false), ("\u{202b}Hello\u{202c} there", false),
      ("\u{2067}a\u{2069} שלום", true), ("\u{2066}\u{2067}א\u{2069}א\u{2069} 1 a", false),
      ("\u{202e}abc\u{202c}", false), ("\u{202d}שלום\u{202c}", true), ("\u{202a}", false),
      ("\u{200f}abc", true), ("123 \u{2068}אב\u{2069}", false), ("\u{2069}שלום", true),
    ])
    func isolatesDoNotGiveTheDirection(words: String, isRightToLeft: Bool) throws {
      func set(_ string: String) throws -> TextLayout {
        try type.set(string, "DejaVu Sans") { $0.missingGlyphs = .allow }
      }
      #expect(try set(words).lines[0].isRightToLeft == isRightToLeft)
      let three = try set("abc\n\(words)\nשלום")
      #expect(three.lines.map(\.isRightToLeft) == [false, isRightToLeft, true])
    }

    @Test func newlinesAndBlankLines() throws {
      let text = try type.set("a\r\n\r\nb\rc\u{2028}d\n\n")
      #expect(text.words == ["a", "", "b", "c", "d", ""])
      let pitch = text.lines[0].rectangle.height
      for line in text.lines { #expect(line.rectangle.height == pitch) }
      #expect(text.lines[1].rectangle.width == 0)
      #expect(try type.set("a\n").lines.count == 1 && type.set("\n").lines.count == 1)
    }

    @Test func linesOfEmojiAreAsHighAsTheyAre() throws {
      let text = try type.set("😀\n😀", Typesetter.latin)
      #expect(text.ink(ofLine: 1).top > text.ink(ofLine: 0).bottom - 3)
      #expect(text.lines[0].rectangle.height > 22 && text.lines[0].rectangle.height < 26)
    }

    @Test func tabsStandAtEveryEighthColumn() throws {
      let text = try type.set("a\tb\tc")
      let starts = text.clusters.filter { $0.rectangle.width < em * 1.01 }.map(\.rectangle.left)
      #expect(isNear(starts[1], 8 * em, within: 0.1) && isNear(starts[2], 16 * em, within: 0.1))
    }

    @Test func softHyphensShowWhereLinesBreak() throws {
      let text = try type.set("extra\u{ad}ordinary", width: 8 * em)
      #expect(text.words == ["extra\u{ad}", "ordinary"])
      let hyphen = try type.set("extra-")
      #expect(isNear(text.lines[0].rectangle.width, hyphen.naturalSize.width))
      let whole = try type.set("extra\u{ad}ordinary")
      #expect(isNear(whole.naturalSize.width, 13 * em))
    }

    @Test func noBreakSpacesHold() throws {
      #expect(try type.set("aa bb\u{a0}cc", width: 6 * em).words == ["aa ", "bb\u{a0}cc"])
      #expect(try type.set("aa\u{2060}bb cc", width: 6 * em).words == ["aa\u{2060}bb ", "cc"])
      #expect(try type.set("aaaa\u{200b}bbbb", width: 6 * em).words == ["aaaa\u{200b}", "bbbb"])
    }

    @Test func variationSelectorsChooseEmojiOrText() throws {
      #expect(try type.set("❤\u{fe0f}", Typesetter.latin).clusters.map(\.isColor) == [true])
      #expect(try !type.set("❤\u{fe0e}", Typesetter.latin).hasColorClusters)
    }

    @Test func openTypeFeatures() throws {
      let wide = try type.set("、。「」", Typesetter.japanese) { $0.textSpacingTrim = .spaceAll }
        .naturalSize.width
      let tight = try type.set("、。「」", Typesetter.japanese) { $0.features = FontFeatures("palt=1") }
      #expect(isNear(wide, 80) && tight.naturalSize.width < 60)
      func widths(_ features: FontFeatures?) throws -> Set<Int> {
        let text = try type.set("1230", Typesetter.noto) { $0.features = features }
        return Set(text.clusters.map { Int(($0.rectangle.width * 100).rounded()) })
      }
      #expect(try widths(FontFeatures("tnum")).count == 1)
      #expect(try widths(FontFeatures("pnum")).count > 1)
    }

    @Test func languagesChooseGlyphs() throws {
      // The same character as Japanese and as Chinese people write it.
      let japanese = try type.set("直", Typesetter.japanese) { $0.language = LanguageTag("ja") }
      let chinese = try type.set("直", Typesetter.japanese) { $0.language = LanguageTag("zh-Hans") }
      #expect(japanese.outlines != chinese.outlines)
    }

    /// Pango would raise what follows an ideograph at the start of a line.
    @Test func allScriptsStandOnOneBaseline() throws {
      let first = try type.set("猫a", Typesetter.latin)
      let last = try type.set("a猫", Typesetter.latin)
      #expect(first.lines[0].baseline == last.lines[0].baseline)
      #expect(isNear(first.ink.bottom, last.ink.bottom))
      let letter = try type.set("a", Typesetter.latin)
      let depth = letter.ink.bottom - letter.lines[0].baseline
      for text in [first, last] {
        let box = try #require(text.rectangles(matching: "a").first)
        let raster = try text.drawn(over: Rect(x: 0, y: 0, width: 60, height: 40), scale: 8)
        let ink = try #require(
          raster.cropped(to: PixelRect(covering: box.grown(by: -0.2), scale: 8))
            .bounds { $0.alpha > 0 })
        let bottom = Double(ink.y + ink.height) / 8
        #expect(isNear(bottom, text.lines[0].baseline + depth, within: 0.2))
      }
    }

    @Test func fontsInOrderOfPreference() throws {
      let list = FontFamilies(["Not Installed", Typesetter.mono, Typesetter.japanese])
      let text = try type.set("a猫") { $0.font = list }
      #expect(isNear(text.clusters[0].rectangle.width, em))
      #expect(text.outlines != (try type.set("a猫", Typesetter.japanese)).outlines)
      let cat = try type.set("猫", Typesetter.japanese)
      #expect(isNear(text.clusters[1].rectangle.width, cat.clusters[0].rectangle.width))
    }
  }
}

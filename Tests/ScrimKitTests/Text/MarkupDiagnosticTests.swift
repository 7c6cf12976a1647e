import CPango
@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  @Suite struct MarkupDiagnosticTests {
    let type: Typesetter

    init() throws { type = try Typesetter() }

    private func diagnostic(_ markup: String) throws -> TextDiagnostic? {
      do {
        _ = try type.set(markup: markup)
        return nil
      } catch let diagnostic as TextDiagnostic {
        return diagnostic
      }
    }

    static let cases: [(markup: String, offset: Int, message: String)] = [
      (
        "a <spn>b</spn>", 3,
        "unknown tag <spn>; the tags are b, big, i, markup, rp, rt, ruby, s, small, span, sub, sup, tt, u."
      ),
      ("a <b>b", 2, "<b> is not closed: write </b>."),
      ("é <b>b</i>", 7, "</i> found where </b> was expected."),
      ("b</b>", 1, "</b> closes a tag that is not open."),
      ("fish & chips", 5, "write &amp; for \"&\"."),
      ("a < b", 2, "\"<\" does not start a tag here; write &lt; for the character."),
      (
        "&nbsp;", 0,
        "unknown entity &nbsp;: the entities are &lt; &gt; &amp; &quot; &apos; and numbers such as &#8217;."
      ),
      ("<b size='3'>a</b>", 3, "<b> takes no attributes; <span> does."),
      ("<span colour='red'>a</span>", 6, "<span> has no attribute \"colour\"."),
      ("<span color=red>a</span>", 12, "the value of \"color\" needs quotes: '…'."),
      (
        "<span color='reddish'>a</span>", 13,
        "color=\"reddish\" is not a colour that Pango knows; write it as #rrggbb."
      ),
      (
        "<span color='red' fgcolor='red'>a</span>", 18,
        "\"fgcolor\" duplicates \"color\"."
      ),
      (
        "<span weight='bolt'>a</span>", 14,
        "weight=\"bolt\" is not one of thin, extra-light, ultra-light, light, demi-light, semi-light, book, normal, regular, medium, demi-bold, semi-bold, bold, extra-bold, ultra-bold, black, heavy, extra-black, extra-heavy, ultra-black, ultra-heavy."
      ),
      (
        "<span size='20px'>a</span>", 12,
        "size=\"20px\" must be points such as \"20pt\" (1 px is 0.75pt), a percentage up to 1000%, \"smaller\", \"larger\", or one of xx-small … xx-large."
      ),
      (
        "<span gravity='east'>a</span>", 6,
        "\"gravity\" turns letters; \"writingMode\" and \"textOrientation\" set a text in columns."
      ),
      (
        "<span show='spaces'>a</span>", 6,
        "\"show\" shows invisible characters for debugging; remove it."
      ),
      ("<![CDATA[a]]>", 0, "\"<!\" does not start a comment or a tag; write &lt; for \"<\"."),
      ("<span alpha='200%'>a</span>", 13, "alpha=\"200%\" must be 1%…100%, or 1…65535."),
      (
        "<span underline='wavy'>a</span>", 17,
        "underline=\"wavy\" is not one of none, single, double, low, error, single-line, double-line, error-line."
      ),
      (
        "<span font_features='plat=1'>a</span>", 21,
        "font_features: \"plat\" is not an OpenType feature."
      ),
      (
        "a<span lang='jp'>a</span>", 13,
        "lang: \"jp\" is not a BCP 47 language tag such as \"ja\", \"zh-Hans\" or \"pt-BR\". Did you mean \"ja\"?"
      ),
      (
        "<span font='DejaVu Sans East 12'>a</span>", 12,
        "font=\"DejaVu Sans East 12\" turns letters; \"writingMode\" and \"textOrientation\" set a text in columns."
      ),
    ]

    @Test(arguments: cases) func errorsHaveTheirPlace(
      markup: String, offset: Int, message: String
    ) throws {
      let found = try #require(try diagnostic(markup))
      #expect(found.offset == offset)
      #expect(found.message == message)
      #expect(found.code == .markup && found.key == "markup")
    }

    @Test func sizesHaveBounds() throws {
      #expect(
        try diagnostic("<span size='1501pt'>a</span>")?.message
          == "size=\"1501pt\" is more than 1500pt (2000 px).")
      #expect(try diagnostic("<span font='Serif 9000'>a</span>")?.offset == 12)
      #expect(
        try diagnostic("<span size='1000000000'>a</span>")?.message
          == "size=\"1000000000\" is more than 1500pt (2000 px).")
      #expect(
        try diagnostic("<span letter_spacing='9001pt'>a</span>")?.message
          == "letter_spacing=\"9001pt\" is more than 9000pt (12000 px).")
      #expect(
        try diagnostic("<span line_height='20'>a</span>")?.message
          == "line_height=\"20\" must be a factor from 0.1 to 10, such as \"1.2\".")
      let deep =
        String(repeating: "<big>", count: 900) + "a" + String(repeating: "</big>", count: 900)
      #expect(try type.set(markup: deep).naturalSize.width < 200)
    }

    /// Whatever stands in the markup, messages stay short and move no cursor.
    @Test(
      arguments: [
        "<\u{202e}b>", "<b \u{202e}='1'>", "<span color='\u{1b}[2J'>a</span>", "&\u{1b}[2J;",
        "<span weight='&#27;[2J'>a</span>", "<span \u{202e}=1>", "</\u{202e}>",
        "<span face='\u{1b}[1A'>a</span>", "<span lang='\u{1b}[1A'>a</span>",
        "<span font_features='\u{1b}'>a</span>", "<\(String(repeating: "y", count: 999))>",
        "<span size='\(String(repeating: "9", count: 999))'>a</span>",
      ])
    func messagesShowWhatDoesNotShow(markup: String) throws {
      let message = try #require(try diagnostic(markup)).message
      #expect(message.utf8.count < 300)
      for scalar in message.unicodeScalars {
        #expect(![.control, .format].contains(scalar.properties.generalCategory), "\(message)")
      }
    }

    /// What comes of several tags together, at the words that it is too much for.
    @Test(
      arguments: [
        ("a<span size='1500pt'><big>b</big></span>", 26, "2400"),
        ("<span size='1000%'><big><big>b</big></big></span>", nil, "288"),
        ("<span size='1'>b</span>", 15, "0.0013"), ("<span size='0.1%'>b</span>", 18, "0.02"),
      ] as [(String, Int?, String)])
    func sizesThatComeOut(markup: String, offset: Int?, pixels: String) throws {
      let found = try diagnostic(markup)
      #expect(found?.offset == offset)
      if offset != nil {
        #expect(
          found?.message
            == "the font size of this text is \(pixels) px; it must be 0.1…2000 px.")
      }
    }

    /// There is no way from markup to a file or a host.
    @Test(
      arguments: [
        "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;", "&e;",
        "<img src='http://example.org/a.png'/>", "<span src='a.png'>a</span>",
        "<a href='file:///etc/passwd'>a</a>", "<span face='/etc/passwd'>a</span>",
        "<span font='file=/etc/passwd 12'>a</span>",
      ])
    func markupReachesNothing(markup: String) throws {
      #expect(try diagnostic(markup) != nil)
    }

    @Test func nearestNames() throws {
      #expect(try diagnostic("<spn>a</spn>")?.candidates.contains("span") == true)
      #expect(try diagnostic("<span colour='red'>a</span>")?.candidates.contains("color") == true)
      let feature = try diagnostic("<span font_features='plat'>a</span>")
      #expect(feature?.word == "plat" && feature?.candidates.contains("palt") == true)
    }

    @Test func fontsAndGlyphsThatAreNotThere() throws {
      let family = try diagnostic("a <span face='DejaVu Snas'>b</span>")
      #expect(family?.code == .missingFont && family?.word == "DejaVu Snas")
      #expect(family?.key == "markup")
      let glyph = try diagnostic("&lt;<b>a</b>\u{10fffd}")
      #expect(glyph?.code == .missingGlyph && glyph?.offset == 12 && glyph?.key == "markup")
    }

    static let corpus = [
      "plain", "<b>a</b>", "<span color='red' size='x-large'>a<i>b</i></span>c", "a &amp; b",
      "<span font='Serif 12' underline='double'>x</span>", "<markup>a</markup>", "<b>a</b", "<b>a",
      "</b>", "<bold>a</bold>", "&#65;&#x42;", "&#0;", "&unknown;", "a&b", "<b><i>a</b></i>",
      "<span>a</span>", "<span size='abc'>a</span>", "<span weight='600'>a</span>", "a > b",
      "<span color='#12345'>a</span>", "<span color='#123456'>a</span>", "<sub>a</sub><sup>b</sup>",
      "<span rise='5pt' letter_spacing='1024'>a</span>",
      "<span fgcolor='blue' bgcolor='#ff0'>a</span>",
      "<span strikethrough='yes'>a</span>", "<span strikethrough='maybe'>a</span>", "<b/>a",
      "< b>a</b>",
      "<span lang='ja' font_features='palt=1'>a</span>", "<span variant='small-caps'>a</span>",
      "<span stretch='condensed'>a</span>", "<span underline='none'>a</span>", "<!-- c -->a",
      "a<?pi?>b",
      "<span text_transform='capitalize'>a</span>", "<span\n size='12pt'\n>a</span>", "<B>a</B>",
      "<span baseline_shift='superscript' font_scale='superscript'>a</span>",
      "<span x='1'>a</span>",
      "<span allow_breaks='false' insert_hyphens='no' fallback='true'>a</span>",
      "<span segment='word'>a</span>", "<span line_height='1.5'>a</span>", "<b >a</b >",
      "<span weight='Ultra_Bold'>a</span>", "<span style='Oblique'>a</span>",
      "<span overline='single' overline_color='red' underline_color='red'>a</span>", "a\u{0}b<",
      "<span bgalpha='50%' fgalpha='1'>a</span>", "<span fgalpha='0'>a</span>", "é<b>ü</b>😀",
    ]

    /// What Pango itself makes of the same markup.
    @Test(arguments: corpus) func takesWhatPangoTakes(markup: String) throws {
      var text: UnsafeMutablePointer<CChar>?
      let isRight = pango_parse_markup(markup, Int32(markup.utf8.count), 0, nil, &text, nil, nil)
      defer { g_free(text) }
      let found = try diagnostic(markup)
      if found?.code == .missingFont { return }
      #expect((found == nil) == (isRight != 0), "\(found?.message ?? "")")
      if let text, isRight != 0 {
        #expect(try type.set(markup: markup).string == String(cString: text))
      }
    }

    private static let pieces = [
      "<b>", "</b>", "<i>", "</i>", "<span>", "</span>", "<span color='red'>", "<sub>", "</sub>",
      "<span size=\"x-large\">", "<span rise='2pt' >", "<s >", "</s >", "<b/>", "< b>", "<b", "</",
      "&amp;", "&lt;", "&#65;", "&#x1F600;", "&#", "&", "<", ">", "a", " ", "é", "猫", "'", "\"",
      "=", "/", ";", "#", "!", "<!-- -->", "<!--", "-->", "<?a?>", "<?", "?>", "\n", "x='1'",
    ]

    /// Likewise of what nobody would write. But "<!-->" and "<?>", which GLib takes for whole, are not
    /// closed here.
    @Test func takesWhatPangoTakesByChance() throws {
      var generator = SeededGenerator(seed: 20_261_122)
      var taken = 0
      for _ in 0..<6000 {
        let count = Int.random(in: 1...7, using: &generator)
        let markup = (0..<count).map { _ in
          Self.pieces[Int.random(in: Self.pieces.indices, using: &generator)]
        }.joined()
        if markup.contains("<!-->") || markup.contains("<?>") { continue }
        var text: UnsafeMutablePointer<CChar>?
        let isRight = pango_parse_markup(markup, Int32(markup.utf8.count), 0, nil, &text, nil, nil)
        defer { g_free(text) }
        let found = try diagnostic(markup)
        #expect((found == nil) == (isRight != 0), "\(markup): \(found?.message ?? "taken")")
        if let found {
          #expect(found.offset.map { $0 <= markup.utf8.count } == true, "\(markup)")
        } else if let text, isRight != 0 {
          taken += 1
          let wanted = String(cString: text)
          let words = wanted.hasSuffix("\n") ? String(wanted.dropLast()) : wanted
          let string = try type.set(markup: markup).string
          #expect(string == words, "\(markup)")
        }
      }
      #expect(taken > 200)
    }
  }
}

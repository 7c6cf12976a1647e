@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  /// Annotations of bases: CSS Ruby 1.
  @Suite struct RubyTests {
    let type: Typesetter
    private static let serif = "Noto Serif CJK JP"

    init() throws { type = try Typesetter() }

    private func set(
      _ markup: String, width: Double? = nil, _ change: (inout TextSpec) -> Void = { _ in }
    ) throws -> TextLayout {
      var spec = TextSpec()
      (spec.markup, spec.font, spec.size) = (markup, FontFamilies([Typesetter.japanese]), 20)
      spec.language = LanguageTag("ja")
      change(&spec)
      let available =
        spec.writingMode.isVertical ? AvailableSize(height: width) : AvailableSize(width: width)
      return try type.library.layOut(spec, in: available)
    }

    private func message(_ markup: String) throws -> String? {
      #expect(throws: TextDiagnostic.self) { try set(markup) }?.message
    }

    /// The annotation is no word of the text.
    @Test func basesAreAsWideAsTheirAnnotations() throws {
      let text = try set("船と<ruby>東京<rt>とうきょう</rt></ruby>。")
      #expect(text.string == "船と東京。")
      #expect(text.clusterTexts == ["船", "と", "東", "京", "。"])
      // Five kana of half the size, of which a quarter of 10 px is over と.
      #expect(text.clusters.map(\.rectangle.width) == [20, 20, 22.5, 25, 20])
      let mono = try set("<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>")
      #expect(mono.clusterTexts == ["東", "京"])
      #expect(mono.clusters.map(\.rectangle.width) == [20, 30])
      let short = try set("<ruby>案内所<rt>あん</rt></ruby>")
      #expect(short.clusters.map(\.rectangle.width) == [20, 20, 20])
    }

    /// Annotations hang over kana beside their base by up to half of their em, but over nothing else (JLREQ §3.3.8).
    @Test(
      arguments: [
        ("あ", "ア", 5.0, 5.0), ("ー", "っ", 5, 5), ("あ", "木", 5, 0), ("。", "あ", 0, 5),
        ("a", "あ", 0, 5), ("<b>あ</b>", "<big>あ</big>", 5, 0), ("<sup>あ</sup>", "", 0, 0),
        ("<span text_emphasis=\"dot\">あ</span>", "あ", 0, 5),
        ("<ruby>あ<rt>か</rt></ruby>", "あ", 0, 5), ("あ\n", "\nあ", 0, 0),
      ])
    func annotationsHangOverKana(
      _ before: String, _ after: String, start: Double, end: Double
    ) throws {
      for mode in [TextWritingMode.horizontal, .verticalRL] {
        let text = try set("\(before)<ruby>港<rt>みなとまち</rt></ruby>\(after)") {
          $0.writingMode = mode
        }
        let base = text.clusters[try #require(text.clusterTexts.firstIndex(of: "港"))]
        #expect(isNear(base.rectangle.width, 50 - start - end))
      }
    }

    /// A short annotation hangs over by its excess alone.
    @Test func annotationsHangByTheirExcess() throws {
      let text = try set("あ<ruby>港<rt>みなと</rt></ruby>あ")
      #expect(text.clusters.map(\.rectangle.width) == [20, 20, 20])
      let start = try set("あ<ruby>港<rt>みなと</rt></ruby>あ") { $0.rubyAlign = .start }
      #expect(start.clusters.map(\.rectangle.width) == [20, 25, 20])
      let group = try set("あ<ruby>東京<rt>とうきょうと</rt></ruby>あ")
      // 60 px over 40: 5 px beside each of the two.
      #expect(group.clusters.map(\.rectangle.width) == [20, 25, 25, 20])
    }

    /// Wherever lines break, no annotation is outside of its line.
    @Test func annotationsStayInTheirLines() throws {
      let words = String(repeating: "あの<ruby>港<rt>みなとまち</rt></ruby>の", count: 9)
      for width in stride(from: 60.0, to: 300, by: 7) {
        let text = try set(words, width: width)
        #expect(text.naturalSize.width <= width + 0.01)
        for index in text.lines.indices {
          let ink = text.ink(ofLine: index)
          #expect(ink.left > -1 && ink.right < width + 1)
        }
      }
    }

    /// A base that moves to the next line hangs over what follows it there.
    @Test func movedBasesHangAgain() throws {
      let text = try set("ああああ<ruby>港<rt>みなとまち</rt></ruby>あ", width: 120)
      #expect(text.words == ["ああああ", "港あ"])
      #expect(text.clusters.suffix(2).map(\.rectangle.width) == [45, 20])
    }

    /// Words of a base have their own colour and place, and their annotation that of the first.
    @Test func partsOfABaseHaveStyles() throws {
      let markup = "<ruby>東<span color=\"red\">京</span><rt>とうきょう</rt></ruby>"
      let text = try set(markup)
      #expect(Set(text.inkRuns(ofLine: 0).map(\.paint)).count == 2)
      #expect(
        text.rectangles(matching: "京") == [
          Rect(x: 25, y: 0, width: 25, height: text.lines[0].rectangle.height)
        ])
    }

    /// Justification widens no base.
    @Test func justificationKeepsBases() throws {
      let text = try set("<ruby>東京<rt>とうきょう</rt></ruby>木木木木木", width: 105) { $0.align = .justify }
      #expect(text.clusters.prefix(2).map(\.rectangle.width) == [25, 32.5])
    }

    @Test func linesBreakBetweenBasesOnly() throws {
      let mono = try set("あ<ruby>東<rt>と</rt>京<rt>き</rt></ruby>", width: 45)
      #expect(mono.words == ["あ東", "京"])
      let group = try set("あ<ruby>東京<rt>と</rt></ruby>", width: 45)
      #expect(group.words == ["あ", "東京"])
      let column = try set("あ<ruby>東京<rt>と</rt></ruby>。", width: 45) {
        $0.writingMode = .verticalRL
      }
      // No line begins with a full stop.
      #expect(column.words == ["あ", "東京。"])
    }

    @Test(arguments: [(AnnotationPosition.over, -1.0), (.under, 1.0)])
    func annotationsAreBesideTheBase(_ position: AnnotationPosition, sign: Double) throws {
      let (plain, ruby) = (
        try set("港") { $0.lineHeight = 3 },
        try set("<ruby>港<rt>みなと</rt></ruby>") { ($0.lineHeight, $0.rubyPosition) = (3, position) }
      )
      // From the middle of the square.
      let middle = plain.lines[0].rectangle.height / 2
      let far = position == .over ? middle - ruby.ink.top : ruby.ink.bottom - middle
      #expect(far > 12 && far < 21)
      #expect(plain.lines[0].rectangle.height == ruby.lines[0].rectangle.height)
    }

    /// In the leading if there is enough.
    @Test(arguments: [(1.0, 30.0), (1.5, 35), (2, 40)])
    func annotationsMakeLinesHigher(_ lineHeight: Double, height: Double) throws {
      let text = try set("<ruby>港<rt>みなと</rt></ruby>") {
        ($0.lineHeight, $0.writingMode) = (lineHeight, .verticalRL)
      }
      #expect(isNear(text.naturalSize.width, height))
    }

    /// Edges of the kana's ink along the line, from the start of a base of three ideographs.
    @Test func annotationsAreSpread() throws {
      func ink(_ align: RubyAlignment) throws -> Rect {
        let ruby = try set("<ruby>三三三<rt>口口</rt></ruby>") {
          ($0.rubyAlign, $0.lineHeight) = (align, 3)
        }
        let base = try set("三三三") { $0.lineHeight = 3 }
        // What is above the base.
        let raster = try ruby.placed(in: .empty, paintBox: .empty).drawn(
          over: Rect(x: 0, y: 0, width: 60, height: base.ink.top - 1), scale: 4)
        let found = try #require(raster.bounds { $0.alpha > 128 })
        return Rect(
          x: Double(found.x) / 4, y: 0, width: Double(found.width) / 4, height: 0)
      }
      let (around, between) = (try ink(.spaceAround), try ink(.spaceBetween))
      let (center, start) = (try ink(.center), try ink(.start))
      #expect(start.left < 3 && start.right < 20)
      #expect(isNear(center.left + center.right, 60, within: 1) && center.width < 20)
      #expect(
        isNear(around.left + around.right, 60, within: 1)
          && isNear(around.width, center.width + 20, within: 1))
      #expect(isNear(between.width, center.width + 40, within: 1))
    }

    @Test func wordsOfOtherScriptsStayTogether() throws {
      let (latin, base) = (try set("<ruby>三三三三<rt>Boat</rt></ruby>"), try set("三三三三"))
      #expect(latin.naturalSize.width == base.naturalSize.width)
      let wide = try set("<ruby>Boat<rt>ふねふねふねふねふね</rt></ruby>") { $0.writingMode = .verticalRL }
      #expect(wide.naturalSize.height == 100)
    }

    /// A base that is not whole has no annotation.
    @Test func anEllipsisTakesAnnotationsOfWhatItHides() throws {
      let text = try set("一二<ruby>東京都<rt>とうきょうと</rt></ruby>三四五", width: 70) {
        ($0.maxLines, $0.ellipsis, $0.lineHeight) = (1, .end, 1)
      }
      #expect(text.words[0].hasSuffix("…"))
      let isWhole = text.words[0].contains("東京都")
      #expect(isNear(text.lines[0].rectangle.height, isWhole ? 30 : 20))
    }

    /// A list annotates words without markup, and beside it.
    @Test func listsAnnotateWords() throws {
      func ruby(_ match: String, _ text: String, size: Double = 0.5) -> RubyAnnotation {
        var ruby = RubyAnnotation()
        (ruby.match, ruby.text, ruby.size) = (match, text, size)
        return ruby
      }
      func text(_ words: String, _ list: [RubyAnnotation]) throws -> TextLayout {
        try set(words) { ($0.string, $0.markup, $0.ruby) = (words, nil, list) }
      }
      let markup = try set(
        "<ruby>港<rt>みなと</rt></ruby>と<ruby>船<rt>ふね</rt></ruby>と<ruby>港<rt>みなと</rt></ruby>")
      let list = try text("港と船と港", [ruby("港", "みなと"), ruby("船", "ふね")])
      #expect(list.outlines == markup.outlines)
      // The earlier entry has the words that both match.
      let first = try text("東京都と東京", [ruby("東京都", "とうきょうと"), ruby("東京", "とうきょう")])
      let same = try set("<ruby>東京都<rt>とうきょうと</rt></ruby>と<ruby>東京<rt>とうきょう</rt></ruby>")
      #expect(first.outlines == same.outlines)
      // In characters, not in bytes or code points.
      var range = RubyAnnotation()
      (range.range, range.text) = ([1, 2], "みなと")
      let emoji = try text("が港", [range])
      #expect(emoji.outlines == (try set("が<ruby>港<rt>みなと</rt></ruby>")).outlines)
      let beside = try set("<ruby>港<rt>みなと</rt></ruby>と<b>船</b>") { $0.ruby = [ruby("船", "ふね")] }
      #expect(
        beside.outlines
          == (try set("<ruby>港<rt>みなと</rt></ruby>と<b><ruby>船<rt>ふね</rt></ruby></b>")).outlines)
      let small = try text("港", [ruby("港", "みな", size: 0.25)])
      #expect(
        isNear(
          small.lines[0].rectangle.height, try set("港").lines[0].rectangle.height + 5, within: 5))
      #expect(small.ink.height < (try text("港", [ruby("港", "みな")])).ink.height)
    }

    @Test func wrongListsAreErrors() throws {
      func message(_ words: String, _ match: String?, _ range: [Int]?) -> (String?, [PathElement]?)
      {
        var ruby = RubyAnnotation()
        (ruby.match, ruby.range, ruby.text) = (match, range, "か")
        let error = #expect(throws: TextDiagnostic.self) {
          try set(words) { $0.ruby = [ruby] }
        }
        return (error?.message, error.map { $0.path + [.key($0.key)] })
      }
      let missing = message("港", "船", nil)
      #expect(missing.0 == "the text does not contain these words.")
      #expect(missing.1 == [.key("ruby"), .index(0), .key("match")])
      #expect(
        message("<ruby>港<rt>か</rt></ruby>", "港", nil).0 == "these words have annotations already.")
      #expect(message("港\n町", "港 町", nil).0 == "the text does not contain these words.")
      #expect(
        message("港", nil, [0, 2]).0 == "2 is more than 1, the number of the text's characters.")
      #expect(message("港\n町", nil, [0, 3]).0 == "annotated words have no newline.")
      #expect(
        message("<ruby>港<rt>か</rt></ruby>町", nil, [0, 2]).0
          == "some of these characters have an annotation already.")
      let many = String(repeating: "港", count: 5001)
      #expect(
        message(many, "港", nil).0
          == "the text has 5001 annotations; at most 5000 are allowed. Split it into several layers."
      )
    }

    @Test func otherProgramsParenthesesAreLeftOut() throws {
      let text = try set("<ruby>港<rp>（</rp><rt>みなと</rt><rp>）</rp></ruby>")
      #expect(text.string == "港" && text.clusters[0].rectangle.width == 30)
    }

    @Test func wrongRubyIsAnError() throws {
      #expect(
        try message("<rt>a</rt>")
          == "<rt> must be in <ruby>: write <ruby>base<rt>annotation</rt></ruby>.")
      #expect(try message("<ruby><rt>a</rt></ruby>") == "<rt> has no base before it.")
      #expect(try message("<ruby>a<ruby>b</ruby></ruby>") == "<ruby> cannot be in <ruby>.")
      #expect(try message("<ruby>a<rt><b>b</b></rt></ruby>") == "<rt> has words only, found <b>.")
      #expect(
        try message("<ruby>a\nb<rt>c</rt></ruby>")
          == "a base of <ruby> and its <rt> have no newline.")
      for newline in ["\n", "\u{2028}", "\u{85}"] {
        #expect(
          try message("<ruby>a<rt>b\(newline)c</rt></ruby>")
            == "a base of <ruby> and its <rt> have no newline.")
      }
      #expect(try message("<ruby>a<rt>\u{10ffff}</rt></ruby>")?.contains("U+10FFFF") == true)
    }

    /// Annotations of bold bases are bold, however they became so.
    @Test func annotationsAreAsBoldAsTheirBase() throws {
      let markup = try set("<b><ruby>港<rt>みなと</rt></ruby></b>")
      let whole = try set("<ruby>港<rt>みなと</rt></ruby>") { $0.weight = 700 }
      #expect(markup.outlines == whole.outlines)
      #expect(try set("<ruby>港<rt>みなと</rt></ruby>").outlines != whole.outlines)
      let serif = try set("<span font_family=\"\(Self.serif)\"><ruby>港<rt>みなと</rt></ruby></span>")
      let all = try set("<ruby>港<rt>みなと</rt></ruby>") {
        $0.font = FontFamilies([Self.serif])
      }
      #expect(serif.outlines == all.outlines)
    }

    @Test func inkAndOutlinesHaveTheAnnotation() throws {
      let (plain, ruby) = (try set("港"), try set("<ruby>港<rt>みな</rt></ruby>"))
      #expect(ruby.outlines.elements.count > plain.outlines.elements.count)
      #expect(ruby.concealing { _ in true }.outlines.elements.isEmpty)
    }
  }
}

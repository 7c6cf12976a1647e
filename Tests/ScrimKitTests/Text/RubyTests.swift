@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  /// Annotations of bases: CSS Ruby 1.
  @Suite struct RubyTests {
    let type: Typesetter

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

    /// The annotation is no word of the text, and its base one cluster.
    @Test func basesAreUnits() throws {
      let text = try set("船は<ruby>東京<rt>とうきょう</rt></ruby>へ")
      #expect(text.string == "船は東京へ")
      #expect(text.clusterTexts == ["船", "は", "東京", "へ"])
      // Five kana of half the size are wider than two ideographs.
      #expect(text.clusters.map(\.rectangle.width) == [20, 20, 50, 20])
      let mono = try set("<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>")
      #expect(mono.clusterTexts == ["東", "京"])
      #expect(mono.clusters.map(\.rectangle.width) == [20, 30])
      let short = try set("<ruby>案内所<rt>あん</rt></ruby>")
      #expect(short.clusters.map(\.rectangle.width) == [60])
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
    }

    @Test func inkAndOutlinesHaveTheAnnotation() throws {
      let (plain, ruby) = (try set("港"), try set("<ruby>港<rt>みな</rt></ruby>"))
      #expect(ruby.outlines.elements.count > plain.outlines.elements.count)
      #expect(ruby.concealing { _ in true }.outlines.elements.isEmpty)
    }
  }
}

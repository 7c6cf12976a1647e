import Foundation
@_spi(Host) import ScrimKit
import ProgramTesting
import Testing

extension TextTests {
  /// Vertical text: CSS Writing Modes 4, UAX #50.
  @Suite struct ColumnTests {
    let type: Typesetter
    /// The frame of texts.
    static let box = Rect(x: 100, y: 50, width: 300, height: 100)

    init() throws { type = try Typesetter() }

    private func set(
      _ string: String, _ mode: TextWritingMode = .verticalRL,
      font: String = Typesetter.japanese, _ change: (inout TextSpec) -> Void = { _ in }
    ) throws -> TextLayout {
      var spec = TextSpec()
      (spec.string, spec.font, spec.size) = (string, FontFamilies([font]), 20)
      (spec.writingMode, spec.lineHeight) = (mode, 1.5)
      spec.language = LanguageTag("ja")
      change(&spec)
      let available = AvailableSize(width: Self.box.width, height: Self.box.height)
      return try type.library.layOut(spec, in: available).placed(in: Self.box, paintBox: Self.box)
    }

    @Test func linesAreColumnsAsLongAsTheFrameIsHigh() throws {
      let text = try set("一二三四五六七")
      #expect(text.words == ["一二三四五", "六七"])
      #expect(
        text.lines.map(\.rectangle) == [
          Rect(x: 370, y: 50, width: 30, height: 100), Rect(x: 340, y: 50, width: 30, height: 40),
        ])
      #expect(text.lines.map(\.baseline) == [385, 355])
      #expect(text.naturalSize == Size(width: 60, height: 100))
      #expect(text.firstBaseline == nil)
      #expect(text.clusters.map(\.rectangle.y) == [50, 70, 90, 110, 130, 50, 70])
    }

    @Test func theFirstColumnIsTheLeftmostInVerticalLR() throws {
      let text = try set("一二三四五六七", .verticalLR)
      #expect(
        text.lines.map(\.rectangle) == [
          Rect(x: 100, y: 50, width: 30, height: 100), Rect(x: 130, y: 50, width: 30, height: 40),
        ])
    }

    @Test(arguments: [
      (TextAlignment.start, 50.0), (.center, 80), (.end, 110),
    ])
    func alignIsAlongTheColumn(_ align: TextAlignment, y: Double) throws {
      let line = try #require(try set("一二") { $0.align = align }.lines.first)
      #expect(line.rectangle.y == y)
    }

    /// `top`, `middle` and `bottom` are the start, middle and end of the columns' order.
    @Test(arguments: [
      (TextWritingMode.verticalRL, VerticalAlignment.top, 370.0), (.verticalRL, .middle, 235),
      (.verticalRL, .bottom, 100), (.verticalLR, .top, 100), (.verticalLR, .middle, 235),
      (.verticalLR, .bottom, 370),
    ])
    func verticalAlignIsAcross(
      _ mode: TextWritingMode, _ align: VerticalAlignment, x: Double
    ) throws {
      let line = try #require(try set("一二", mode) { $0.verticalAlign = align }.lines.first)
      #expect(line.rectangle.x == x)
    }

    /// A letter's ink in columns beside that in a horizontal line.
    @Test func lettersAreRotatedAndIdeographsAreNot() throws {
      let (row, column) = (try type.set("Ll", Typesetter.japanese), try set("Ll"))
      #expect(isNear(row.ink.width, column.ink.height) && isNear(row.ink.height, column.ink.width))
      let (upright, sideways) = (
        try set("一") { $0.textOrientation = .upright },
        try set("一") { $0.textOrientation = .sideways }
      )
      #expect(upright.ink.width > 3 * upright.ink.height)
      #expect(sideways.ink.height > 3 * sideways.ink.width)
      let letters = try set("Ll") { $0.textOrientation = .upright }
      // One below the other.
      #expect(letters.clusters[1].rectangle.y > letters.clusters[0].rectangle.y)
      #expect(letters.ink.height > 1.8 * row.ink.height)
    }

    /// Each is one line, compared with itself in a horizontal text.
    @Test(arguments: [
      "Noto Sans CJK JP", "Noto Serif CJK JP", "Noto Sans CJK SC", "Noto Serif CJK SC",
    ])
    func everyCharacterStandsAsUnicodeSays(_ font: String) throws {
      let orientations = try Self.orientations()
      let characters = try Self.characters(of: font).filter { scalar in
        let properties = scalar.properties
        return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
          && ![.control, .format, .nonspacingMark, .spacingMark, .enclosingMark, .surrogate]
            .contains(properties.generalCategory)
          && !properties.isEmojiPresentation
          // Joined or placed relative to their neighbours.
          && !(0x1100...0x11ff).contains(scalar.value) && !(0xa960...0xd7ff).contains(scalar.value)
      }
      #expect(characters.count > 20_000)
      var wrong: [String] = []
      for start in stride(from: 0, to: characters.count, by: 400) {
        let part = characters[start..<min(start + 400, characters.count)]
        var spec = TextSpec()
        spec.string = part.map { String(Character($0)) }.joined(separator: "\n")
        (spec.font, spec.size) = (FontFamilies([font]), 100)
        (spec.missingGlyphs, spec.fontFallback) = (.allow, .allow)
        let rows = try type.library.layOut(spec, in: AvailableSize())
        spec.writingMode = .verticalRL
        let columns = try type.library.layOut(spec, in: AvailableSize())
          .placed(in: .empty, paintBox: .empty)
        try #require(rows.lines.count == part.count && columns.lines.count == part.count)
        for (index, scalar) in part.enumerated() {
          let (row, column) = (rows.ink(ofLine: index), columns.ink(ofLine: index))
          guard !row.isEmpty else { continue }
          let isUpright =
            isNear(row.width, column.width, within: 0.1)
            && isNear(row.height, column.height, within: 0.1)
          let isRotated =
            isNear(row.width, column.height, within: 0.1)
            && isNear(row.height, column.width, within: 0.1)
          // A form for columns may have any size.
          let isRight =
            switch orientations[scalar.value] ?? "R" {
            case "R": isRotated
            case "U": isUpright || !isRotated
            default: true
            }
          if !isRight { wrong.append(String(scalar.value, radix: 16)) }
        }
      }
      #expect(wrong == [])
    }

    /// Debian's file, but for those that are rotated by default.
    private static func orientations() throws -> [UInt32: Substring] {
      let file = try String(
        contentsOfFile: "/usr/share/unicode/VerticalOrientation.txt", encoding: .utf8)
      var found: [UInt32: Substring] = [:]
      for line in file.split(separator: "\n") where !line.hasPrefix("#") {
        let fields = line.prefix { $0 != "#" }.split(separator: ";").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        guard fields.count == 2 else { continue }
        let ends = fields[0].components(separatedBy: "..").compactMap { UInt32($0, radix: 16) }
        let (first, last) = (try #require(ends.first), try #require(ends.last))
        for value in first...last { found[value] = Substring(fields[1]) }
      }
      #expect(found[0x4e00] == "U" && found[0x41] == "R" && found[0x30fc] == "Tr")
      return found
    }

    /// The characters of a family, as fontconfig lists them: ranges of hexadecimal numbers.
    private static func characters(of font: String) throws -> [Unicode.Scalar] {
      let list = try CommandRun("-f", "%{charset}", font, program: "/usr/bin/fc-match").output
      return list.split(separator: " ").flatMap { range -> [Unicode.Scalar] in
        let ends = range.split(separator: "-").compactMap { UInt32($0, radix: 16) }
        guard let first = ends.first, let last = ends.last else { return [] }
        return (first...last).compactMap(Unicode.Scalar.init)
      }
    }

    /// A font with brackets, and without forms of them for columns.
    @Test func whatAFontHasNoFormOfIsRotated() throws {
      let (bracket, font) = ("\u{2329}", "DejaVu Math TeX Gyre")
      let (row, column) = (
        try type.set(bracket, font),
        try set("a" + bracket + bracket, font: font)
      )
      #expect(column.unformed.map(\.characters) == [[Character(bracket)]])
      #expect(column.unformed.map(\.family) == [font])
      #expect(isNear(column.ink.width, row.ink.height, within: 5))
      #expect(try set("（〜）ー").unformed.isEmpty)
      #expect(
        try set(bracket, font: font) { $0.textOrientation = .upright }.unformed.isEmpty)
    }

    @Test func punctuationHasItsFormsForColumns() throws {
      // The stop is in the right upper quarter of its square, in a horizontal line in the left lower one.
      let text = try set("一。") { $0.textSpacingTrim = .spaceAll }
      let square = text.clusters[1].rectangle
      let ink = try set("。") { $0.textSpacingTrim = .spaceAll }.ink
      #expect(ink.left > square.left + square.width / 2)
      #expect(ink.top < 50 + 10)
      // A long vowel is a vertical stroke.
      let vowel = try set("ー").ink
      #expect(vowel.height > 3 * vowel.width)
    }

    /// Unicode would rotate it where a font has no form, but it is upright in Japanese and Chinese columns.
    @Test func semicolonsAreUpright() throws {
      let (row, column) = (
        try type.set("；", Typesetter.japanese), try set("；") { $0.textSpacingTrim = .spaceAll }
      )
      #expect(isNear(column.ink.width, row.ink.width, within: 0.1))
      #expect(isNear(column.ink.height, row.ink.height, within: 0.1))
      #expect(column.unformed.isEmpty)
    }

    @Test func punctuationSharesSpaceInColumns() throws {
      #expect(isNear(try set("」「").naturalSize.height, 30))
      #expect(isNear(try set("」「") { $0.textSpacingTrim = .spaceAll }.naturalSize.height, 40))
    }

    @Test func baselinesSnapToColumnsOfPixels() throws {
      let text = try set("一二三四五六七") { ($0.size, $0.lineHeight) = (15, 1.5) }
      let snapped = text.snapped(to: PixelGrid(canvas: Size(width: 500, height: 200), scale: 2))
      for line in snapped.lines {
        #expect(isNear((line.baseline * 2).rounded(), line.baseline * 2, within: 1e-6))
      }
    }

    // MARK: Combined characters

    @Test func shortNumbersShareOneSquare() throws {
      let text = try set("令和8年12月2026") { $0.textCombine = .digits2 }
      #expect(text.words.joined() == "令和8年12月2026")
      #expect(text.clusterTexts.prefix(6) == ["令", "和", "8", "年", "12", "月"])
      #expect(text.clusters[4].rectangle.height == 20)
      // As wide as they are in a horizontal line, unless that is wider than the square.
      let row = try type.set("12", Typesetter.japanese)
      let twelve = try set("12") { $0.textCombine = .digits2 }
      #expect(isNear(twelve.ink.height, row.ink.height, within: 0.5))
      #expect(twelve.ink.width <= 20)
      let year = try set("2026") { $0.textCombine = .digits4 }
      let wide = try type.set("2026", Typesetter.japanese)
      #expect(year.ink.width <= 20)
      #expect(isNear(year.ink.height, wide.ink.height, within: 0.5))
      #expect(isNear(year.ink.left + year.ink.right, 2 * 385, within: 1))
    }

    @Test func markupCombinesAnything() throws {
      func text(_ markup: String, _ combine: TextCombine = .none) throws -> [String] {
        try set("") {
          ($0.string, $0.markup, $0.textCombine) = (nil, markup, combine)
        }.clusterTexts
      }
      #expect(try text("お<span text_combine=\"all\">!?</span>") == ["お", "!?"])
      #expect(try text("<span text_combine=\"none\">12</span>月", .digits2) == ["1", "2", "月"])
      #expect(try text("<span text_combine=\"all\">1<b>2</b></span>3") == ["12", "3"])
      let error = #expect(throws: TextDiagnostic.self) {
        try text("<span text_combine=\"some\">1</span>")
      }
      #expect(error?.message.contains("\"some\"") == true)
    }

    @Test func whatIsCombinedIsFoundAndMissed() throws {
      let text = try set("第12回") { $0.textCombine = .digits2 }
      #expect(text.rectangles(matching: "12").count == 1)
      #expect(throws: TextDiagnostic.self) {
        try set("") {
          ($0.string, $0.markup) = (nil, "あ<span text_combine=\"all\">a\u{10ffff}</span>")
        }
      }
    }

    // MARK: Emphasis marks

    @Test(arguments: [
      (AnnotationPosition.over, 395.0...405.0), (.under, 365.0...375.0),
    ])
    func marksAreBesideTheLettersSquares(
      _ position: AnnotationPosition, _ place: ClosedRange<Double>
    ) throws {
      let plain = try set("一、二").ink
      let marked = try set("一、二") {
        ($0.textEmphasis, $0.textEmphasisPosition) = (TextEmphasis("filled sesame"), position)
        $0.lineHeight = 3
      }
      // The column is higher by 1.5 times the size, half of it before its middle.
      let shift = 15.0
      let (left, right) = (marked.ink.left + shift, marked.ink.right + shift)
      if position == .over {
        #expect(right > place.lowerBound && right <= place.upperBound && isNear(left, plain.left))
      } else {
        #expect(left < place.upperBound && left >= place.lowerBound && isNear(right, plain.right))
      }
      #expect(marked.words == ["一、二"] && marked.clusters.count == 3)
    }

    /// In the leading if there is enough.
    @Test(arguments: [(1.0, 30.0), (1.5, 35), (3, 60)])
    func marksMakeLinesHigher(_ lineHeight: Double, height: Double) throws {
      let text = try set("一二") {
        ($0.textEmphasis, $0.lineHeight) = (TextEmphasis("open dot"), lineHeight)
      }
      #expect(isNear(text.lines[0].rectangle.width, height))
    }

    @Test func spacesAndPunctuationHaveNoMarks() throws {
      let text = try type.set("a b, c!", Typesetter.noto) { $0.textEmphasis = TextEmphasis("x") }
      let plain = try type.set("a b, c!", Typesetter.noto)
      let other = try type.set("abc", Typesetter.noto) { $0.textEmphasis = TextEmphasis("x") }
      let marks = text.outlines.elements.count - plain.outlines.elements.count
      let threeMarks =
        other.outlines.elements.count
        - (try type.set("abc", Typesetter.noto)).outlines.elements.count
      #expect(marks == threeMarks && marks > 0)
    }

    @Test func markupMarksWords() throws {
      func ink(_ markup: String) throws -> Rect {
        try type.set(markup: markup, Typesetter.japanese) { $0.lineHeight = 3 }.ink
      }
      let plain = try ink("一二")
      #expect(try ink("一<span text_emphasis=\"triangle\">二</span>").top < plain.top - 5)
      #expect(try ink("<span text_emphasis=\"none\">一二</span>") == plain)
      let error = #expect(throws: TextDiagnostic.self) {
        try ink("<span text_emphasis=\"filled star\">一</span>")
      }
      #expect(
        error?.message
          == "text_emphasis=\"filled star\" must be one character, or \"filled\" or \"open\" with \"dot\", \"circle\", "
          + "\"double-circle\", \"triangle\" or \"sesame\" or \"none\".")
    }

    @Test(arguments: ["", "dot dot", "filled star", "ab", " ", "open  dot"])
    func otherMarksAreErrors(_ style: String) { #expect(TextEmphasis(style) == nil) }

    // MARK: Decorations

    /// Beside the letters' squares: right in Japanese, left in Chinese.
    @Test(arguments: [("ja", 395.0), ("zh-Hans", 375.0), ("ko", 395.0)])
    func underlinesAreBesideTheColumn(_ language: String, edge: Double) throws {
      let plain = try set("一") { $0.language = LanguageTag(language) }.ink
      let line = try set("一") {
        $0.language = LanguageTag(language)
        $0.textDecoration = TextDecoration()
      }.ink
      if edge > 385 {
        #expect(line.right > edge && line.right < edge + 5 && isNear(line.left, plain.left))
      } else {
        #expect(line.left < edge && line.left > edge - 5 && isNear(line.right, plain.right))
      }
      #expect(isNear(line.top, 50) && isNear(line.height, 20))
    }
  }
}

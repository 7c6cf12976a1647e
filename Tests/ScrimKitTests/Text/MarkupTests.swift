@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  @Suite struct MarkupTests {
    let type: Typesetter

    init() throws { type = try Typesetter() }

    private func widths(_ markup: String) throws -> [Double] {
      try type.set(markup: markup).clusters.map { ($0.rectangle.width / Typesetter.monoAdvance) }
    }

    @Test func tagsAreNotPartOfTheText() throws {
      let text = try type.set(
        markup: "<b>bold</b> &lt;&amp;&gt; <!-- not this --><i>it</i>&#x1F600;")
      #expect(text.string == "bold <&> it😀")
      #expect(try type.set(markup: "one\r\ntwo\n").string == "one\ntwo")
      #expect(text.lines[0].range == 0..<text.string.utf8.count)
    }

    static let sizeCases: [(markup: String, size: Double)] = [
      ("<span size='20pt'>a</span>", 20 * 96 / 72), ("<span size='15360'>a</span>", 20),
      ("<span size='150%'>a</span>", 30), ("<big>a</big>", 24), ("<small>a</small>", 20 / 1.2),
      ("<big><big>a</big></big>", 28.8), ("<span size='x-large'>a</span>", 28.8),
      ("<span font='DejaVu Sans Mono 9'>a</span>", 12),
      ("<span size='15pt'><big>a</big></span>", 24),
      ("<span size='larger'>a</span>", 24), ("<sup>a</sup>", 14), ("<big><sub>a</sub></big>", 16.8),
      ("<sup><big>a</big></sup>", 16.8), ("<span size='15pt'><sup>a</sup></span>", 14),
      ("<span font_scale='subscript'>a</span>", 14),
      ("<span font_desc='DejaVu Sans Mono 30px'>a</span>", 30),
    ]

    @Test(arguments: sizeCases) func sizes(markup: String, size: Double) throws {
      let width = try #require(try widths(markup).first)
      #expect(isNear(width, size, within: 0.02))
    }

    /// Pango makes the first of a paragraph larger.
    @Test func superscriptsAreOfOneSize() throws {
      let text = try type.set(markup: "<sup>1</sup>a<sup>1</sup>\n<sup>1</sup>")
      let widths = text.clusters.filter { $0.rectangle.width < 10 }.map(\.rectangle.width)
      #expect(widths.count == 3 && Set(widths).count == 1)
    }

    @Test func pointsAre96ToTheInch() throws {
      // 9 pt are 12 px, of sizes and of all other lengths.
      let risen = try type.set(markup: "<span size='9pt' rise='9pt'>x</span>")
      #expect(isNear(risen.lines[0].baseline - risen.ink.bottom, 12))
      let spaced = try type.set(markup: "<span letter_spacing='9216'>ab</span>")
      #expect(isNear(spaced.naturalSize.width, 2 * Typesetter.monoAdvance * 20 + 12))
    }

    /// A rise alone ends no run of Pango's.
    @Test func partsOfARunRise() throws {
      let text = try type.set(markup: "x<span rise='7.5pt'>x</span>x")
      let flat = try type.set("xxx")
      #expect(
        isNear(flat.ink.top - text.ink.top + text.lines[0].baseline - flat.lines[0].baseline, 10))
      #expect(isNear(text.lines[0].rectangle.height, flat.lines[0].rectangle.height + 10))
      #expect(text.clusters.map(\.rectangle.left) == flat.clusters.map(\.rectangle.left))
    }

    @Test func backgroundsHaveNoSeams() throws {
      let box = Rect(x: 0.3, y: 0, width: 200, height: 30)
      let text = try type.set(markup: "<span background='lime'>a <u>b</u> c</span>", in: box)
      let raster = try text.drawn(over: box)
      for x in 2..<58 { #expect(raster[x, 1] == Sample(0, 255, 0, 255)) }
    }

    @Test func shiftsCountFromTheWordsAround() throws {
      func rise(_ markup: String) throws -> Double {
        let text = try type.set(markup: markup)
        return text.lines[0].baseline - text.ink.bottom
      }
      #expect(isNear(try rise("<span baseline_shift='superscript'>x</span>"), 20 / 3.0))
      #expect(isNear(try rise("<span baseline_shift='subscript'>x</span>"), -4))
      #expect(isNear(try rise("<span baseline_shift='7.5pt'>x</span>"), 10))
      #expect(isNear(try rise("<big><sup>x</sup></big>"), 8, within: 0.02))
      #expect(isNear(try rise("<sup><sup>x</sup></sup>"), 20 / 3.0 * 1.7, within: 0.02))
      #expect(isNear(try rise("<span rise='3pt'><span rise='6pt'>x</span></span>"), 8))
    }

    /// Those of a description in px are not points.
    @Test func fontsInPixels() throws {
      let text = try type.set(markup: "<span font='DejaVu Sans Mono 40px'>a<sup>a</sup></span>")
      #expect(isNear(text.clusters[0].rectangle.width, 40 * Typesetter.monoAdvance))
      #expect(isNear(text.clusters[1].rectangle.width, 28 * Typesetter.monoAdvance, within: 0.02))
    }

    @Test func weightsOfSpansAreWhatWasAskedFor() throws {
      let text = try type.set(
        markup: "a <b>b</b> <span weight='300'>c</span> <span font='DejaVu Sans Bold'>d</span>"
          + "<span face='DejaVu Serif' weight='900'>e</span>")
      let told = text.substitutions.map {
        "\($0.family) \($0.askedWeight) \($0.askedStyle) \($0.usedWeight) \($0.usedStyle)"
      }
      #expect(
        told == [
          "DejaVu Sans Mono 300 normal 400 normal", "DejaVu Serif 900 normal 700 normal",
        ])
    }

    @Test func fontsOfSpans() throws {
      let text = try type.set(
        markup:
          "a<span face='DejaVu Sans' weight='bold'>b</span><tt>c</tt><span style='italic'>d</span>")
      #expect(text.clusterTexts == ["a", "b", "c", "d"])
      let bold = try type.set("b", Typesetter.latin) { $0.weight = 700 }
      #expect(text.clusters[1].rectangle.width == bold.clusters[0].rectangle.width)
      #expect(try type.set(markup: "<span text_transform='uppercase'>aß</span>").string == "aß")
      let caps = try type.set(markup: "<span text_transform='uppercase'>a</span>")
      #expect(caps.outlines == (try type.set("A")).outlines)
      #expect(
        try type.set(markup: "<span font_features='liga=0'>fi</span>", Typesetter.latin)
          .clusters.count == 2)
      #expect(try type.set(markup: "fi", Typesetter.latin).clusters.count == 1)
    }

    @Test func coloursOfSpans() throws {
      let box = Rect(x: 0, y: 0, width: 200, height: 30)
      let text = try type.set(
        markup: "█<span color='red'>█</span><span color='#00f' alpha='50%'>█</span>", in: box)
      let raster = try text.drawn(over: box)
      #expect(raster[6, 12] == .black && raster[18, 12] == .red)
      #expect(raster[30, 12].isNear(Sample(0, 0, 128, 128), within: 1))
      #expect(!text.isOpaque)
      // Who repaints the letters repaints them all.
      let white = try text.painted(with: .white).drawn(over: box)
      #expect(white[6, 12] == .white && white[18, 12] == .white && white[30, 12] == .white)
      // A colour in the middle of joined letters changes nothing of their shape.
      let joined = try type.set("ببب", Typesetter.arabic)
      let coloured = try type.set(markup: "ب<span color='red'>ب</span>ب", Typesetter.arabic)
      #expect(coloured.outlines == joined.outlines)
    }

    @Test func backgroundsAreNoInk() throws {
      let box = Rect(x: 0, y: 0, width: 200, height: 40)
      let text = try type.set(markup: "a<span background='lime'>b c</span>d", in: box)
      #expect(text.ink == (try type.set("ab cd", in: box)).ink)
      #expect(text.hasBackgrounds && !text.withoutBackgrounds().hasBackgrounds)
      let advance = Typesetter.monoAdvance * 20
      #expect(isNear(text.extent.left, text.ink.left) && text.extent.bottom > text.ink.bottom)
      let raster = try text.drawn(over: box)
      let lime = Sample(0, 255, 0, 255)
      #expect(raster[Int(advance) + 1, 1] == lime && raster[Int(2.5 * advance), 20] == lime)
      #expect(raster[Int(advance) - 2, 1] == .clear && raster[Int(4 * advance) + 2, 1] == .clear)
      // The letters lie over it.
      #expect(raster.bounds { $0 == .black } != nil)
      let letters = try text.withoutBackgrounds().drawn(over: box)
      #expect(letters.distance(to: try type.set("ab cd", in: box).drawn(over: box)) == 0)
    }

    @Test func hiddenLinesHaveNoBackground() throws {
      let box = Rect(x: 0, y: 0, width: 200, height: 60)
      let text = try type.set(
        markup: "<span background='red' underline='single'>a\nb</span>", in: box)
      let half = text.showing { $0 == 0 }
      #expect(half.extent.bottom < 30)
      let concealed = text.concealing { $0 == 1 }
      #expect(concealed.extent == half.extent && concealed.ink == half.ink)
      let replaced = try text.replacing([1: "decoy"])
      #expect(replaced.spec.markup == nil && replaced.string == "a\ndecoy")
      #expect(replaced.extent.bottom > 30)
      #expect(replaced.showing { $0 == 1 }.extent == replaced.ink(ofLine: 1))
    }

    static let lineCases: [(markup: String, above: Bool, below: Bool)] = [
      ("<u>a a</u>", false, true), ("<span underline='double'>a a</span>", false, true),
      ("<span underline='low'>a a</span>", false, true),
      ("<span underline='error'>a a</span>", false, true),
      ("<span underline='single-line'>a a</span>", false, true),
      ("<span overline='single'>a a</span>", true, false), ("<s>a a</s>", false, false),
    ]

    @Test(arguments: lineCases) func linesBelongToTheInk(markup: String, above: Bool, below: Bool)
      throws
    {
      let plain = try type.set("a a").ink
      let text = try type.set(markup: markup)
      let ink = text.ink
      #expect((ink.top < plain.top) == above && (ink.bottom > plain.bottom) == below)
      // From the first letter's origin to the last one's end; the space between too.
      #expect(isNear(ink.left, 0) && isNear(ink.right, 3 * Typesetter.monoAdvance * 20))
      #expect(isNear(text.outlines.bounds.bottom, ink.bottom))
    }

    @Test func lineEndsHaveNoLine() throws {
      let text = try type.set(markup: "<u>a</u> <u>b </u>")
      #expect(isNear(text.ink.right, 3 * Typesetter.monoAdvance * 20))
    }

    /// Letters of some fonts run clockwise, of others not: a line must cut holes in neither.
    @Test(arguments: [Typesetter.mono, Typesetter.japanese])
    func linesCutNoHoles(font: String) throws {
      let box = Rect(x: 0, y: 0, width: 100, height: 60)
      let text = try type.set(markup: "<s>猫I</s>", font, in: box) { $0.size = 40 }
      let both = try text.drawn(over: box)
      let plain = try type.set("猫I", font, in: box) { $0.size = 40 }
      let letters = try plain.drawn(over: box)
      var cut = 0
      // (Overlapping shapes are Cairo's, whose edges are a few steps of coverage coarser.)
      for (x, y) in both.area.places where Int(letters[x, y].alpha) > Int(both[x, y].alpha) + 16 {
        cut += 1
      }
      #expect(cut == 0)
    }

    @Test func coloursOfLines() throws {
      let box = Rect(x: 0, y: 0, width: 100, height: 60)
      let text = try type.set(
        markup: "<span color='white' strikethrough='true' strikethrough_color='red'>████</span>",
        in: box
      ) { $0.size = 40 }
      let raster = try text.drawn(over: box)
      #expect(raster.bounds { $0 == .red } != nil)
      let under = try type.set(
        markup: "<span color='white' underline='single' underline_color='red'>████</span>",
        in: box
      ) { $0.size = 40 }
      // Under the letters, which cover it here.
      let covered = try under.drawn(over: box)
      #expect(covered.bounds { $0 == .red }.map { $0.height < 3 } ?? true)
    }

    @Test func lineHeightsHoldTheirSpans() throws {
      let plain = try type.set("a\nb") { $0.lineHeight = 1.5 }
      #expect(plain.lines.map(\.rectangle.height) == [30, 30])
      let mixed = try type.set(markup: "a\n<span size='200%'>b</span>\n<small>c</small>") {
        $0.lineHeight = 1.5
      }
      #expect(isNear(mixed.lines[0].rectangle.height, 30))
      #expect(isNear(mixed.lines[1].rectangle.height, 60))
      // A line is never lower than one of the text's own size, as in CSS.
      #expect(mixed.lines[2].rectangle.height >= 30)
      let tall = try type.set(markup: "<span line_height='3'>a</span>\nb")
      #expect(
        isNear(tall.lines[0].rectangle.height, 3 * tall.lines[1].rectangle.height, within: 0.05))
    }

    @Test func ellipsesLookLikeTheirNeighbours() throws {
      let advance = Typesetter.monoAdvance * 20
      let box = Rect(x: 0, y: 0, width: 6 * advance + 0.01, height: 30)
      let text = try type.set(markup: "ab<span color='red'>cdefghi</span>jk", in: box) {
        $0.maxLines = 1
        $0.ellipsis = .end
        $0.wrap = .character
      }
      #expect(text.string == "abcde…")
      let raster = try text.drawn(over: box)
      let last = PixelRect(covering: text.clusters[5].rectangle, scale: 1)
      #expect(try raster.cropped(to: last).bounds { $0.red > 100 } != nil)
      #expect(try raster.cropped(to: last).bounds { $0.alpha > 0 && $0.red == 0 } == nil)
    }

    @Test func textsOfSeveralSizesShrinkTogether() throws {
      let text = try type.set(markup: "<big>aaaa</big> bbbb", in: nil) { _ in }
      var spec = TextSpec()
      spec.markup = "<big>aaaa</big> bbbb"
      spec.font = FontFamilies([Typesetter.mono])
      spec.size = 20
      spec.fit = .shrink
      spec.maxLines = 1
      let small = try type.library.layOut(
        spec, in: AvailableSize(width: text.naturalSize.width / 2))
      #expect(small.spec.size == 10)
    }
  }
}

@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  @Suite struct EditingTests {
    let type: Typesetter
    let box = Rect(x: 10, y: 10, width: 260, height: 120)

    init() throws { type = try Typesetter() }

    @Test func hiddenLinesHaveNoInk() throws {
      let text = try type.set("first\nsecond 😀\nthird", in: box)
      let shown = text.showing { $0 != 1 }
      #expect(shown.lines.map(\.rectangle) == text.lines.map(\.rectangle))
      #expect(shown.lines.map(\.isDrawn) == [true, false, true])
      #expect(shown.ink(ofLine: 1) == .empty && shown.ink(ofLine: 0) == text.ink(ofLine: 0))
      #expect(text.hasColorClusters && !shown.hasColorClusters)
      #expect(text.lines.allSatisfy { $0.isDrawn })
      let raster = try shown.drawn(over: box)
      let ink = try #require(raster.bounds { $0.alpha > 0 })
      #expect(ink.y + ink.height <= 140)
      let second = PixelRect(covering: text.lines[1].rectangle.grown(by: -5), scale: 1)
      #expect(try raster.cropped(to: second).bounds { $0.alpha > 0 } == nil)
      // What is hidden stays hidden.
      #expect(!shown.showing { _ in true }.lines[1].isDrawn)
    }

    @Test(arguments: [TextAlignment.left, .center, .right])
    func replacedWordsKeepBaselinesAndHeights(align: TextAlignment) throws {
      let text = try type.set("visible\nsecret words\nlast", in: box) { $0.align = align }
      let other = try text.replacing([1: "decoy"])
      #expect(other.words == ["visible", "decoy", "last"])
      #expect(other.lines.map(\.baseline) == text.lines.map(\.baseline))
      #expect(other.lines.map(\.rectangle.top) == text.lines.map(\.rectangle.top))
      #expect(other.lines.map(\.rectangle.height) == text.lines.map(\.rectangle.height))
      #expect(other.bounds.height == text.bounds.height)
      #expect(other.lines[0].rectangle == text.lines[0].rectangle)
      #expect(other.lines.map(\.isConcealed) == [false, true, false])
      let (old, new) = (text.lines[1].rectangle, other.lines[1].rectangle)
      #expect(isNear(new.width, 5 * Typesetter.monoAdvance * 20))
      switch align {
      case .right: #expect(isNear(new.right, old.right))
      case .center: #expect(isNear(new.center.x, old.center.x))
      default: #expect(isNear(new.left, old.left))
      }
      #expect(other.clusterTexts.joined() == "visibledecoylast")
      #expect(new.contains(other.ink(ofLine: 1)))
    }

    @Test func replacedWordsAreGoneFromTheValue() throws {
      let text = try type.set("visible\nsecret words\nlast", in: box)
      let other = try text.replacing([1: "decoy"])
      #expect(!other.string.contains("secret"))
      #expect(other.string == "visible\ndecoy\nlast")
      #expect(other.spec.string?.contains("secret") == false)
      #expect(text.spec.string == "visible\nsecret words\nlast")
      var dumped = ""
      dump(other.spec, to: &dumped)
      dump(other.string, to: &dumped)
      #expect(!dumped.contains("secret") && dumped.contains("decoy"))
    }

    @Test func othersInksStay() throws {
      let text = try type.set("visible 😀\nsecret\nlast", in: box)
      let other = try text.replacing([1: "x"])
      #expect(other.ink(ofLine: 0) == text.ink(ofLine: 0))
      #expect(other.ink(ofLine: 2) == text.ink(ofLine: 2))
      #expect(other.ink(ofLine: 1) != text.ink(ofLine: 1))
      #expect(other.clusters[other.lines[0].clusters].contains { $0.isColor })
    }

    @Test func wordsOfAnotherScriptKeepTheBaseline() throws {
      let text = try type.set("one\ntwo\nthree", in: box)
      let other = try text.replacing([1: "猫は重い"])
      #expect(other.lines[1].baseline == text.lines[1].baseline)
      #expect(other.lines[1].rectangle.height == text.lines[1].rectangle.height)
    }

    @Test func replacingAgain() throws {
      let text = try type.set("one\ntwo\nthree", in: box)
      let other = try text.replacing([1: "ab"]).replacing([2: "cd"])
      #expect(other.words == ["one", "ab", "cd"])
      #expect(other.lines.map(\.isConcealed) == [false, true, true])
      #expect(try text.replacing([1: ""]).words == ["one", "", "three"])
    }

    @Test func wrappedLinesStayWrapped() throws {
      let advance = Typesetter.monoAdvance * 20
      let narrow = Rect(x: 0, y: 0, width: 10 * advance, height: 100)
      let text = try type.set("aaaa bbbb cccc dddd eeee", in: narrow)
      #expect(text.words == ["aaaa bbbb ", "cccc dddd ", "eeee"])
      let other = try text.replacing([2: "xx"])
      #expect(other.words == ["aaaa bbbb ", "cccc dddd ", "xx"])
      #expect(other.lines.map(\.endsParagraph) == text.lines.map(\.endsParagraph))
    }

    @Test func paintedLettersTakeThePaint() throws {
      let text = try type.set("ab😀", Typesetter.latin, in: box) { $0.size = 40 }
      #expect(text.paint == .black)
      let red = text.painted(with: .red)
      #expect(red.paint == .red && red.lines == text.lines && text.paint == .black)
      let letters = PixelRect(covering: red.clusters[0].rectangle, scale: 1)
      let raster = try red.drawn(over: box).cropped(to: letters)
      #expect(raster.bounds { $0.alpha == 255 } != nil)
      #expect(raster.pixels.samples.allSatisfy { $0.red == $0.alpha && $0.green == 0 })
      // Without paint only the emoji is drawn, in its own colours.
      let none = try text.painted(with: nil).drawn(over: box)
      #expect(try none.cropped(to: letters).bounds { $0.alpha > 0 } == nil)
      #expect(none.bounds { $0.alpha > 0 } != nil)
      #expect(none.bounds { $0.red > 200 && $0.blue < 100 } != nil)
    }

    @Test func gradientsSpanTheBox() throws {
      let stops = [
        GradientStop(color: Color(red: 1, green: 0, blue: 0), offset: 0),
        GradientStop(color: Color(red: 0, green: 0, blue: 1), offset: 1),
      ]
      let text = try type.set("████████████", in: Rect(x: 0, y: 0, width: 150, height: 30)) {
        $0.color = .linear(LinearGradient(angle: 90, stops: stops))
      }
      let raster = try text.drawn(over: Rect(x: 0, y: 0, width: 150, height: 30))
      for x in [10, 50, 90, 130] {
        let blue = Int((Double(x) + 0.5) / 150 * 255)
        #expect(raster[x, 12].isNear(Sample(255 - blue, 0, blue, 255), within: 2))
      }
    }
  }
}

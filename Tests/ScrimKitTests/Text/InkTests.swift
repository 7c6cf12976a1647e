@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  @Suite struct InkTests {
    let type: Typesetter

    init() throws { type = try Typesetter() }

    static let texts: [(string: String, font: String, size: Double)] = [
      ("Ågjf, quay\nTwo", Typesetter.latin, 37), ("fjord W", Typesetter.noto, 90),
      ("我が家の猫は\n7.4kg", Typesetter.japanese, 36), ("مرحبا بالعالم", Typesetter.arabic, 40),
      ("نص كوفي", Typesetter.kufi, 33), ("क्षि नमस्ते", Typesetter.devanagari, 48),
      ("😀", Typesetter.emoji, 40), ("👩‍🚀 ❤️", Typesetter.emoji, 20), ("🎈", Typesetter.emoji, 300),
    ]

    @Test(arguments: texts)
    func inkIsWhereItIsDrawn(string: String, font: String, size: Double) throws {
      let box = Rect(x: 60, y: 60, width: 4000, height: 400)
      let text = try type.set(string, font, in: box) { $0.size = size }
      let ink = text.ink
      for scale in [1.0, 2] {
        let raster = try text.drawn(
          over: text.bounds.union(ink).grown(by: 40), scale: scale)
        let pixels = try #require(raster.bounds { $0.alpha > 0 })
        let drawn = pixels.rect(scale: scale)
        #expect(
          PixelRect(covering: ink, scale: scale).intersection(pixels) == pixels,
          "\(drawn) is not inside \(ink)")
        #expect(drawn.grown(by: 1.01).contains(ink), "\(ink) is larger than \(drawn)")
      }
    }

    @Test func linesInksMakeTheWhole() throws {
      let text = try type.set("Ågj\n\nfqy 😀", Typesetter.latin)
      #expect(text.ink == text.lines.indices.map { text.ink(ofLine: $0) }.bounds)
      #expect(text.ink(ofLine: 0).bottom < text.ink(ofLine: 2).top)
    }

    @Test func inkMayReachOutOfTheLine() throws {
      let text = try type.set("f", Typesetter.latin) {
        $0.size = 100
        $0.style = .italic
        $0.lineHeight = 0.5
      }
      #expect(!text.lines[0].rectangle.contains(text.ink))
    }

    @Test func outlinesAreTheLettersOnly() throws {
      let letters = try type.set("ab", Typesetter.latin)
      #expect(isNear(letters.outlines.bounds.width, letters.ink.width))
      #expect(try type.set("😀", Typesetter.emoji).outlines.bounds == .empty)
    }

    @Test func spacesHaveNoInk() throws {
      #expect(try type.set(" \u{3000}\u{a0}", Typesetter.japanese).ink == .empty)
    }
  }
}

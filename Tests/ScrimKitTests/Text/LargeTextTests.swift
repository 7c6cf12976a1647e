@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  /// Texts that are longer, and reach farther, than anybody should make them.
  @Suite struct LargeTextTests {
    let type: Typesetter

    init() throws { type = try Typesetter() }

    /// Each with the seconds that it may take, ten times what it takes: what grows with the square of
    /// the length takes minutes.
    private func seconds(_ body: () throws -> Void) rethrows -> Double {
      let time = try ContinuousClock().measure(body)
      return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }

    @Test func aHundredThousandCharactersAreDrawn() throws {
      let words = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 2223)
      let box = Rect(x: 0, y: 0, width: 1000, height: 500)
      let time = try seconds {
        let text = try type.set(words, Typesetter.latin, in: box) { $0.size = 10 }
        #expect(text.lines.count > 500 && text.string.utf8.count > 100_000)
        let raster = try text.drawn(over: box)
        #expect(raster.bounds { $0.alpha > 0 } != nil)
        #expect(text.outlines.bounds.bottom > 5000)
      }
      #expect(time < 20)
    }

    /// What would take more than the minute that a job has is refused at once, at its place.
    @Test(
      arguments: [
        (
          String(repeating: "a b\n", count: 100_000),
          "the text has 100000 lines; at most 10000 are allowed. Split it into several layers.", nil
        ),
        (
          String(repeating: "a\r\n", count: 10_001),
          "the text has 10001 lines; at most 10000 are allowed. Split it into several layers.", nil
        ),
        (
          String(repeating: "\u{2029}", count: 10_001),
          "the text has 10001 lines; at most 10000 are allowed. Split it into several layers.", nil
        ),
        (
          String(repeating: "abc ", count: 262_145),
          "the text has 1048580 bytes; at most 1048576 are allowed. Split it into several layers.",
          nil
        ),
        (
          "Zalgo a" + String(repeating: "\u{301}", count: 400_000),
          "a character has 400000 combining marks or joined parts; at most 127 are allowed.", 6
        ),
        (
          String(repeating: "\u{1f469}\u{200d}", count: 65),
          "a character has 129 combining marks or joined parts; at most 127 are allowed.", 0
        ),
      ] as [(String, String, Int?)])
    func whatTakesTooLongIsRefused(_ words: String, _ message: String, _ offset: Int?) throws {
      let time = seconds {
        let diagnostic = #expect(throws: TextDiagnostic.self) { try type.set(words) }
        #expect(diagnostic?.code == .textTooLong)
        #expect(diagnostic?.key == "string")
        #expect(diagnostic?.message == message)
        #expect(diagnostic?.offset == offset)
      }
      #expect(time < 5)
    }

    @Test func asManyMarksAsAreAllowedAreDrawn() throws {
      let words = String(repeating: "a" + String(repeating: "\u{301}", count: 127), count: 20)
      #expect(try type.set(words, Typesetter.latin).lines.count == 1)
    }

    @Test func aLineOfAHundredThousandCharactersEndsInAnEllipsis() throws {
      let words = String(repeating: "abc def ghi ", count: 8334)
      let time = try seconds {
        let text = try type.set(words, available: AvailableSize(width: 200, height: 30)) {
          $0.wrap = .none
          $0.ellipsis = .end
        }
        #expect(text.string == "abc def ghi abc…")
      }
      #expect(time < 20)
    }

    /// Cairo's coordinates end at 2²³ pixels.
    @Test(arguments: [1.0, 3, 8]) func whatLiesFarOffIsNotSeen(scale: Double) throws {
      let box = Rect(x: -250, y: -1000, width: 400, height: 300)
      let area = Rect(x: 0, y: 0, width: 40, height: 30)
      func picture(_ words: String) throws -> Raster {
        let text = try type.set(words, Typesetter.noto, in: box) {
          $0.size = 2000
          $0.wrap = .none
          $0.overflow = .visible
        }
        var raster = try Raster(area: PixelRect(covering: area, scale: scale), scale: scale)
        try raster.draw { canvas in
          try canvas.draw(text)
          canvas.stroke(text.outlines, StrokeStyle(width: 30), with: .white)
        }
        return raster
      }
      let one = try picture("N")
      #expect(one.bounds { $0.alpha > 0 } != nil)
      #expect(one.distance(to: try picture(String(repeating: "N", count: 12_000))) == 0)
    }

    /// Pango counts 1/1024 px in 32 bits.
    @Test func linesFarDownHaveTheirHeight() throws {
      let text = try type.set(String(repeating: "\n", count: 3000) + "a") {
        $0.size = 2000
        $0.overflow = .visible
      }
      let height = 2000.0 * 2384 / 2048
      for line in text.lines { #expect(isNear(line.rectangle.height, height, within: 0.1)) }
      #expect(isNear(text.lines[3000].rectangle.bottom, 3001 * height, within: 30))
    }
  }
}

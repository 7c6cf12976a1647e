@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  @Suite struct AlignmentTests {
    let type: Typesetter
    let box = Rect(x: 10, y: 30, width: 300, height: 200)

    init() throws { type = try Typesetter() }

    /// The position of the line: −1 left, 0 in the middle, 1 right.
    private func side(_ line: TextLayout.Line) -> Int? {
      if isNear(line.rectangle.left, box.left) { return -1 }
      if isNear(line.rectangle.right, box.right) { return 1 }
      return isNear(line.rectangle.center.x, box.center.x) ? 0 : nil
    }

    static let cases: [(align: TextAlignment, latin: Int, arabic: Int)] = [
      (.start, -1, 1), (.left, -1, -1), (.center, 0, 0), (.right, 1, 1), (.end, 1, -1),
      (.justify, -1, 1),
    ]

    @Test(arguments: cases)
    func bothDirections(align: TextAlignment, latin: Int, arabic: Int) throws {
      let text = try type.set("short\nمرحبا بالعالم\nlonger", Typesetter.noto, in: box) {
        $0.align = align
      }
      #expect(text.lines.map(\.isRightToLeft) == [false, true, false])
      #expect(text.lines.map(side) == [latin, arabic, latin])
    }

    @Test func directionCanBeSaid() throws {
      let forced = try type.set("short", in: box) { $0.direction = .rtl }
      #expect(forced.lines[0].isRightToLeft && side(forced.lines[0]) == 1)
      let latin = try type.set("مرحبا", Typesetter.arabic, in: box) { $0.direction = .ltr }
      #expect(!latin.lines[0].isRightToLeft && side(latin.lines[0]) == -1)
    }

    @Test func wrappedRightToLeftLinesStartAtTheRight() throws {
      let words = "مرحبا بالعالم كيف حالك اليوم يا صديقي العزيز"
      let text = try type.set(
        words, Typesetter.arabic, in: Rect(x: 10, y: 30, width: 120, height: 9))
      #expect(text.lines.count > 2)
      for line in text.lines { #expect(isNear(line.rectangle.right, 130)) }
    }

    @Test func clustersMoveWithTheirLine() throws {
      let text = try type.set("one two", in: box) { $0.align = .right }
      #expect(isNear(text.clusters.map(\.rectangle.left).min() ?? 0, text.lines[0].rectangle.left))
      #expect(isNear(text.clusters.map(\.rectangle.right).max() ?? 0, box.right))
      #expect(text.lines[0].rectangle.contains(text.ink))
    }

    static let vertical: [(align: VerticalAlignment, share: Double)] = [
      (.top, 0), (.middle, 0.5), (.bottom, 1),
    ]

    @Test(arguments: vertical)
    func blocksStandInHigherFrames(align: VerticalAlignment, share: Double) throws {
      let text = try type.set("a\nb", in: box) { $0.verticalAlign = align }
      let free = box.height - text.bounds.height
      #expect(isNear(text.bounds.top, box.top + free * share))
      #expect(isNear(text.lines[0].baseline - text.lines[0].rectangle.top, 20 * 1901 / 2048))
      // What is higher than its frame starts at the top and hangs out below.
      let low = Rect(x: 0, y: 5, width: 300, height: 10)
      #expect(
        isNear(try type.set("a\nb", in: low) { $0.verticalAlign = align }.bounds.top, low.top))
    }

    @Test func aGradientSpansItsBox() throws {
      let text = try type.set("a", in: box)
      #expect(text.paintBox == box)
    }
  }
}

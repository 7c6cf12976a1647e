@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  @Suite struct ConcealingTests {
    let type: Typesetter
    let box = Rect(x: 10, y: 10, width: 260, height: 120)

    init() throws { type = try Typesetter() }

    @Test func concealedLinesKeepTheirBoxesOnly() throws {
      let text = try type.set("visible\nsecret 😀\nlast", in: box)
      let other = text.concealing { $0 == 1 }
      #expect(other.string == "visible\n\nlast")
      #expect(other.spec.string == "visible\n\nlast")
      #expect(other.lines.map(\.rectangle) == text.lines.map(\.rectangle))
      #expect(other.lines.map(\.isConcealed) == [false, true, false])
      #expect(other.words == ["visible", "", "last"])
      #expect(other.clusterTexts.joined() == "visiblelast")
      #expect(other.ink(ofLine: 1) == .empty && !other.hasColorClusters)
      #expect(other.rectangles(matching: "secret").isEmpty)
      #expect(other.rectangles(matching: "last") == text.rectangles(matching: "last"))
      let raster = try other.drawn(over: box)
      let hidden = PixelRect(covering: text.lines[1].rectangle.grown(by: -5), scale: 1)
      #expect(try raster.cropped(to: hidden).bounds { $0.alpha > 0 } == nil)
    }

    @Test func whatChangedIsTakenOver() throws {
      let old = try type.set("one\ntwo\nthree", in: box)
      let current = try old.replacing([0: "uno"])
      let new = try old.replacing([2: "tre"])
      let both = current.taking(new, changedFrom: old)
      #expect(both.words == ["uno", "two", "tre"])
      #expect(both.lines.map(\.isConcealed) == [true, false, true])
      #expect(both.lines.map(\.baseline) == old.lines.map(\.baseline))
    }

    @Test func drawnAsAnother() throws {
      let text = try type.set("one\ntwo", in: box)
      let other = try text.replacing([1: "x"]).drawn(
        as: text.painted(with: .red).showing { $0 == 0 })
      #expect(other.paint == .red && other.words == ["one", "x"])
      #expect(other.lines.map(\.isDrawn) == [true, false])
    }
  }
}

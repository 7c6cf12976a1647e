import ScrimKit
import Testing

@Suite struct RectTests {
  let a = Rect(x: 0, y: 0, width: 10, height: 4)
  let b = Rect(left: 8, top: 2, right: 20, bottom: 12)

  @Test func edges() {
    #expect(b == Rect(x: 8, y: 2, width: 12, height: 10))
    #expect((b.left, b.top, b.right, b.bottom) == (8, 2, 20, 12))
    #expect(b.center == Point(x: 14, y: 7))
  }

  @Test func unionIsTheSmallestThatHoldsBoth() {
    #expect(a.union(b) == Rect(x: 0, y: 0, width: 20, height: 12))
    #expect(a.union(.empty) == a)
    #expect(Rect.empty.union(a) == a)
    #expect(a.union(Rect(x: 100, y: 100, width: 0, height: 50)) == a)
    #expect([a, .empty, b].bounds == a.union(b))
    #expect([Rect]().bounds == .empty)
  }

  @Test func intersectionIsWhatBothHold() {
    #expect(a.intersection(b) == Rect(x: 8, y: 2, width: 2, height: 2))
    #expect(a.intersection(Rect(x: 10, y: 0, width: 5, height: 5)) == .empty)
    #expect(a.intersection(.empty) == .empty)
  }

  @Test func growsAndShrinks() {
    #expect(a.grown(by: 2) == Rect(x: -2, y: -2, width: 14, height: 8))
    #expect(a.grown(by: -1) == Rect(x: 1, y: 1, width: 8, height: 2))
    #expect(a.grown(by: -2) == .empty)
    #expect(Rect.empty.grown(by: 5) == .empty)
    #expect(
      a.grown(by: Insets(top: 1, right: 2, bottom: 3, left: 4))
        == Rect(x: -4, y: -1, width: 16, height: 8))
    #expect(
      a.grown(by: Insets(top: 0, right: -10, bottom: 0, left: 0)) == .empty)
  }

  @Test func contains() {
    #expect(a.contains(a))
    #expect(a.contains(.empty))
    #expect(!a.contains(b))
    #expect(a.contains(Rect(x: 1, y: 1, width: 9, height: 3)))
    #expect(!a.contains(Rect(x: 1, y: 1, width: 9.01, height: 3)))
    #expect(a.offset(dx: 3, dy: -1) == Rect(x: 3, y: -1, width: 10, height: 4))
  }

  @Test func notANumberIsEmpty() {
    #expect(Rect(x: 0, y: 0, width: .nan, height: 4).isEmpty)
    #expect(a.union(Rect(x: 0, y: 0, width: .nan, height: 4)) == a)
  }
}

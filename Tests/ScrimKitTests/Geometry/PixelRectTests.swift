import ScrimKit
import Testing

@Suite struct PixelRectTests {
  static let cases: [(rect: Rect, scale: Double, pixels: PixelRect)] = [
    (Rect(x: 0, y: 0, width: 33.1, height: 1), 10.0, PixelRect(x: 0, y: 0, width: 331, height: 10)),
    (Rect(x: 1, y: 1, width: 1, height: 1), 1.5, PixelRect(x: 1, y: 1, width: 2, height: 2)),
    (Rect(x: 0.1, y: 0.9, width: 0.1, height: 0.2), 1, PixelRect(x: 0, y: 0, width: 1, height: 2)),
    (Rect(x: -0.5, y: -1, width: 1, height: 1), 3, PixelRect(x: -2, y: -3, width: 4, height: 3)),
    (Rect(x: 10, y: 10, width: 100, height: 7), 0.1, PixelRect(x: 1, y: 1, width: 10, height: 1)),
    (Rect(x: 0.3, y: 0, width: 0.3, height: 3), 10, PixelRect(x: 3, y: 0, width: 3, height: 30)),
  ]

  @Test(arguments: cases)
  func covers(_ rect: Rect, scale: Double, expected: PixelRect) {
    #expect(PixelRect(covering: rect, scale: scale) == expected)
  }

  @Test(arguments: [0.1, 0.37, 1, 1.1, 1.25, 1.5, 2, 2.7, 3, 3.3, 8])
  func coversAndNotMore(scale: Double) {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let rect = Rect(
        x: .random(in: -500...500, using: &random), y: .random(in: -500...500, using: &random),
        width: .random(in: 0.01...300, using: &random),
        height: .random(in: 0.01...300, using: &random))
      let pixels = PixelRect(covering: rect, scale: scale)
      let slack = 2e-6 / scale
      #expect(pixels.rect(scale: scale).grown(by: slack).contains(rect))
      let (x, y) = (Double(pixels.x), Double(pixels.y))
      #expect(x + 1 > rect.left * scale && y + 1 > rect.top * scale)
      #expect(x + Double(pixels.width) - 1 < rect.right * scale)
      #expect(y + Double(pixels.height) - 1 < rect.bottom * scale)
    }
  }

  @Test func whatIsEmptyCoversNothing() {
    #expect(PixelRect(covering: .empty, scale: 3).isEmpty)
    #expect(PixelRect(covering: Rect(x: 3, y: 3, width: -1, height: 5), scale: 1).isEmpty)
    #expect(PixelRect(x: 0, y: 0, width: -4, height: 2).width == 0)
  }

  @Test func intersectsAndGrows() {
    let a = PixelRect(x: 0, y: 0, width: 10, height: 10)
    let b = PixelRect(x: 6, y: -2, width: 10, height: 5)
    #expect(a.intersection(b) == PixelRect(x: 6, y: 0, width: 4, height: 3))
    #expect(a.intersection(PixelRect(x: 20, y: 0, width: 1, height: 1)).isEmpty)
    #expect(b.grown(by: 2) == PixelRect(x: 4, y: -4, width: 14, height: 9))
    #expect(a.grown(by: -6).isEmpty)
  }
}

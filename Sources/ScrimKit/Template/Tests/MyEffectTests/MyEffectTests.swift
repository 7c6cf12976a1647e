import ScrimKit
import Testing

@testable import MyEffect

/// Tests the effect on its own, without `scrim`.
@Suite struct MyEffectTests {
  private let test = EffectTesting(width: 100, height: 60)
  private let square = Rect(x: 40, y: 20, width: 20, height: 20)

  @Test func drawsALineAroundTheLayer() throws {
    var effect = MyEffect()
    (effect.gap, effect.width) = (6, 2)
    effect.color = .color(Color(red: 1, green: 0, blue: 0))
    let image = try test.render(effect, on: test.picture(filling: square, with: .white))
    // From left to right: transparent, the line, the gap, the square.
    #expect(
      [30, 32, 35, 50].map { image.color(x: $0, y: 30) }
        == [.transparent, Color(red: 1, green: 0, blue: 0), .transparent, .white])
  }

  @Test func declaresWhereItDraws() {
    var effect = MyEffect()
    (effect.gap, effect.width) = (6, 2)
    let geometry = test.geometry(for: effect, inputExtent: square)
    #expect(effect.extent(in: geometry) == square.grown(by: 8))
  }
}

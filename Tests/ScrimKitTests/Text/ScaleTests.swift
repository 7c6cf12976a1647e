import ParameterGauge
import ScrimKit
import Testing

extension TextTests {
  @Suite struct ScaleTests {
    let type: Typesetter
    let box = Rect(x: 5, y: 5, width: 150, height: 120)
    let words = "Scale is no matter مرحبا 猫は 😀"

    init() throws { type = try Typesetter() }

    private func geometry(scale: Double) -> EffectGeometry {
      EffectTesting(canvas: box, scale: scale).geometry(for: Gauge())
    }

    @Test func layoutDoesNotDependOnTheOutput() throws {
      var spec = TextSpec()
      spec.string = words
      spec.font = FontFamilies([Typesetter.noto])
      spec.size = 21.3
      let first = try geometry(scale: 1).layOut(spec, in: box)
      #expect(first.lines.count > 1)
      for scale in [0.1, 1.5, 3, 8] {
        let text = try geometry(scale: scale).layOut(spec, in: box)
        #expect(text.lines == first.lines && text.clusters == first.clusters)
        #expect(text.ink == first.ink && text.outlines == first.outlines)
      }
    }

    @Test func twiceTheScaleIsTheSamePicture() throws {
      let text = try type.set(words, Typesetter.noto, in: box)
      let area = Rect(x: 0, y: 0, width: 170, height: 130)
      let single = try text.drawn(over: area)
      let double = try text.drawn(over: area, scale: 2)
      var (sum, worst) = (0, 0)
      for (x, y) in single.area.places {
        let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map { double[2 * x + $0.0, 2 * y + $0.1] }
        let mean = Sample(
          four.reduce(2) { $0 + $1.red } / 4, four.reduce(2) { $0 + $1.green } / 4,
          four.reduce(2) { $0 + $1.blue } / 4, four.reduce(2) { $0 + $1.alpha } / 4)
        sum += abs(single[x, y].alpha - mean.alpha)
        worst = max(worst, single[x, y].distance(to: mean))
      }
      #expect(worst <= 48)
      #expect(Double(sum) / Double(single.area.width * single.area.height) < 0.25)
    }

    @Test func equalTextsGiveEqualPixels() throws {
      let area = Rect(x: 0, y: 0, width: 170, height: 130)
      let first = try type.set(words, Typesetter.noto, in: box).drawn(over: area, scale: 1.5)
      let second = try Typesetter().set(words, Typesetter.noto, in: box).drawn(
        over: area, scale: 1.5)
      #expect(first.distance(to: second) == 0)
    }
  }
}

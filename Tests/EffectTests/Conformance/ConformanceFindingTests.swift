import ScrimKit
import ScrimRender
import Testing

/// A check that finds nothing of an effect that is wrong is none.
@Suite struct ConformanceFindingTests {
  @Test(arguments: WrongEffects.all.indices) func finds(_ index: Int) throws {
    let (effect, check) = WrongEffects.all[index]
    let registry = EffectRegistry()
    registry.register(effect)
    let report = try Conformance(effects: registry, fonts: FontLibrary())
      .check(effect, checks: [check])
    let findings = report.rows[check]?.findings ?? []
    #expect(!findings.isEmpty, "\(effect)")
    #expect(!report.holds)
  }

  /// The smallest effect does nothing wrong.
  @Test func findsNothingOfATint() throws {
    let registry = EffectRegistry()
    registry.register(Tint.self)
    let report = try Conformance(effects: registry, fonts: FontLibrary()).check(Tint.self)
    #expect(report.findings.isEmpty, "\(report.findings)")
    #expect(report.holds)
    #expect(report.undrawn.isEmpty)
  }

  /// Every value that can be said is tried: ends of ranges, words, kinds of paint.
  @Test func triesWhatIsDeclared() throws {
    let registry = EffectRegistry()
    registry.register(Tint.self)
    let report = try Conformance(effects: registry, fonts: FontLibrary())
      .check(Tint.self, checks: [.limits])
    let tried = report.digests.keys.joined(separator: "\n")
    for sample in ["defaults", "opacity: 0,", "opacity: 1,", "color: \"transparent\""] {
      #expect(tried.contains(sample), "\(sample)")
    }
  }
}

/// Lays a colour over the layer's picture, where the picture is.
private struct Tint: Effect {
  static let manifest = Manifest("tint", version: "1.0.0", summary: "Colours what is drawn.")

  @Parameter("The colour laid over the picture") var color = Color.black
  @Parameter("How much of it", in: 0...1) var opacity = 0.5

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let area = picture.extent
    try picture.draw(.atop, in: area) {
      $0.fill(area, with: .color(color.withOpacity(opacity)))
    }
  }
}

import ParameterGauge
import ScrimKit
import Synchronization
import Testing

@Suite struct DeclaredReferenceTests {
  @Test func referencesAreFoundInRecordsListsAndUnions() throws {
    let gauge = try #require(
      Gauge.read([
        "anchor": "#a", "ring": ["at": ["#b", "#c/ink"]],
        "rings": [["at": ["#d"]], [:], ["at": ["#e/line/3"]]],
        "targets": ["#f", ["at": "#g/match/words"], "#canvas"],
        // A colour and a text look like references and are none.
        "color": "#bad", "words": "#h",
      ]))
    #expect(
      gauge.references().map(\.text) == [
        "#b", "#c/ink", "#d", "#e/line/3", "#a", "#f", "#g/match/words", "#canvas",
      ])
  }

  @Test func noneAreFoundWhereNoneAre() {
    #expect(Gauge().references().isEmpty)
  }

  /// What a type declares is found by making one, which takes longer than all that is done with it.
  @Test func aTypeIsAskedOnceForWhatItDeclares() throws {
    let before = Counted.made.load(ordering: .relaxed)
    for _ in 0..<3 {
      #expect(Counted.parameters.map(\.name) == ["at", "size"])
      #expect(Counted.parameters[1].defaultValue == 2)
    }
    #expect(Counted.made.load(ordering: .relaxed) == before + 1)
    var decoding = ParameterDecoding()
    let effect = try #require(Counted.decode(.object([.init("at", "#a")]), &decoding))
    #expect(effect.references().map(\.text) == ["#a"])
    #expect(Counted.made.load(ordering: .relaxed) == before + 2)
    #expect(Counted.parameters[0].defaultValue == .null, "what one says is no default")
  }
}

private struct Counted: Effect {
  static let manifest = Manifest("counted", version: "1.0.0", summary: "Is counted.")
  static let made = Atomic(0)

  @Parameter("Where") var at: Reference? = nil
  @Parameter("How large") var size = 2.0

  init() { Self.made.add(1, ordering: .relaxed) }

  func apply(to picture: inout Picture, in context: EffectContext) {}
}

import ScrimKit
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
}

import MistakeCases
import ScrimDocument
import ScrimJob
import Testing

/// What the format has and a version does not draw is refused by name, whichever that is now.
@Suite struct AvailabilityTests {
  private let lacking = Availability(
    gaps: [
      Availability.Gap(.layer, "mask"), Availability.Gap(.layer, "rotate", unless: 0),
    ],
    formats: [.pdf])

  private func mistakes(_ text: String) -> [String] {
    JobSample.mistakes(text, availability: lacking)
  }

  @Test func keysAreRefusedAtTheirValues() {
    #expect(
      mistakes(JobSample.layer(##""mask": {"fill": "#fff"}, "rotate": 5"##)) == [
        #"story.json:2:10: layers[0].mask: "mask" is not available in this version."#,
        #"story.json:2:38: layers[0].rotate: "rotate": 5 is not available in this version."#,
      ])
  }

  @Test func valuesThatAreDrawnAnywayAreTaken() {
    #expect(mistakes(JobSample.layer(#""rotate": 0"#)).isEmpty)
    #expect(mistakes(JobSample.layer(#""rotate": 0.0"#)).isEmpty)
  }

  @Test func formatsAreRefusedWhereTheyAreSaid() {
    #expect(
      mistakes(JobSample.output(#"[{"file": "a.pdf"}, {"file": "b", "format": "pdf"}]"#)) == [
        "story.json:2:21: output[0].file: PDF output is not available in this version.",
        "story.json:2:55: output[1].format: PDF output is not available in this version.",
      ])
  }

  @Test func whatIsWrongIsNotAlsoMissing() {
    #expect(
      mistakes(JobSample.layer(#""rotate": "5""#)) == [
        #"story.json:2:12: layers[0].rotate: expected a number (-36000…36000°), found "5". "#
          + "Did you mean 5?"
      ])
  }

  @Test func codesTellThatItIsNoMistakeOfTheJob() {
    do throws(JobMistakes) {
      _ = try JobSample.read(JobSample.layer(#""rotate": 5"#), availability: lacking)
      Issue.record("nothing was refused")
    } catch {
      #expect(error.problems.map(\.code) == ["not-available"])
    }
  }
}

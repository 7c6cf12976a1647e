import DiagnosticCases
import ScrimJob
import Testing

/// The schema beside the reader, over every wrong job of the tests.
@Suite struct DiagnosticTableTests {
  @Test func seesExactlyWhatTheTableSaysItSees() throws {
    let cases = DiagnosticCases.all
    let verdicts = try Verdict.of(
      cases.map(\.job), by: JobSchema.document(of: TestEffects.registry()))
    for (wrong, verdict) in zip(cases, verdicts) where wrong.schemaSees != verdict.isRefused {
      Issue.record(
        """
        \(wrong.name): the table says that the schema \(wrong.schemaSees ? "sees" : "does not see") \
        this, and it says \(verdict.errors). The job: \(wrong.job)
        """)
    }
    // A schema that refuses everything, or nothing, would be no schema.
    #expect(verdicts.contains { $0.isRefused })
    #expect(verdicts.contains { !$0.isRefused })
  }
}

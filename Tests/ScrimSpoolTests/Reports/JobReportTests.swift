import ScrimDocument
import ScrimJSON
import ScrimRecords
import Testing

/// Reports as they are in `out/`: those of this release, and of the one before.
@Suite struct JobReportTests {
  private static let id = "1795483755404-1000-uc5qydag"

  private func report(_ text: String) throws -> JobReport {
    try JobReport(json: JSON(parsing: Array(text.utf8)))
  }

  @Test func aReportOfRelease010IsRead() throws {
    let report = try report(
      """
      {"status": "done", "job": "story", "id": "\(Self.id)", "attempts": 1,
       "times": {"accepted": "2026-11-24T02:09:15.404Z", "ended": "2026-11-24T02:09:16.000Z"},
       "milliseconds": {"wait": 3, "total": 41, "compose": 12.5, "layers": {"0": 4.25}},
       "outputs": [
         {"file": "story.png", "format": "png", "width": 64, "height": 48, "bytes": 99,
          "variant": null, "sha256": "ab"}],
       "seed": 5, "effects": {"outline": "1.0"},
       "layers": {"t": {"frame": [0, 0, 64, 48], "ink": [1, 1, 2, 2], "lines": [[1, 1, 2, 2]]}},
       "substitutions": [], "fallbackFonts": [],
       "warnings": [{"pointer": "/layers/0", "message": "M.", "code": "c"}]}
      """)
    #expect(report.status == .done && report.id?.description == Self.id && report.attempts == 1)
    #expect(report.times?.accepted == 1_795_486_155_404)
    #expect(report.outputs.map(\.sha256) == ["ab"] && report.outputs[0].width == 64)
    let rendering = try #require(report.rendering)
    #expect(rendering.seed == 5 && rendering.warnings.map(\.code) == ["c"])
    #expect(rendering.milliseconds.stages.map(\.name) == ["wait", "total", "compose"])
    #expect(rendering.details?.layers.first?.value.lines == [[1, 1, 2, 2]])
    #expect(report.batch == nil && report.errors.isEmpty)
  }

  @Test func aReportOfABatchOfRelease010IsRead() throws {
    let report = try report(
      """
      {"status": "done", "job": "cards", "id": "\(Self.id)", "attempts": 1,
       "times": {"accepted": "2026-11-24T02:09:15.404Z", "ended": "2026-11-24T02:09:16.000Z"},
       "seed": 5, "rows": {"total": 3, "done": 1, "failed": 1, "skipped": 1},
       "data": {"rows": 3, "bytes": 30, "sha256": "cd", "unusedColumns": ["x"]},
       "stopped": "cancelled by user 7",
       "outputs": [{"file": "cards.rows.jsonl", "format": "jsonl"}],
       "milliseconds": {"total": 9}, "errors": [{"pointer": "", "message": "M.", "code": "c"}]}
      """)
    #expect(report.batch?.rows.failed == 1 && report.batch?.data?.unusedColumns == ["x"])
    #expect(report.cancellation == "cancelled by user 7.")
    #expect(report.rendering == nil && report.errors.count == 1)
  }

  /// Its line is made of these, and column numbers are left out of it if something is concealed.
  @Test func aRowHasItsWarningsItsFilesAndWhatIsConcealed() {
    var kept = RenderDetails()
    kept.inputs = [InputRecord(source: "/layers/0/image/source", format: "jpeg", dropped: ["gps"])]
    kept.concealing = ["/layers/1"]
    kept.fetched = [FetchedRecord { $0.source = "/layers/0/image/source" }]
    var expected = RenderReport { (report: inout RenderReport) in
      report.seed = 5
      report.warnings = [Diagnostic(code: "c", message: "M.", path: ["layers"])]
    }
    expected.details = kept
    var report = expected
    report.milliseconds = StageTimes([Named("compose", 12.5)])
    report.details?.effects = ["outline": "1.0"]
    report.details?.contents = ["code": "1.0"]
    report.details?.layers = [Named("t", LayerPlace())]
    report.details?.substitutions = [[:]]
    report.details?.fallbackFonts = [[:]]
    #expect(report != expected)
    report.reduceToRow()
    #expect(report == expected)
  }

  @Test func eachKindIsReadAsItWasWritten() throws {
    let name = AttemptName(try #require(JobID(Self.id)), attempt: 2)
    let error = Diagnostic(code: "c", message: "M.", path: [.key("layers"), .index(0)])
    let history = History(failures: [.init(reason: "it crashed", effect: "outline")])
    var rendering = RenderReport()
    rendering.variants = [Named("a", RenderDetails()), Named("b", RenderDetails())]
    rendering.warnings = [error]
    let image = OutputRecord(
      file: "a.png", format: "png", width: 1, height: 2, bytes: 3, sha256: "e")
    let record = BatchRecord(format: "csv", file: "data.csv", rows: 3, bytes: 9, sha256: "f")
    let reports = [
      JobReport.done(name, Ticket(), rendering, outputs: [image], stages: [Named("wait", 1)]),
      JobReport.failed(name, Ticket(), [error], history: history, delivered: ["a.png"]),
      JobReport.held(name, Ticket(), error, history: history),
      JobReport.batch(
        name, Ticket(), record, BatchProgress(), errors: [error], stopped: nil, milliseconds: 5),
    ]
    for report in reports { #expect(try JobReport(json: report.json) == report) }
    #expect(reports[0].json["errors"] == nil && reports[0].json["warnings"]?.array?.count == 1)
    #expect(reports[1].json["outputs"] == nil)
    #expect(reports[1].json["failedAttempts"] == ["it crashed"])
    #expect(reports[2].json["times"]?["held"] != nil && reports[2].json["times"]?["ended"] == nil)
    #expect(reports[3].json["stopped"] == JSON.null && reports[3].json["errors"]?.array?.count == 1)
    // Nothing is written twice.
    for report in reports {
      let keys = (report.json.object ?? []).map(\.key)
      #expect(Set(keys).count == keys.count, "\(keys)")
    }
  }
}

import ScrimDocument
import ScrimJSON
import ScrimRecords
import ScrimSpool
import Testing

/// What may be written can be read: each limit on both sides.
@Suite struct RecordLimitTests {
  private func report(_ test: TestSpool, _ rendering: RenderReport) throws -> JobReport {
    var limits = SpoolLimits()
    limits.settle = .zero
    let spool = try test.open(limits: limits)
    try test.drop("a.json")
    _ = try Intake(patiently: spool).poll { _ in }
    guard case .job(let job) = try spool.claim() else { throw Crash() }
    let report = JobReport.done(
      job.name, try job.ticket(), rendering, outputs: [], stages: [])
    _ = try spool.deliver(spool.commit(job, job.ticket(), report: report))
    return report
  }

  private func rendering(layers count: Int, lines: Int) -> RenderReport {
    let rect = [1234.56, 1234.56, 1234.56, 1234.56]
    var place = LayerPlace()
    (place.frame, place.ink) = (rect, rect)
    place.lines = Array(repeating: rect, count: lines)
    var details = RenderDetails()
    details.layers = (0..<count).map { Named("layer-\($0)", place) }
    var rendering = RenderReport()
    rendering.seed = 7
    rendering.details = details
    return rendering
  }

  @Test(arguments: [
    (2, 150_000, "lines of texts"), (100_000, 0, "lines of texts, layers"),
  ])
  func aLargeReportIsShortenedInOrder(layers count: Int, lines: Int, omitted: String) throws {
    let test = try TestSpool()
    let full = try report(test, rendering(layers: count, lines: lines))
    #expect(full.json.bytes(pretty: true).count > RecordLimits.report)
    let text = try #require(test.text("out/a.result.json"))
    #expect(text.utf8.count <= RecordLimits.report)
    // As each reader parses it.
    let read = try JobReport(json: JSON(parsing: Array(text.utf8)))
    #expect(read.status == .done)
    #expect(read.json["seed"] == 7)
    let warning = read.json["warnings"]?.array?.first
    #expect(warning?["code"] == "report-shortened")
    #expect(warning?["message"]?.string?.hasSuffix("left out: \(omitted).") ?? false)
  }

  @Test func onlyTheEssentialIsLeftOfAReportOfLargeErrors() throws {
    let text = String(repeating: "x", count: 1 << 20)
    let errors = (0..<30).map { Diagnostic(code: "\($0)", message: text) }
    let name = AttemptName(JobID(time: 1_795_483_755_404, user: 7), attempt: 1)
    let bytes = JobReport.failed(name, Ticket(), errors, history: History()).bytes()
    #expect(bytes.count < 2000)
    let read = try JobReport(json: JSON(parsing: bytes))
    #expect(read.status == .failed && read.id == name.id)
    #expect(read.warnings.map(\.code) == ["report-shortened"])
  }

  @Test func aHistoryKeepsItsLastAttempts() throws {
    let reason = String(repeating: "r", count: 1000)
    var history = History(
      failures: Array(repeating: .init(reason: reason, effect: nil), count: 5000), notBefore: 5)
    history.failures.append(.init(reason: "last", effect: nil))
    let bytes = history.bytes()
    #expect(bytes.count <= RecordLimits.history)
    let read = try History(json: JSON(parsing: bytes))
    #expect(read.failures.last?.reason == "last")
    #expect(read.notBefore == 5)
  }

  /// The settings of `submission.json` are recorded in the ticket.
  @Test func theTicketOfTheLargestSubmissionCanBeRead() throws {
    let test = try TestSpool()
    var limits = SpoolLimits()
    limits.settle = .zero
    let set = (0..<90_000).map { "\"\($0)\":\"\"" }.joined(separator: ",")
    try test.submit("a", "{\"set\":{\(set)}}")
    let spool = try test.open(limits: limits)
    _ = try Intake(patiently: spool).poll { _ in }
    guard case .job(let job) = try spool.claim() else {
      Issue.record("not accepted")
      return
    }
    #expect(try job.ticket().name == "a")
  }
}

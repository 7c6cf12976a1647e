import Foundation
import ScrimDocument
import ScrimJSON
import ScrimRecords
import ScrimSpool
import Testing

/// What release 0.1.0 wrote into a spool, byte by byte, is read as it was meant. Its reports are in `JobReportTests`.
@Suite struct EarlierReleaseTests {
  private static let quick: SpoolLimits = {
    var limits = SpoolLimits()
    limits.settle = .zero
    limits.settleBlind = .zero
    return limits
  }()

  private func write(_ text: String, to file: String, of test: TestSpool) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(test.path)/\(file)"))
  }

  @Test func aWaitingJobIsContinuedAfterItsFailedAttempt() throws {
    let test = try TestSpool()
    try test.drop("story.json")
    _ = try Intake(patiently: test.open(limits: Self.quick)).poll { _ in }
    let name = try #require(test.names("queue").first)
    let id = try #require(AttemptName(name)).id
    let ticket = """
      {"name":"story","uid":\(id.user),"seed":4711,"time":1795486155404,"bundle":false,\
      "token":"uc5qydaguc5qydag","id":"\(id)","bytes":12,"key":"order-1","content":"\(String(repeating: "a", count: 64))",\
      "priority":7,"notBefore":1795486155405,"notAfter":4795486155404,"delivery":"private","attempts":3,"hold":true,\
      "batch":true,"set":{"name":"Ada"}}
      """
    try write(ticket, to: "queue/\(name)/ticket.json", of: test)
    try write(
      """
      {"failures":[{"reason":"the worker crashed","effect":"outline","limit":null},\
      {"reason":"it took too long","effect":null,"limit":"time"}],"notBefore":1795486155404}
      """, to: "queue/\(name)/history.json", of: test)

    let spool = try test.open(limits: Self.quick)
    guard case .job(let job) = try spool.claim() else { throw Crash() }
    let read = try job.ticket()
    #expect(read.name == "story" && read.user == id.user && read.id == id && read.seed == 4711)
    #expect(read.time == 1_795_486_155_404 && !read.isBundle && read.bytes == 12)
    #expect(read.key == "order-1" && read.bundleDigest?.count == 64 && read.content == nil)
    #expect(read.priority == 7 && read.delivery == .private && read.attempts == 3)
    #expect(read.notBefore == 1_795_486_155_405 && read.notAfter == 4_795_486_155_404)
    #expect(read.isHeld && read.isBatch && read.maxSeconds == nil)
    #expect(read.settings == [InputSetting(input: "name", text: "Ada")])
    // Written again it is what 0.1.0 reads.
    #expect(String(decoding: read.json.bytes(), as: UTF8.self) == ticket)
    #expect(
      try job.history()
        == History(
          failures: [
            .init(reason: "the worker crashed", effect: "outline"),
            .init(reason: "it took too long", effect: nil, limit: .time),
          ], notBefore: 1_795_486_155_404))
  }

  @Test func itsHistoryIsShown() throws {
    let test = try TestSpool()
    let id = "1795486155404-1000-uc5qydag"
    let lines = """
      {"time":"2026-11-24T02:09:15.404Z","id":"\(id)","owner":"1000","event":"accepted","name":"story"}
      {"time":"2026-11-24T02:09:16.000Z","id":"\(id)","owner":"1000","event":"attempt-failed","attempt":1,\
      "code":"worker-crash","reason":"it crashed"}
      {"time":"2026-11-24T02:09:17.000Z","id":"\(id)","owner":"1000","event":"cancelled","by":7}

      """
    try write(lines, to: "events/log.jsonl", of: test)
    let job = try #require(JobID(id))
    var query = EventQuery()
    query.ids = [job]
    let events = try EventLog.read(query, inSpool: test.path, after: nil).events
    #expect(
      events == [
        JobEvent(.accepted, job, time: 1_795_486_155_404, name: "story"),
        JobEvent(
          .attemptFailed, job, time: 1_795_486_156_000, attempt: 1, code: "worker-crash",
          reason: "it crashed"),
        JobEvent(.cancelled, job, time: 1_795_486_157_000, by: 7),
      ])
    // Lines of this release are what 0.1.0 reads.
    let written = events.map { String(decoding: $0.json.bytes(), as: UTF8.self) + "\n" }.joined()
    #expect(written == lines)
  }
}

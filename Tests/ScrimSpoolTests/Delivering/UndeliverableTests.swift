import Foundation
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool
import Testing

/// A job that cannot be delivered for a reason of its own neither stops a pass over all jobs nor stays in `ready/`.
@Suite struct UndeliverableTests {
  private static let limits: SpoolLimits = {
    var limits = SpoolLimits()
    limits.settle = .zero
    return limits
  }()

  private static let rules: SpoolRules = {
    var rules = SpoolRules()
    rules.hooksAccount = 4321
    return rules
  }()

  /// Jobs in `ready/`, of which the first has a report larger than any that is written, as an earlier version wrote.
  private func committed(_ test: TestSpool) throws -> [JobID] {
    let spool = try test.open(limits: Self.limits, rules: Self.rules)
    var ids: [JobID] = []
    for name in ["a", "b"] {
      try test.submit(name, nil, token: "\(name)234567abcdefghi")
      _ = try Intake(patiently: spool).poll { _ in }
      guard case .job(let job) = try spool.claim() else { throw Crash() }
      let stored = try spool.store(
        .own(Array("pixels".utf8)), as: OutputRecord(file: "\(name).png"), limit: 100, of: job)
      let report = JobReport.done(
        job.name, try job.ticket(), RenderReport(), outputs: [stored], stages: [])
      _ = try spool.commit(job, try job.ticket(), report: report)
      ids.append(job.id)
    }
    let file = try FileHandle(
      forWritingTo: URL(filePath: "\(test.path)/ready/\(ids[0])/report.json"))
    try file.truncate(atOffset: UInt64(RecordLimits.report) + 1)
    return ids
  }

  private func recover(_ spool: Spool) throws -> [String] {
    var events: [String] = []
    try spool.recover { event in
      switch event {
      case .delivered(let id, _): events.append("delivered \(id)")
      case .jobError(let name, _): events.append("error \(name)")
      case .conflict(let id, let diagnostic): events.append("\(diagnostic.code) \(id)")
      default: events.append("other")
      }
    }
    return events
  }

  @Test func failsAfterThreeTriesAndHoldsUpNoOther() throws {
    let test = try TestSpool()
    let ids = try committed(test)
    let spool = try test.open(limits: Self.limits, rules: Self.rules)
    #expect(try recover(spool) == ["error \(ids[0])", "delivered \(ids[1])"])
    #expect(try recover(spool) == ["error \(ids[0])"])
    #expect(try recover(spool) == ["undeliverable \(ids[0])"])
    #expect(try recover(spool).isEmpty)
    #expect(test.names("ready").isEmpty)
    #expect(test.names("failed") == ["\(ids[0])"])
    // The image was moved before the error.
    #expect(test.names("out") == ["a.failed.json", "a.png", "b.png", "b.result.json"])
    let report = try test.report("a")
    #expect(report["delivered"] == ["a.png"])
    #expect(report["errors"]?.array?.first?["code"] == "undeliverable")
    #expect(test.text("reports/a234567abcdefghi.json") == test.text("out/a.failed.json"))
    #expect(test.text("events/\(ids[0]).json") == test.text("out/a.failed.json"))
  }

  @Test func failsWhereverACrashFalls() throws {
    let count = try atEachStep { crash in
      let test = try TestSpool()
      let id = try committed(test)[0]
      func work(_ steps: Steps) throws {
        let spool = try test.open(limits: Self.limits, rules: Self.rules, steps: steps)
        for _ in 0..<4 { _ = try recover(spool) }
      }
      try crash.work(work)
      try work(Steps())
      #expect(test.names("failed") == ["\(id)"], "\(crash)")
      #expect(test.names("ready").isEmpty, "\(crash)")
      #expect(test.names("out").contains("a.failed.json"), "\(crash)")
      #expect(test.names("reports").contains("a234567abcdefghi.json"), "\(crash)")
    }
    #expect(count > 10)
  }

  /// One that cannot be deleted, since a folder has its name in `trash/`, keeps no other.
  @Test func oneThatCannotBeDeletedDoesNotEndThePass() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.limits)
    for name in ["a.json", "b.json"] { try test.drop(name) }
    try spool.work()
    let first = try #require(test.names("done").first)
    try FileManager.default.createDirectory(
      atPath: "\(test.path)/trash/\(first)/x", withIntermediateDirectories: true)
    let retention = Retention(
      done: .zero, failed: .zero, reports: .zero, doneBytes: .max, failedBytes: .max)
    var errors: [String] = []
    try spool.forget(most: 10, now: spool.now + 10_000, retention) {
      false
    } _: {
      if case .jobError(let name, _) = $0 { errors.append(name) }
    }
    #expect(errors == [first])
    #expect(test.names("done") == [first])
  }
}

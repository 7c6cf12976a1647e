import Foundation
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool
import Testing

/// Outputs that stay in the spool until their submitter has fetched them.
@Suite struct PrivateDeliveryTests {
  private static let quick: SpoolLimits = {
    var limits = SpoolLimits()
    limits.settle = .zero
    return limits
  }()

  private func finished() throws -> (test: TestSpool, spool: Spool, id: JobID) {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try test.submit("story", #"{"delivery": "private"}"#, token: "aaaaaaaaaaaaaaaa")
    try spool.work()
    return (test, spool, try #require(test.names("done").first.flatMap { JobID($0) }))
  }

  private func contents(of id: JobID, _ commands: JobCommands, for user: UInt32) throws -> [String:
    String]
  {
    var contents: [String: String] = [:]
    var cursor: OutputCursor?
    repeat {
      let (answer, files) = commands.answer(.fetch(.id(id), after: cursor), from: user)
      guard case .outputs(let outputs, let next) = answer else {
        Issue.record("\(answer)")
        return [:]
      }
      #expect(outputs.count == files.count)
      for (output, file) in zip(outputs, files) {
        let bytes = try file.readAll(limit: 1 << 20, of: output.file)
        #expect(bytes.count == output.bytes)
        #expect(contents[output.file] == nil)
        contents[output.file] = String(decoding: bytes, as: UTF8.self)
      }
      cursor = next
    } while cursor != nil
    return contents
  }

  private func commands(_ spool: Spool, operators: Set<UInt32> = []) -> JobCommands {
    JobCommands(spool, isOperator: { operators.contains($0) }, onChange: { _ in })
  }

  @Test func outputsStayUntilTheyAreAcknowledged() throws {
    let (test, spool, id) = try finished()
    #expect(test.names("out").isEmpty)
    #expect(test.names("reports") == ["aaaaaaaaaaaaaaaa.json"])
    let commands = commands(spool)
    #expect(try contents(of: id, commands, for: getuid()) == ["picture.png": "pixels of story"])
    // Again, as after a connection that was lost.
    #expect(try contents(of: id, commands, for: getuid()) == ["picture.png": "pixels of story"])
    #expect(
      commands.answer(.change(.acknowledge, [.id(id)]), from: getuid()).0
        == .changes([.init(.id(id), state: .done)]))
    #expect(try contents(of: id, commands, for: getuid()) == [:])
    #expect(try spool.details(of: id)?.isPrivate == true)
    #expect(try spool.details(of: id)?.outputs == ["picture.png"])
  }

  @Test func retentionWaitsForTheSubmitter() throws {
    let (test, spool, id) = try finished()
    let retention = Retention(
      done: .seconds(1), failed: .seconds(1), reports: .seconds(1), doneBytes: 0, failedBytes: 0)
    try spool.forget(most: 10, now: spool.now + 10_000, retention)
    #expect(test.names("done") == ["\(id)"])
    try spool.change(id, .acknowledge, by: 0)
    try spool.forget(most: 10, now: spool.now + 10_000, retention)
    #expect(test.names("done").isEmpty)
  }

  @Test func onlyTheSubmitterFetches() throws {
    let (_, spool, id) = try finished()
    let commands = commands(spool, operators: [77])
    for user in [77, 4242] as [UInt32] {
      let (answer, files) = commands.answer(.fetch(.id(id), after: nil), from: user)
      guard case .refused(let error) = answer else {
        Issue.record("\(answer)")
        continue
      }
      #expect(files.isEmpty)
      #expect(
        error.message
          == "job \(id) belongs to user \(id.user); only that user may fetch its results.")
    }
  }

  @Test func deliveredImagesCanBeFetchedToo() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try test.submit("story", nil)
    try spool.work()
    let id = try #require(test.names("done").first.flatMap { JobID($0) })
    #expect(
      try contents(of: id, commands(spool), for: getuid()) == ["picture.png": "pixels of story"])
  }

  @Test func aWaitingJobHasNothingToFetch() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try test.submit("story", nil)
    _ = try Intake(patiently: spool).poll { _ in }
    let id = try #require(test.names("queue").first.flatMap { JobID($0.dropLast(2)) })
    let answer = commands(spool).answer(.fetch(.id(id), after: nil), from: getuid()).0
    #expect(
      answer == .refused(CommandError(.state, "job \(id) is not done: it is in queue/.")))
  }

  @Test func nothingIsLostWhereverACrashFalls() throws {
    let count = try atEachStep { crash in
      let test = try TestSpool()
      try test.submit("story", #"{"delivery": "private"}"#, token: "aaaaaaaaaaaaaaaa")
      try crash.work { try test.open(limits: Self.quick, steps: $0).work() }
      let spool = try test.open(limits: Self.quick)
      try spool.work()
      let id = try #require(test.names("done").first.flatMap { JobID($0) })
      #expect(
        try contents(of: id, commands(spool), for: getuid()) == ["picture.png": "pixels of story"],
        "\(crash)")
      #expect(test.names("out").isEmpty && test.names("reports").count == 1, "\(crash)")
    }
    #expect(count > 13)
  }

  private static func isComplete(_ contents: [String: String], rows: Int) -> Bool {
    let lines = contents["card.rows.jsonl"]?.split(separator: "\n") ?? []
    return contents.count == rows + 1 && lines.count == rows
      && (1...rows).allSatisfy { row in
        contents["card-\(row).png"] == "row \(row)"
          && lines[row - 1].hasPrefix(#"{"row":\#(row),"status":"done","#)
      }
  }

  /// More images than one answer has.
  @Test func theRowsOfABatchStayUntilTheyAreAcknowledged() throws {
    let test = try TestSpool()
    var limits = Self.quick
    limits.settleBlind = .zero
    let spool = try test.open(limits: limits)
    try test.dropBatch(
      "card", rows: 230, submission: #"{"delivery": "private"}"#, token: "aaaaaaaaaaaaaaaa")
    try spool.workRows()
    let id = try #require(test.names("done").first.flatMap { JobID($0) })
    #expect(test.names("out").isEmpty)
    #expect(test.names("reports") == ["aaaaaaaaaaaaaaaa.json"])
    let commands = commands(spool)
    #expect(Self.isComplete(try contents(of: id, commands, for: getuid()), rows: 230))
    let retention = Retention(
      done: .seconds(1), failed: .seconds(1), reports: .seconds(1), doneBytes: 0, failedBytes: 0)
    try spool.forget(most: 10, now: spool.now + 10_000, retention)
    #expect(Self.isComplete(try contents(of: id, commands, for: getuid()), rows: 230))
    #expect(
      commands.answer(.change(.acknowledge, [.id(id)]), from: getuid()).0
        == .changes([.init(.id(id), state: .done)]))
    #expect(try contents(of: id, commands, for: getuid()) == [:])
    #expect(!test.names("done/\(id)").contains("ended"))
    try spool.forget(most: 10, now: spool.now + 10_000, retention)
    #expect(test.names("done").isEmpty)
  }

  @Test func noRowIsLostWhereverACrashFalls() throws {
    var limits = Self.quick
    limits.settleBlind = .zero
    let count = try atEachStep { crash in
      let test = try TestSpool()
      try test.dropBatch(
        "card", rows: 11, submission: #"{"delivery": "private"}"#, token: "aaaaaaaaaaaaaaaa")
      try crash.work { try test.open(limits: limits, steps: $0).workRows(most: 3) }
      let spool = try test.open(limits: limits)
      try spool.workRows()
      let id = try #require(test.names("done").first.flatMap { JobID($0) })
      let found = try contents(of: id, commands(spool), for: getuid())
      #expect(Self.isComplete(found, rows: 11), "\(crash): \(found.keys.sorted())")
      #expect(test.names("out").isEmpty && test.names("reports").count == 1, "\(crash)")
      for state in ["drop", "ingest", "queue", "active", "ready", "batches", "failed", "corrupt"] {
        #expect(test.names(state).isEmpty, "\(state), \(crash)")
      }
    }
    #expect(count > 50)
  }

  /// An acknowledgement that a crash interrupted is given again.
  @Test func anAcknowledgementOfABatchCanBeRepeated() throws {
    var limits = Self.quick
    limits.settleBlind = .zero
    for count in 0..<2 {
      let test = try TestSpool()
      try test.dropBatch("card", rows: 5, submission: #"{"delivery": "private"}"#)
      let first = try test.open(limits: limits)
      try first.workRows()
      let id = try #require(test.names("done").first.flatMap { JobID($0) })
      #expect(throws: Crash.self) {
        try test.open(limits: limits, steps: Countdown(count).steps)
          .change(id, .acknowledge, by: 0)
      }
      let spool = try test.open(limits: limits)
      #expect(try spool.change(id, .acknowledge, by: 0) == .done)
      #expect(try contents(of: id, commands(spool), for: getuid()) == [:])
    }
  }
}

import Foundation
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool
import Testing

/// Batches of rows in the spool: each row is in one place, and is delivered once, wherever a crash falls.
@Suite struct BatchTests {
  private static let quick: SpoolLimits = {
    var limits = SpoolLimits()
    limits.settle = .zero
    limits.settleBlind = .zero
    return limits
  }()

  private static let states = [
    "drop", "ingest", "queue", "active", "ready", "batches", "failed", "corrupt", "hold",
  ]

  private func expectEnd(_ test: TestSpool, rows: Int, _ comment: Comment) throws {
    let images = (1...rows).map { "card-\($0).png" }
    #expect(
      test.names("out") == (images + ["card.result.json", "card.rows.jsonl"]).sorted(), comment)
    for row in 1...rows { #expect(test.text("out/card-\(row).png") == "row \(row)", comment) }
    let report = try test.report("card")
    #expect(report["status"] == "done", comment)
    #expect(
      report["rows"]
        == ["total": .integer(rows), "done": .integer(rows), "failed": 0, "skipped": 0], comment)
    let lines = try test.rowLines("card")
    #expect(lines.map { $0["row"]?.integer } == (1...rows).map { $0 }, comment)
    #expect(lines.allSatisfy { $0["status"] == "done" }, comment)
    #expect(test.names("done").count == 1, comment)
    for state in Self.states { #expect(test.names(state).isEmpty, "\(state): \(comment)") }
  }

  @Test func eachRowComesOnceWhereverACrashFalls() throws {
    let count = try atEachStep { crash in
      let test = try TestSpool()
      try test.dropBatch("card", rows: 11)
      try crash.work {
        // Chunks are cut, so that rows go back.
        try test.open(limits: Self.quick, steps: $0).workRows(most: 3)
      }
      try test.open(limits: Self.quick).workRows()
      try expectEnd(test, rows: 11, "\(crash)")
    }
    #expect(count > 60)
  }

  @Test func rowsThatWereTakenAreNotDeliveredAgain() throws {
    var taken = 0
    _ = try atEachStep { crash in
      let test = try TestSpool()
      try test.dropBatch("card", rows: 9)
      try crash.work { try test.open(limits: Self.quick, steps: $0).workRows() }
      let before = test.names("out").filter { $0.hasSuffix(".png") }
      for name in before { try FileManager.default.removeItem(atPath: "\(test.path)/out/\(name)") }
      taken += before.count
      try test.open(limits: Self.quick).workRows()
      let after = test.names("out").filter { $0.hasSuffix(".png") }
      #expect(Set(before).isDisjoint(with: after), "\(crash)")
      #expect(before.count + after.count == 9, "\(crash)")
      #expect(try test.rowLines("card").count == 9)
    }
    #expect(taken > 20)
  }

  @Test func aRowWhoseWorkerCrashesGetsAChunkOfItsOwnWhereverACrashFalls() throws {
    let count = try atEachStep { crash in
      let test = try TestSpool()
      try test.dropBatch("card", rows: 12)
      func work(_ steps: Steps) throws {
        let spool = try test.open(limits: Self.quick, steps: steps)
        try spool.workRows { job, batch in
          guard let rows = job.id.rows, rows.contains(5), rows.count > 1 else { return false }
          try spool.divide(
            job, of: batch, at: crash.number.isMultiple(of: 2) ? 5 : nil, history: History())
          return true
        }
      }
      try crash.work(work)
      try work(Steps())
      try expectEnd(test, rows: 12, "\(crash)")
    }
    #expect(count > 60)
  }

  /// The daemon is killed between the commit of a chunk with an error and the stop of its batch.
  @Test func aBatchStopsAfterAnErrorAlsoIfACrashFallsBeforeTheStop() throws {
    let test = try TestSpool()
    try test.dropBatch("card", rows: 40, submission: #"{"onError": "stop"}"#)
    func crash() throws {
      let spool = try test.open(limits: Self.quick)
      try spool.workRows { job, batch in
        guard let rows = job.id.rows else { return false }
        let error = Diagnostic(code: "bad", message: "bad.")
        let reports = [RowReport(rows.first, failed: [error])]
        _ = try spool.commit(job, of: batch, rows: RowRange(rows.first, rows.first), reports)
        throw Crash()
      }
    }
    #expect(throws: Crash.self) { try crash() }
    try test.open(limits: Self.quick).workRows()
    let report = try test.report("card")
    #expect(report["rows"]?["failed"] == 1)
    #expect(report["rows"]?["skipped"] == 39)
    #expect(report["stopped"]?.string?.hasPrefix("stopped after an error") ?? false)
  }

  @Test func aStoppedBatchSaysWhatIsThereWhereverACrashFalls() throws {
    let count = try atEachStep { crash in
      let test = try TestSpool()
      try test.dropBatch("card", rows: 40)
      func work(_ steps: Steps) throws {
        let spool = try test.open(limits: Self.quick, steps: steps)
        var chunks = 0
        try spool.workRows { _, batch in
          chunks += 1
          if chunks == 2 { try spool.stop(batch, .cancelled(by: 1000)) }
          return false
        }
      }
      try crash.work(work)
      try work(Steps())
      let report = try test.report("card")
      let done = report["rows"]?["done"]?.integer ?? 0
      let skipped = report["rows"]?["skipped"]?.integer ?? 0
      #expect(done + skipped == 40 && done > 0, "\(crash)")
      let images = test.names("out").filter { $0.hasSuffix(".png") }
      #expect(images.count == done, "\(crash)")
      let lines = try test.rowLines("card")
      #expect(lines.map { $0["row"]?.integer } == (1...40).map { $0 }, "\(crash)")
      #expect(lines.count { $0["status"] == "done" } == done, "\(crash)")
      #expect(lines.count { $0["status"] == "skipped" } == skipped, "\(crash)")
      if skipped > 0 { #expect(report["stopped"] == "cancelled by user 1000") }
      for state in Self.states { #expect(test.names(state).isEmpty, "\(state), \(crash)") }
    }
    #expect(count > 30)
  }

  /// A chunk whose folder is damaged goes to `corrupt/`; its batch must not wait for it.
  @Test func theRowsOfADamagedChunkHaveFailedWhereverACrashFalls() throws {
    let count = try atEachStep { crash in
      let test = try TestSpool()
      try test.dropBatch("card", rows: 40)
      var damaged: RowRange?
      func work(_ steps: Steps) throws {
        let spool = try test.open(limits: Self.quick, steps: steps)
        try spool.workRows { job, _ in
          guard let rows = job.id.rows, rows.contains(17), damaged == nil else { return false }
          damaged = rows
          try spool.quarantine(job, reason: "for a test")
          return true
        }
        // What the daemon's scan does.
        try spool.recover { _ in }
        try spool.workRows()
      }
      try crash.work(work)
      try work(Steps())
      let lost = try #require(damaged).count
      let report = try test.report("card")
      #expect(
        report["rows"]
          == [
            "total": 40, "done": .integer(40 - lost), "failed": .integer(lost), "skipped": 0,
          ], "\(crash)")
      let lines = try test.rowLines("card")
      #expect(lines.map { $0["row"]?.integer } == (1...40).map { $0 }, "\(crash)")
      let failed = lines.filter { $0["status"] == "failed" }
      #expect(failed.count == lost, "\(crash)")
      #expect(failed.allSatisfy { $0["errors"]?.array?.first?["code"] == "row-lost" })
      #expect(failed.allSatisfy { $0["data"]?.string?.count == 16 })
      #expect(
        report["errors"]?.array?.first?["message"]
          == "not rendered: the folder of the row's chunk is damaged; it is in corrupt/. Submit the row again."
      )
      #expect(test.names("out").count { $0.hasSuffix(".png") } == 40 - lost, "\(crash)")
      #expect(test.names("corrupt").count == 1)
      for state in Self.states where state != "corrupt" {
        #expect(test.names(state).isEmpty, "\(state), \(crash)")
      }
    }
    #expect(count > 40)
  }

  @Test func aBatchThatLacksAPartGoesToCorrupt() throws {
    for part in ["batch.json", "todo"] {
      let test = try TestSpool()
      try test.dropBatch("card", rows: 40)
      let spool = try test.open(limits: Self.quick)
      _ = try Intake(patiently: spool).poll { _ in }
      guard case .job(let job) = try spool.claim() else { Issue.record("no job"); return }
      try spool.indexRows(of: job)
      try FileManager.default.removeItem(atPath: "\(test.path)/batches/\(job.id)/\(part)")
      var reasons: [String] = []
      try test.open(limits: Self.quick).recover {
        if case .corrupt(_, let reason) = $0 { reasons.append(reason) }
      }
      #expect(test.names("corrupt") == [job.id.description])
      #expect(reasons.count == 1)
      #expect(reasons.first?.contains(part) == true, "\(reasons)")
    }
  }

  @Test func aChunkWithoutItsLinesEndsItsBatch() throws {
    let test = try TestSpool()
    try test.dropBatch("card", rows: 12)
    let spool = try test.open(limits: Self.quick)
    try spool.workRows { job, batch in
      for name in test.names("batches/\(batch.id)/ended") where name.hasPrefix("1-") {
        try? FileManager.default.removeItem(
          atPath: "\(test.path)/batches/\(batch.id)/ended/\(name)/rows.jsonl")
      }
      return false
    }
    let lines = try test.rowLines("card")
    #expect(lines.map { $0["row"]?.integer } == (1...12).map { $0 })
    let lost = lines.filter { $0["status"] == "failed" }
    #expect(lost.first?["row"] == 1)
    #expect(
      lost.first?["errors"]?.array?.first?["message"]
        == "the record of the row is missing in the spool: its images may have been delivered or not. Submit the row again."
    )
  }

  /// In `failed/` its batch would wait for it forever.
  @Test func aChunkThatIsGivenUpFailsItsRows() throws {
    let test = try TestSpool()
    try test.dropBatch("card", rows: 30)
    let spool = try test.open(limits: Self.quick)
    var given = 0
    try spool.workRows { job, batch in
      guard job.id.rows?.contains(9) == true else { return false }
      let error = Diagnostic(code: "system-error", message: "no space was left eleven times.")
      let (committed, failed) = try spool.commitFailure(job, of: batch, [error])
      given = failed
      try spool.deliverChunk(committed, of: batch, counts: (0, failed))
      return true
    }
    #expect(given > 0)
    #expect(
      try test.report("card")["rows"]
        == [
          "total": 30, "done": .integer(30 - given), "failed": .integer(given), "skipped": 0,
        ])
    #expect(try test.rowLines("card")[8]["errors"]?.array?.first?["code"] == "system-error")
    #expect(test.names("failed").isEmpty)
  }

  @Test func rowsOfEqualOutputNamesAreFoundWithTheFirst() throws {
    let test = try TestSpool()
    try test.dropBatch("card", rows: 5000)
    let spool = try test.open(limits: Self.quick)
    _ = try Intake(patiently: spool).poll { _ in }
    guard case .job(let job) = try spool.claim() else { Issue.record("no job"); return }
    try spool.indexRows(of: job) { row in
      row == 4999 ? ["name-17.png"] : row % 1000 == 3 ? ["same.png", "a.png"] : ["name-\(row).png"]
    }
    let batch = try spool.batch(job.id)
    #expect(
      try batch.collisions(in: RowRange(1, 5000)) == [1003: 3, 2003: 3, 3003: 3, 4003: 3, 4999: 17])
    #expect(try batch.collisions(in: RowRange(4004, 4998)).isEmpty)
    #expect(try batch.collisions(in: RowRange(4999, 4999)) == [4999: 17])
    let place = try batch.place(ofRow: 10)
    #expect(place.offset == 18)
    #expect(place.line == 10)
  }

  @Test func onlyWantedRowsAreRendered() throws {
    let test = try TestSpool()
    try test.dropBatch("card", rows: 50, submission: #"{"rows": "3,7-9,48"}"#)
    try test.open(limits: Self.quick).workRows()
    let images = test.names("out").filter { $0.hasSuffix(".png") }
    #expect(images == [3, 48, 7, 8, 9].map { "card-\($0).png" })
    #expect(try test.rowLines("card").map { $0["row"]?.integer } == [3, 7, 8, 9, 48])
    #expect(try test.report("card")["rows"]?["total"] == 5)
  }

  @Test func anOutputOfAnotherUserFailsItsRowOnly() throws {
    let test = try TestSpool()
    try test.dropBatch("card", rows: 6)
    try Data("theirs".utf8).write(to: URL(filePath: "\(test.path)/out/card-4.png"))
    try test.open(limits: Self.quick).workRows()
    #expect(test.text("out/card-4.png") == "theirs")
    let report = try test.report("card")
    #expect(report["rows"] == ["total": 6, "done": 5, "failed": 1, "skipped": 0])
    let error = try #require(report["errors"]?.array?.first)
    #expect(error["row"] == 4)
    #expect(
      error["message"]
        == "\"card-4.png\" cannot be delivered: a file of that name belongs to another user, or the output folder refuses it."
    )
    let line = try test.rowLines("card")[3]
    #expect(line["status"] == "failed")
    #expect(line["outputs"] == [])
    #expect(line["data"]?.string?.count == 16)
  }

  @Test func chunksTakeTurnsWithOtherJobsOfTheirOwner() {
    let owner = Owner(user: 7)
    let batch = JobID(time: 1_700_000_000_000, owner: owner)
    let chunks = (0..<4).map { index in
      AttemptName(JobID(batch, rows: RowRange(index * 10 + 1, index * 10 + 10)), attempt: 0)
    }
    let jobs = (1...3).map {
      AttemptName(JobID(time: 1_700_000_000_000 + $0, owner: owner), attempt: 0)
    }
    let other = AttemptName(JobID(time: 1_700_000_000_009, user: 9), attempt: 0)
    var waiting = WaitingJobs()
    waiting.replace(with: chunks + jobs + [other])
    var taken: [AttemptName] = []
    while let next = waiting.next(now: 0, longest: 1000) { taken.append(next) }
    #expect(
      taken == [jobs[0], other, chunks[0], jobs[1], chunks[1], jobs[2], chunks[2], chunks[3]])
    #expect(waiting.counts.isEmpty)
  }

  @Test func namesOfChunksAreReadAsTheyAreWritten() throws {
    let batch = JobID(time: 1_700_000_000_000, user: 1000)
    let chunk = JobID(batch, rows: RowRange(65, 128))
    #expect(chunk.description == "\(batch)-65-128")
    #expect(JobID(chunk.description) == chunk)
    #expect(chunk.batch == batch)
    #expect(batch < chunk)
    #expect(chunk < JobID(batch, rows: RowRange(129, 130)))
    let name = AttemptName(chunk, attempt: 2, priority: -7)
    #expect(AttemptName(name.description) == name)
    for text in ["0-3", "4-3", "1", "1-", "-1-2", "1-2-3", "01-2"] {
      #expect(JobID("\(batch)-\(text)") == nil, "\(text)")
    }
  }

  @Test(arguments: [
    (#"{"rows": "3,2"}"#, #"rows: "3,2" are not rows in ascending order, as in "1-20,37"."#),
    (#"{"onError": "halt"}"#, #"onError: "halt" is not "continue" or "stop"."#),
    (#"{"set": ["a"]}"#, "set: expected an object, not an array."),
    (#"{"set": {"a": 1}}"#, #"set: "a": expected a string, not a number."#),
  ]) func wrongSubmissionsAreRefused(_ submission: String, _ message: String) throws {
    let test = try TestSpool()
    try test.dropBatch("card", rows: 3, submission: submission)
    try test.open(limits: Self.quick).workRows()
    let error = try test.report("card")["errors"]?.array?.first?["message"]?.string ?? ""
    #expect(error.hasSuffix(message), "\(error)")
  }

  @Test func limitsOfBatchesAreThoseOfTheConfiguration() throws {
    var limits = Self.quick
    limits.batches.dataBytes = 10
    let test = try TestSpool()
    try test.dropBatch("card", rows: 30)
    try test.open(limits: limits).workRows()
    #expect(
      try test.report("card")["errors"]?.array?.first?["message"]
        == "\"data.jsonl\" has more than 10 bytes.")
    limits.batches.dataBytes = 1000
    limits.batches.rows = 20
    let other = try TestSpool()
    try other.dropBatch("card", rows: 30)
    #expect {
      try other.open(limits: limits).workRows()
    } throws: { error in
      (error as? Diagnostic)?.message
        == "the data has more than 20 rows, the limit of batches.rows."
    }
  }
}

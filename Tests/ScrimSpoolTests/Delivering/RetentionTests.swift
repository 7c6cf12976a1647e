import Foundation
import ScrimJSON
import ScrimRecords
import ScrimSpool
import Testing

/// Retention of finished jobs, results and partial names; nothing else is ever deleted.
@Suite struct RetentionTests {
  private static let hour = 3_600_000

  private func finished(_ names: [String]) throws -> (TestSpool, Spool) {
    let test = try TestSpool()
    var limits = SpoolLimits()
    limits.settle = .zero
    limits.freeBytes = 0
    limits.freePercent = 0
    let spool = try test.open(limits: limits)
    for name in names {
      try test.drop("\(name).json")
      try spool.work(image: "\(name).png")
      usleep(2000)
    }
    return (test, spool)
  }

  private func kept(_ hours: Int = 1, bytes: Int = .max) -> Retention {
    Retention(
      done: .seconds(hours * 3600), failed: .seconds(3600), reports: .seconds(3600),
      doneBytes: bytes, failedBytes: .max)
  }

  @Test func whatIsOlderGoesAndWhatIsNotStays() throws {
    let (test, spool) = try finished(["a", "b"])
    try spool.forget(most: 10, now: spool.now + Self.hour - 10_000, kept())
    #expect(test.names("done").count == 2)
    try spool.forget(most: 10, now: spool.now + Self.hour + 1, kept())
    #expect(test.names("done").isEmpty)
    #expect(test.names("out").count == 4)
  }

  @Test func theOldestGoUntilTheRestFits() throws {
    let (test, spool) = try finished(["a", "b", "c"])
    let all = test.names("done")
    let bytes = try all.map { try Self.bytes(of: "\(test.path)/done/\($0)") }
    try spool.forget(most: 10, now: spool.now, kept(bytes: bytes.reduce(0, +)))
    #expect(test.names("done") == all)
    try spool.forget(most: 10, now: spool.now, kept(bytes: bytes.reduce(0, +) - 1))
    #expect(test.names("done") == Array(all.dropFirst()))
    try spool.forget(most: 10, now: spool.now, kept(bytes: 0))
    #expect(test.names("done").isEmpty)
  }

  @Test func theOldestGoUntilSoManyAreLeft() throws {
    let (test, spool) = try finished(["a", "b", "c"])
    let all = test.names("done")
    for (jobs, left) in [(0, 3), (3, 3), (2, 2), (1, 1)] {
      var retention = kept()
      retention.doneJobs = jobs
      retention.failedJobs = jobs
      try spool.forget(most: 10, now: spool.now, retention)
      #expect(test.names("done") == all.suffix(left))
    }
    // Age and bytes count as well.
    var retention = kept(bytes: 0)
    retention.doneJobs = 5
    try spool.forget(most: 10, now: spool.now, retention)
    #expect(test.names("done").isEmpty)
  }

  @Test func failedJobsAreCountedApart() throws {
    let (test, spool) = try finished(["a"])
    for name in ["b", "c"] {
      try test.drop("\(name).json")
      _ = try Intake(patiently: spool).poll { _ in }
      guard case .job(let job) = try spool.claim() else { throw Crash() }
      let (ticket, reason) = (try job.ticket(), Diagnostic(code: "syntax", message: "no."))
      try spool.fail(job, ticket, JobReport.failed(job.name, ticket, [reason], history: History()))
      usleep(2000)
    }
    let failed = test.names("failed")
    #expect(failed.count == 2)
    var retention = kept()
    retention.doneJobs = 1
    retention.failedJobs = 1
    try spool.forget(most: 10, now: spool.now, retention)
    #expect(test.names("done").count == 1)
    #expect(test.names("failed") == [failed[1]])
  }

  @Test func whatIsNotFinishedIsNeverTouched() throws {
    let (test, spool) = try finished([])
    try test.drop("a.json")
    _ = try Intake(patiently: spool).poll { _ in }
    let century = 100 * 365 * 24 * Self.hour
    try spool.forget(most: 10, now: spool.now + century, kept(bytes: 0))
    #expect(test.names("queue").count == 1)
    try spool.work(image: "a.png")
    #expect(test.names("out").contains("a.png"))
  }

  private func limited(hours: Int = 0, bytes: Int = 0) -> Retention {
    var retention = kept()
    retention.out = .seconds(hours * 3600)
    retention.outBytes = bytes
    return retention
  }

  @Test func resultsStayUnlessTheOperatorLimitsThem() throws {
    let (test, spool) = try finished(["a", "b"])
    try Data("mine".utf8).write(to: URL(filePath: "\(test.path)/out/mine.png"))
    let century = spool.now + 100 * 365 * 24 * Self.hour
    #expect(try spool.removeResults(kept(), now: century) == 0)
    #expect(try spool.removeResults(limited(hours: 2), now: spool.now + Self.hour) == 0)
    #expect(try spool.removeResults(limited(hours: 1), now: spool.now + Self.hour + 5000) == 4)
    // A file without a mark is not Scrim's.
    #expect(test.names("out") == ["mine.png"])
  }

  @Test func aUsersResultsAreDeletedInParts() throws {
    let (test, spool) = try finished(["a", "b", "c"])
    try Data("mine".utf8).write(to: URL(filePath: "\(test.path)/out/mine.png"))
    #expect(try spool.removeResults(of: getuid() + 1, after: nil).count == 0)
    var (count, cursor) = try spool.removeResults(of: getuid(), after: nil, most: 2)
    // Not every name is a result's.
    #expect(count <= 2 && cursor != nil)
    while let end = cursor {
      let part = try spool.removeResults(of: getuid(), after: end, most: 2)
      (count, cursor) = (count + part.count, part.next)
    }
    #expect(count == 6)
    // A file without a mark is not Scrim's, and jobs are not results.
    #expect(test.names("out") == ["mine.png"])
    #expect(test.names("done").count == 3)
  }

  /// A request looks at so many names only, wherever they are, and not at those in folders of others.
  @Test func aWideTreeOfResultsIsWalkedInParts() throws {
    let (test, spool) = try finished(["a", "b"])
    let manager = FileManager.default
    let out = "\(test.path)/out"
    for number in 0..<500 {
      try manager.createDirectory(
        atPath: "\(out)/wide/\(number)/deep", withIntermediateDirectories: true)
    }
    try manager.moveItem(atPath: "\(out)/a.png", toPath: "\(out)/wide/77/deep/a.png")
    var expected = 4
    if geteuid() == 0 {
      try manager.createDirectory(atPath: "\(out)/foreign", withIntermediateDirectories: false)
      try manager.moveItem(atPath: "\(out)/b.png", toPath: "\(out)/foreign/b.png")
      #expect(chown("\(out)/foreign", 4242, 4242) == 0)
      expected -= 1
    }
    var (count, parts, cursor) = (0, 0, nil as ResultCursor?)
    repeat {
      let part = try spool.removeResults(
        of: getuid(), after: cursor.map { try ResultCursor(json: $0.json) }, most: 100)
      (count, parts, cursor) = (count + part.count, parts + 1, part.next)
    } while cursor != nil
    #expect(count == expected)
    #expect((10...13).contains(parts), "\(parts)")
    #expect(!manager.fileExists(atPath: "\(out)/wide/77/deep/a.png"))
  }

  @Test func theOldestResultsGoUntilTheRestFits() throws {
    let (test, spool) = try finished(["a", "b", "c"])
    for (number, name) in ["a", "b", "c"].enumerated() {
      for file in ["\(name).png", "\(name).result.json"] {
        let date = Date(timeIntervalSince1970: 1_795_483_755 + Double(number))
        try FileManager.default.setAttributes(
          [.modificationDate: date], ofItemAtPath: "\(test.path)/out/\(file)")
      }
    }
    let all = try Self.bytes(of: ["b.png", "b.result.json", "c.png", "c.result.json"], in: test)
    #expect(try spool.removeResults(limited(bytes: all)) == 2)
    #expect(test.names("out") == ["b.png", "b.result.json", "c.png", "c.result.json"])
  }

  @Test func resultsInSubfoldersAreFound() throws {
    let (test, spool) = try finished([])
    try test.drop("a.json")
    try spool.work(image: "small/a.png")
    #expect(try spool.removeResults(limited(bytes: 1)) == 2)
    #expect(test.names("out") == ["small"] && test.names("out/small").isEmpty)
  }

  @Test func partialNamesInDropAreDeletedOnceTheyAreOld() throws {
    let (test, spool) = try finished([])
    let names = [".a.part", "b.tmp", "c.json~"]
    for name in names + ["d.json", "photo.jpg"] { try test.drop(name) }
    try FileManager.default.createDirectory(
      atPath: "\(test.path)/drop/.bundle", withIntermediateDirectories: false)
    try test.drop(".bundle/job.json")
    #expect(try spool.removePartialDrops(kept(), now: spool.now + 23 * Self.hour) == 0)
    #expect(try spool.removePartialDrops(kept(), now: spool.now + 24 * Self.hour + 1000) == 4)
    #expect(test.names("drop") == ["d.json", "photo.jpg"])
  }

  @Test func jobsThatWaitForTheirSubmittersDoNotKeepOthers() throws {
    let (test, spool) = try finished([])
    try test.submit("private", #"{"delivery": "private"}"#)
    try spool.work(image: "private.png")
    usleep(2000)
    try test.drop("a.json")
    try spool.work(image: "a.png")
    let held = try #require(test.names("done").first)
    // One job per pass: the first looks at the private one.
    for _ in 0..<2 { try spool.forget(most: 1, now: spool.now + Self.hour + 1000, kept()) }
    #expect(test.names("done") == [held])
  }

  @Test func aPassDeletesAnEighthOfMany() throws {
    let (test, spool) = try finished((1...24).map { "job\($0)" })
    let all = test.names("done")
    let later = spool.now + Self.hour + 1
    #expect(try spool.forget(most: 1, now: later, kept()))
    #expect(test.names("done") == Array(all.dropFirst(3)))
    #expect(try spool.forget(most: 1, now: spool.now, kept(bytes: 0)))
    #expect(test.names("done") == Array(all.dropFirst(5)))
  }

  @Test func othersShareTheWorkOfALongPass() throws {
    let (test, spool) = try finished(["job"])
    let one = try #require(test.names("done").first)
    for number in 0..<1200 {
      // Identifiers end in letters.
      let end = String(number + 1_000_000).dropFirst(3).map {
        "abcdefghij".dropFirst(Int(String($0)) ?? 0).prefix(1)
      }
      try FileManager.default.copyItem(
        atPath: "\(test.path)/done/\(one)",
        toPath: "\(test.path)/done/\(one.dropLast(4))\(end.joined())")
    }
    try spool.shareForgetting()
    #expect(test.names("done").count == 1201)
    // An eighth; before each of the first ten jobs a delivery deletes two others.
    var shared = 0
    try spool.forget(most: 1, now: spool.now + Self.hour + 1, kept()) {
      if shared < 10 { try? spool.shareForgetting() }
      shared += 1
      return false
    }
    #expect(test.names("done").count == 1051)
    // Deliveries have deleted 20 of the 150. It is asked once more when no job is left.
    #expect(shared == 150 - 20 + 1)
  }

  @Test func aStopEndsAPass() throws {
    let (test, spool) = try finished(["a", "b", "c"])
    let all = test.names("done")
    var asked = 0
    let isMore = try spool.forget(most: 10, now: spool.now + Self.hour + 1, kept()) {
      asked += 1
      return asked > 2
    }
    #expect(isMore)
    #expect(test.names("done") == [all[2]])
  }

  private static func bytes(of files: [String], in test: TestSpool) throws -> Int {
    try files.reduce(0) { sum, file in
      let path = "\(test.path)/out/\(file)"
      return sum + (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0)
    }
  }

  /// The sum of the sizes of all entries in a folder, including the folder itself.
  private static func bytes(of path: String) throws -> Int {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path) + ["."]
    return try names.reduce(0) { sum, name in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
      return sum + (attributes[.size] as? Int ?? 0)
    }
  }
}

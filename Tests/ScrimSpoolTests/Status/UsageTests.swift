import Foundation
import ScrimRecords
import ScrimSpool
import Testing

/// Bytes of the spool's files, for the metrics.
@Suite struct UsageTests {
  private let document = #"{"scrim": 1}"#

  /// Bytes of all names below a folder of the spool, folders included.
  private func bytes(_ test: TestSpool, _ folder: String) throws -> Int {
    let files = try FileManager.default.subpathsOfDirectory(atPath: "\(test.path)/\(folder)")
    return try files.reduce(0) { sum, file in
      let about = try FileManager.default.attributesOfItem(
        atPath: "\(test.path)/\(folder)/\(file)")
      return sum + (about[.size] as? Int ?? 0)
    }
  }

  /// A job with an earliest start waits from then on, so that it raises no alert before.
  @Test func scheduledJobsAreNotOld() throws {
    let test = try TestSpool()
    var limits = SpoolLimits()
    (limits.settle, limits.freeBytes, limits.freePercent) = (.zero, 0, 0)
    let spool = try test.open(limits: limits)
    try test.submit("later", #"{"notBefore": "2099-01-01T00:00:00Z", "priority": 7}"#)
    _ = try Intake(patiently: spool).poll { _ in }
    let start = 4_070_908_800_000
    #expect(try spool.counts().oldest.map(\.time) == [start])
    try test.submit("now", nil)
    _ = try Intake(patiently: spool).poll { _ in }
    #expect(try spool.counts().oldest.allSatisfy { $0.state == .queue && $0.time < start })
  }

  @Test func bytesAreCountedByFolderAndOwner() throws {
    let test = try TestSpool()
    var limits = SpoolLimits()
    (limits.settle, limits.freeBytes, limits.freePercent) = (.zero, 0, 0)
    let spool = try test.open(limits: limits)
    try test.drop("a.json", document)
    try spool.work()
    #expect(test.names("done").count == 1)
    try test.drop("b.json", document)
    _ = try Intake(patiently: spool).poll { _ in }
    try test.drop("c.json.part", "0123456789")
    func share(_ folder: String, _ bytes: Int) -> SpoolUsage.Share {
      SpoolUsage.Share(folder: folder, owner: Owner(user: geteuid()), bytes: bytes)
    }
    let usage = try spool.usage()
    #expect(
      usage.shares == [
        share("drop", 10), share("queue", document.utf8.count),
        share("done", try bytes(test, "done")), share("out", try bytes(test, "out")),
      ], "\(usage.shares)")
    #expect(try bytes(test, "done") > 0 && bytes(test, "out") > 0)
    // Measured again, it is the same.
    #expect(try spool.usage() == usage)
    // Owners beyond the limit are counted together.
    let together = try spool.usage(most: 0).shares
    #expect(together.map(\.owner) == [nil, nil, nil, nil])
    #expect(together.map(\.bytes) == usage.shares.map(\.bytes))
  }
}

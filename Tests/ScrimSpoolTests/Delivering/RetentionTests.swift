import Foundation
import ScrimSpool
import Testing

/// Retention of finished jobs; nothing else is ever deleted.
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

  /// The sum of the sizes of all entries in a folder, including the folder itself.
  private static func bytes(of path: String) throws -> Int {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path) + ["."]
    return try names.reduce(0) { sum, name in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
      return sum + (attributes[.size] as? Int ?? 0)
    }
  }
}

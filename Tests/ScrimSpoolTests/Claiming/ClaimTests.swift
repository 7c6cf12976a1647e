import Foundation
import ScrimRecords
import ScrimSpool
import Synchronization
import Testing

@Suite struct ClaimTests {
  @Test func everyJobIsClaimedOnceByManyDaemons() async throws {
    let test = try TestSpool()
    var limits = SpoolLimits()
    limits.settle = .zero
    for number in 0..<60 { try test.drop("j\(number).json") }
    _ = try Intake(patiently: test.open(limits: limits)).poll { _ in }
    #expect(test.names("queue").count == 60)
    let path = test.path
    let claimed = try await withThrowingTaskGroup(of: [JobID].self) { group in
      for _ in 0..<4 {
        group.addTask {
          let spool = try Spool(path: path)
          var mine: [SpoolJob] = []
          while case .job(let job) = try spool.claim() { mine.append(job) }
          return mine.map(\.id)
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    // A claim whose holder ended reappears only through recovery, which is not run here.
    #expect(claimed.count == 60)
    #expect(Set(claimed).count == 60)
  }

  /// Regression: a worker woken by the report found the job still locked and slept for 5 s.
  @Test func aJobCanBeClaimedTheMomentItIsReported() throws {
    let test = try TestSpool()
    var limits = SpoolLimits()
    limits.settle = .zero
    try test.drop("a.json")
    let spool = try test.open(limits: limits)
    var claimed = 0
    _ = try Intake(patiently: spool).poll { event in
      guard case .accepted = event else { return }
      if case .job? = try? spool.claim() { claimed += 1 }
    }
    #expect(claimed == 1)
  }

  /// Jobs that appear and disappear while others are cached are neither missed nor claimed twice.
  @Test func whatAnotherDaemonDoesIsSeen() throws {
    let test = try TestSpool()
    var limits = SpoolLimits()
    limits.settle = .zero
    limits.freeBytes = 0
    limits.freePercent = 0
    let spool = try test.open(limits: limits)
    let other = try test.open(limits: limits)
    func drop(_ name: String) throws {
      try test.drop(name)
      _ = try Intake(patiently: other).poll { _ in }
      usleep(2000)
    }
    func claim(_ spool: Spool) throws -> SpoolJob {
      guard case .job(let job) = try spool.claim() else { throw Crash() }
      return job
    }
    for name in ["a.json", "b.json", "c.json"] { try drop(name) }
    let first = try claim(spool)
    // Both have cached b and c; the other daemon takes b and returns it.
    try takeAndRelease(other)
    try drop("d.json")
    let rest = try (0..<3).map { _ in try claim(spool) }
    #expect(try first.ticket().name == "a")
    #expect(try rest.map { try $0.ticket().name } == ["b", "c", "d"])
    guard case .nothing(nil) = try spool.claim() else {
      Issue.record("claimed a fifth job")
      return
    }
    #expect(test.names("queue").isEmpty)
  }

  /// The job's lock ends with this call.
  private func takeAndRelease(_ spool: Spool) throws {
    guard case .job(let job) = try spool.claim() else { throw Crash() }
    try spool.release(job)
  }

  @Test func aJobThatFailedWaitsForItsTime() throws {
    let test = try TestSpool()
    var limits = SpoolLimits()
    limits.settle = .zero
    try test.drop("a.json")
    let spool = try test.open(limits: limits)
    _ = try Intake(patiently: spool).poll { _ in }
    let later = spool.now + 60_000
    try failOnce(spool, until: later)
    guard case .nothing(let next?) = try spool.claim(now: later - 5000) else {
      Issue.record("claimed too early")
      return
    }
    #expect(next == 5000)
  }

  private func failOnce(_ spool: Spool, until time: Int) throws {
    guard case .job(let job) = try spool.claim() else { throw Crash() }
    try spool.requeue(
      job, after: History(failures: [.init(reason: "gone", effect: nil)], notBefore: time))
  }

  @Test func idsSortByTimeAndReadBack() throws {
    let early = JobID(time: 1_700_000_000_001, user: 4_294_967_294)
    let late = JobID(time: 1_700_000_000_002, user: 1)
    #expect(early < late)
    #expect(JobID(early.description) == early)
    #expect(early.description.hasPrefix("1700000000001-4294967294-"))
    for text in [
      "", "1-2-3", "1700000000001-1-abc", "1700000000001-1-ABCDEFGH", "x-1-abcdefgh",
      "1700000000001-1-abcdefghi", "1700000000001-01-abcdefgh", "1700000000001-4294967296-abcdefgh",
      "170000000000-1-abcdefgh", "17000000000001-1-abcdefgh", "1700000000001-1-abcdefg1",
      "+170000000001-1-abcdefgh", "1700000000001--abcdefgh",
    ] {
      #expect(JobID(text) == nil)
    }
  }
}

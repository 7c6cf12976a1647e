import Foundation
import ScrimSpool
import Synchronization
import Testing

@Suite struct ClaimTests {
  @Test func everyJobIsClaimedOnceByManyDaemons() async throws {
    let test = try TestSpool()
    var limits = SpoolLimits()
    limits.settle = .zero
    for number in 0..<60 { try test.drop("j\(number).json") }
    _ = try Intake(test.open(limits: limits), watching: false).look { _ in }
    #expect(test.names("queue").count == 60)
    let path = test.path
    let claimed = try await withThrowingTaskGroup(of: [JobID].self) { group in
      for _ in 0..<4 {
        group.addTask {
          let spool = try Spool(path: path)
          var mine: [Job] = []
          while case .job(let job) = try spool.claim() { mine.append(job) }
          return mine.map(\.id)
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    // A claim whose holder ended may be seen again only through recovery, which nobody ran.
    #expect(claimed.count == 60)
    #expect(Set(claimed).count == 60)
  }

  /// A worker that was woken by the news found the job locked still and slept on for 5 s.
  @Test func aJobCanBeClaimedTheMomentItIsReported() throws {
    let test = try TestSpool()
    var limits = SpoolLimits()
    limits.settle = .zero
    try test.drop("a.json")
    let spool = try test.open(limits: limits)
    var claimed = 0
    _ = try Intake(spool, watching: false).look { event in
      guard case .accepted = event else { return }
      if case .job? = try? spool.claim() { claimed += 1 }
    }
    #expect(claimed == 1)
  }

  @Test func usersTakeTurns() {
    var turns = Turns()
    let queue = [
      "1700000000001-7-aaaaaaaa.0", "1700000000002-7-aaaaaaaa.0", "1700000000003-9-aaaaaaaa.0",
    ]
    #expect(turns.order(queue).first == queue[0])
    turns.serve(7)
    #expect(turns.order(queue) == [queue[2], queue[0], queue[1]])
    turns.serve(9)
    #expect(turns.order(queue).first == queue[0])
  }

  @Test func aJobThatFailedWaitsForItsTime() throws {
    let test = try TestSpool()
    var limits = SpoolLimits()
    limits.settle = .zero
    try test.drop("a.json")
    let spool = try test.open(limits: limits)
    _ = try Intake(spool, watching: false).look { _ in }
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
    for text in ["", "1-2-3", "1700000000001-1-abc", "1700000000001-1-ABCDEFGH", "x-1-abcdefgh"] {
      #expect(JobID(text) == nil)
    }
  }
}

import ScrimRecords
import Testing
import scrimd

/// When a system error counts as an attempt.
@Suite struct SystemErrorTests {
  private let counts = SystemErrorCounts()
  private let jobs = (0..<3).map { JobID(time: 1_700_000_000_000 + $0, user: 1) }

  /// A full disk costs no job an attempt, however long it lasts.
  @Test func noneCountsWhileNoJobIsDone() {
    for _ in 0..<1000 {
      #expect(!counts.note(jobs[0]))
      #expect(!counts.note(jobs[1]))
    }
  }

  @Test func moreThanTenCountWhileOthersAreDone() {
    let counted = (1...12).map { _ in
      counts.ended(jobs[2])
      return counts.note(jobs[0])
    }
    #expect(counted == Array(repeating: false, count: 10) + [true, true])
    // Other jobs have their own count.
    counts.ended(jobs[2])
    #expect(!counts.note(jobs[1]))
    // Jobs that have ended are forgotten.
    counts.ended(jobs[0])
    #expect(!counts.note(jobs[0]))
  }
}

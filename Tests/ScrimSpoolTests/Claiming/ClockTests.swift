import ScrimRecords
import ScrimSpool
import ScrimWorkerClient
import ScrimWorkers
import Testing
import scrimd

/// Setting the clock by ten years neither delays a job nor makes attempts follow one another without a pause.
@Suite struct ClockTests {
  private static let tenYears = 10 * 365 * 86_400_000

  private func failed(_ spool: Spool, _ test: TestSpool) throws -> Int {
    try test.drop("a.json")
    _ = try Intake(patiently: spool).poll { _ in }
    guard case .job(let job) = try spool.claim() else { throw Crash() }
    let crash = WorkerCrash(cause: .exit(0))
    guard
      case .again(let history) = RetryPolicy().decide(
        crash, attempt: job.attempt, history: try job.history(), now: spool.now)
    else { throw Crash() }
    try spool.requeue(job, after: history)
    return history.notBefore
  }

  private func isClaimed(_ spool: Spool, at now: Int) throws -> Bool {
    guard case .job(let job) = try spool.claim(now: now) else { return false }
    try spool.release(job)
    return true
  }

  @Test func aJobThatWaitsIsTakenUpAfterTheClockWasSetBack() throws {
    let test = try TestSpool()
    var limits = SpoolLimits()
    limits.settle = .zero
    let spool = try test.open(limits: limits)
    let time = try failed(spool, test)
    #expect(try !isClaimed(spool, at: time - 1))
    #expect(try isClaimed(spool, at: time - Self.tenYears))
    #expect(try isClaimed(spool, at: time + Self.tenYears))
  }

  @Test func noWaitIsLongerThanTheLongest() {
    let policy = RetryPolicy(attempts: 1000)
    let crash = WorkerCrash(cause: .exit(0))
    for attempt in [10, 20, 100, 999] {
      guard
        case .again(let history) = policy.decide(
          crash, attempt: attempt, history: History(), now: 5000)
      else {
        Issue.record("given up at attempt \(attempt)")
        return
      }
      #expect(history.notBefore == 5000 + 3_600_000)
    }
  }

  @Test func aFileThatIsBeingWrittenIsNotOldBecauseTheClockSaysSo() {
    var settling = Settling(settle: .milliseconds(500), blind: .seconds(10))
    let start = ContinuousClock.now
    func evaluate(at seconds: Double, _ fingerprint: Int, age: Int) -> Settling.Verdict {
      settling.evaluate(
        "a.json",
        .init(fingerprint: fingerprint, age: .seconds(age), isFolder: false, isLinked: false),
        now: start + .seconds(seconds)
      ) { false }
    }
    #expect(evaluate(at: 0, 1, age: 0) != .take)
    #expect(evaluate(at: 1, 1, age: Self.tenYears / 1000) == .wait(.seconds(9)))
    #expect(evaluate(at: 2, 2, age: -Self.tenYears / 1000) == .wait(.milliseconds(500)))
  }
}

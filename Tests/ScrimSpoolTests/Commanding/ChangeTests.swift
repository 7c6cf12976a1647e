import Foundation
import ScrimJSON
import ScrimRecords
import ScrimSpool
import Synchronization
import Testing

/// Changes of jobs that users ask for, and crashes at any of their steps.
@Suite struct ChangeTests {
  private static let quick: SpoolLimits = {
    var limits = SpoolLimits()
    limits.settle = .zero
    return limits
  }()

  /// A spool with one waiting job.
  private func waiting(_ name: String = "story") throws -> (test: TestSpool, id: JobID) {
    let test = try TestSpool()
    try test.drop("\(name).json")
    _ = try Intake(patiently: test.open(limits: Self.quick)).poll { _ in }
    let name = try #require(test.names("queue").first)
    return (test, try #require(JobID(name.dropLast(2))))
  }

  private func failed() throws -> (test: TestSpool, id: JobID) {
    let (test, id) = try waiting()
    let spool = try test.open()
    let history = History(failures: [.init(reason: "crashed", effect: "glow")])
    try claimed(from: spool) { try spool.requeue($0, after: history) }
    let diagnostic = Diagnostic(code: "effect-crash", message: "given up.")
    try claimed(from: spool) { job in
      let ticket = try job.ticket()
      try spool.fail(
        job, ticket, JobReport.failed(job.name, ticket, [diagnostic], history: history))
    }
    return (test, id)
  }

  /// Claims a job, and unlocks it after `body`.
  private func claimed(from spool: Spool, _ body: (SpoolJob) throws -> Void) throws {
    guard case .job(let job) = try spool.claim() else {
      Issue.record("nothing to claim")
      return
    }
    try body(job)
  }

  @Test func aWaitingJobIsCancelledWithAReport() throws {
    let (test, id) = try waiting()
    #expect(try test.open().change(id, .cancel, by: 4242) == .failed)
    #expect(test.names("queue") == [])
    #expect(test.names("failed") == ["\(id)"])
    let error = try test.report("story")["errors"]?.array?.first
    #expect(error?["code"] == "cancelled")
    #expect(error?["message"] == "cancelled by user 4242.")
  }

  @Test func aJobThatIsHeldKeepsItsAttemptsAndPriority() throws {
    let (test, id) = try waiting()
    let spool = try test.open()
    try spool.change(id, .priority(7), by: 0)
    try claimed(from: spool) { try spool.requeue($0, after: History()) }
    #expect(test.names("queue") == ["\(id).1+7"])
    try spool.change(id, .hold, by: 0)
    #expect(test.names("hold") == ["\(id).user"])
    #expect(try spool.details(of: id)?.summary.reason == "held by a user")
    // Neither the release of jobs that wait for plugins nor recovery touches it.
    #expect(try spool.releaseHeld { _ in } == 0)
    try spool.recover { _ in Issue.record("an event") }
    #expect(try spool.counts().states.first { $0.state == .hold }?.count == 1)
    #expect(test.names("hold") == ["\(id).user"])
    try spool.change(id, .release, by: 0)
    #expect(test.names("queue") == ["\(id).1+7"])
    try test.open(limits: Self.quick).work()
    #expect(test.names("done") == ["\(id)"])
  }

  @Test func aHeldJobIsCancelled() throws {
    let (test, id) = try waiting()
    let spool = try test.open()
    try spool.change(id, .hold, by: 0)
    #expect(try spool.change(id, .cancel, by: 0) == .failed)
    #expect(test.names("hold") == [])
  }

  @Test func aFailedJobIsRetriedWithAllItsAttempts() throws {
    let (test, id) = try failed()
    let spool = try test.open(limits: Self.quick)
    #expect(try spool.details(of: id)?.summary.attempts == 2)
    #expect(try spool.change(id, .retry, by: 0) == .queue)
    #expect(test.names("queue") == ["\(id).0"])
    #expect(try test.report("story")["status"] == "failed")
    #expect(test.names("queue/\(id).0").contains("history.json") == false)
    try spool.work()
    #expect(try test.report("story")["status"] == "done")
    #expect(test.names("done") == ["\(id)"])
  }

  @Test func aRefusedJobIsNotRetried() throws {
    let test = try TestSpool()
    try FileManager.default.createSymbolicLink(
      atPath: "\(test.path)/drop/bad.json", withDestinationPath: "/etc/hostname")
    var limits = Self.quick
    limits.settleBlind = .zero
    let spool = try test.open(limits: limits)
    try spool.work()
    let id = try #require(test.names("failed").first.flatMap { JobID($0) })
    let error = #expect(throws: CommandError.self) { try spool.change(id, .retry, by: 0) }
    #expect(
      error?.message == "job \(id) was refused before its files were stored: submit it again.")
    #expect(test.names("failed") == ["\(id)"])
  }

  @Test func finishedJobsArePurged() throws {
    let (test, id) = try failed()
    #expect(try test.open().change(id, .purge, by: 0) == nil)
    #expect(test.names("failed") == [])
    #expect(test.names("out") == ["story.failed.json"])
  }

  @Test func thePriorityChangesTheOrder() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    var ids: [JobID] = []
    for name in ["a", "b"] {
      try test.drop("\(name).json")
      _ = try Intake(patiently: spool).poll { event in
        if case .accepted(let name, _, _) = event { ids.append(name.id) }
      }
    }
    try spool.change(ids[1], .priority(1), by: 0)
    try claimed(from: spool) { job in
      #expect(job.id == ids[1])
      try spool.release(job)
    }
    #expect(test.names("queue").contains("\(ids[1]).0+1"))
  }

  @Test func aJobThatIsBeingRenderedIsMarked() throws {
    let (test, id) = try waiting()
    let spool = try test.open()
    try claimed(from: spool) { (job: SpoolJob) throws in
      #expect(try spool.cancellation(of: job) == nil)
      #expect(try test.open().change(id, .cancel, by: 4242) == .active)
      #expect(try spool.cancellation(of: job)?.message == "cancelled by user 4242.")
      #expect(throws: CommandError.self) { try spool.change(id, .purge, by: 0) }
    }
  }

  /// The attempt ends while a cancellation is written, and the job waits again.
  @Test func aCancellationThatComesTooLateIsDecidedAgain() throws {
    let (test, id) = try waiting()
    let spool = try test.open()
    // Nothing else holds the job, so that its lock ends with its release.
    let claimed = Mutex<SpoolJob?>(nil)
    try claimed.withLock { if case .job(let job) = try spool.claim() { $0 = job } }
    let late = try test.open(
      steps: Steps { step in
        guard step == .changePrepared else { return }
        try claimed.withLock { job in
          if let job { try spool.release(job) }
          job = nil
        }
      })
    #expect(try late.change(id, .cancel, by: 0) == .failed)
    #expect(test.names("failed") == ["\(id)"])
    #expect(!test.names("failed/\(id)").contains("cancel"))
  }

  @Test(arguments: [
    (JobAction.release, "waiting: release requires a held job."),
    (.retry, "waiting: retry requires a failed job."),
    (.purge, "waiting: purge requires a finished job."),
  ])
  func theStateIsChecked(_ action: JobAction, _ reason: String) throws {
    let (test, id) = try waiting()
    let error = #expect(throws: CommandError.self) { try test.open().change(id, action, by: 0) }
    #expect(error == CommandError(.state, "job \(id) is \(reason)"))
    let other = JobID(time: 1_700_000_000_000, user: 0)
    let missing = #expect(throws: CommandError.self) {
      try test.open().change(other, action, by: 0)
    }
    #expect(missing == CommandError(.missing, "no job \(other)."))
  }

  /// The job is before or after the change, wherever a crash falls, and can be rendered to its end.
  @Test(
    arguments: [
      (JobAction.cancel, State.queue, State.failed), (.hold, .queue, .hold),
      (.priority(5), .queue, .queue),
      (.retry, .failed, .queue), (.purge, .failed, nil), (.release, .hold, .queue),
      (.cancel, .hold, .failed),
    ] as [(JobAction, State, State?)])
  func isBeforeOrAfterWhereverACrashFalls(
    _ action: JobAction, _ before: State, _ after: State?
  ) throws {
    let count = try atEachStep { crash in
      let (test, id) = before == .failed ? try failed() : try waiting()
      if before == .hold { try test.open().change(id, .hold, by: 0) }
      try crash.work { try test.open(steps: $0).change(id, action, by: 0) }
      let spool = try test.open(limits: Self.quick)
      try spool.recover { _ in }
      #expect(test.names("trash").isEmpty, "\(crash)")
      let found = [State.queue, .hold, .failed].filter { !test.names($0.rawValue).isEmpty }
      #expect(found == [before] || found == (after.map { [$0] } ?? []), "\(crash)")
      if !crash.happened { #expect(found == (after.map { [$0] } ?? [])) }
      if found == [.hold] { try spool.change(id, .release, by: 0) }
      if found == [.failed] {
        #expect(try test.report("story")["status"] == "failed", "\(crash)")
        try spool.change(id, .retry, by: 0)
      }
      try spool.work()
      #expect(test.names("done") == (found.isEmpty ? [] : ["\(id)"]), "\(crash)")
      if !found.isEmpty { #expect(test.text("out/picture.png") == "pixels of story") }
    }
    #expect(count > 1)
  }
}

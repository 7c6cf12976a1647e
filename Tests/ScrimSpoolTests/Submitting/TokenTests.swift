import Foundation
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool
import Synchronization
import Testing

/// Jobs named by the tokens of their submissions, also before they are accepted.
@Suite struct TokenTests {
  private static let quick: SpoolLimits = {
    var limits = SpoolLimits()
    limits.settle = .zero
    return limits
  }()
  private let user = getuid()

  private func commands(_ spool: Spool, operators: Set<UInt32> = []) -> JobCommands {
    JobCommands(spool, isOperator: { operators.contains($0) }, onChange: { _ in })
  }

  private func details(_ token: String, _ spool: Spool, by user: UInt32? = nil) -> JobDetails? {
    let answer = commands(spool).answer(.show(.token(token)), from: user ?? self.user).0
    guard case .job(let job) = answer else { return nil }
    return job
  }

  private func change(
    _ token: String, _ action: JobAction, _ spool: Spool, by user: UInt32? = nil
  ) -> JobAnswer.Change? {
    let answer = commands(spool).answer(
      .change(action, [.token(token)]), from: user ?? self.user
    ).0
    guard case .changes(let changes) = answer else { return nil }
    return changes.first
  }

  @Test func theyAscendAlsoAfterTheClockWasSetBack() {
    var tokens = (0..<10_000).map { SubmissionToken.make(now: 1_795_000_000_000 + $0 / 100) }
    tokens += (0..<100).map { _ in SubmissionToken.make(now: 1_700_000_000_000) }
    #expect(
      zip(tokens, tokens.dropFirst()).allSatisfy {
        Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8))
      })
    #expect(tokens.allSatisfy { JobReference($0) == .token($0) })
    #expect(
      JobReference("1795483755404-1000-uc5qydag")?.description == "1795483755404-1000-uc5qydag")
    #expect(JobReference("1795483755404-1000") == nil && JobReference("story") == nil)
  }

  @Test func aTokenNamesItsJobInEachState() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    let token = SubmissionToken.make()
    try test.submit("story", nil, token: token)
    let dropped = try #require(details(token, spool))
    #expect(dropped.summary.id == nil && dropped.summary.state == .drop)
    #expect(dropped.summary.name == "story" && dropped.summary.owner == Owner(user: user))
    #expect(try JobDetails(json: dropped.json) == dropped)
    // Another daemon accepts it.
    _ = try Intake(patiently: test.open(limits: Self.quick)).poll { _ in }
    let id = try #require(test.names("queue").first.flatMap { AttemptName($0)?.id })
    #expect(details(token, spool)?.summary.id == id)
    #expect(change(token, .hold, spool)?.state == .hold)
    #expect(change(token, .release, spool)?.state == .queue)
    try test.open(limits: Self.quick).work()
    #expect(details(token, spool)?.summary.state == .done)
    #expect(details(token, try test.open())?.summary.id == id)
    // A later submission with the token of no job.
    let other = commands(spool).answer(.show(.token(SubmissionToken.make())), from: user).0
    guard case .refused(let error) = other else { throw CancellationError() }
    #expect(error.code == .missing)
    // Without its report only the ID is known.
    try FileManager.default.removeItem(atPath: "\(test.path)/reports/\(token).json")
    let answer = commands(try test.open()).answer(.show(.token(token)), from: user).0
    #expect(
      answer
        == .refused(
          CommandError(
            .missing,
            "no job has the token \(token). That of a finished job is known as long as its report is kept "
              + "(keep.reports-hours in scrimd's configuration); after that, use the job's ID.")))
    #expect(details(token, spool) == nil)
    let second = SubmissionToken.make()
    try test.submit("second", nil, token: second)
    try test.open(limits: Self.quick).work()
    #expect(test.names("done").count == 2)
    #expect(change(second, .purge, spool) != nil)
    #expect(test.names("done") == [id.description])
    #expect(details(second, spool) == nil)
  }

  /// It is as unknown as one that was never given.
  @Test func anotherUsersTokenIsUnknown() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    let token = SubmissionToken.make()
    func refusal(_ token: String) -> CommandError? {
      guard case .refused(let error) = commands(spool).answer(.show(.token(token)), from: 4242).0
      else { return nil }
      return error
    }
    let unknown = String(repeating: "a", count: 16)
    let expected = try #require(refusal(unknown)?.message)
      .replacingOccurrences(of: unknown, with: token)
    try test.submit("story", nil, token: token)
    #expect(refusal(token)?.message == expected)
    #expect(change(token, .cancel, spool, by: 4242)?.error?.message == expected)
    _ = try Intake(patiently: spool).poll { _ in }
    #expect(refusal(token)?.message == expected)
    try spool.work()
    #expect(details(token, spool) != nil)
    #expect(refusal(token)?.message == expected)
    let fetched = commands(spool, operators: [4242]).answer(
      .fetch(.token(token), after: nil), from: 4242
    ).0
    #expect(fetched == .refused(CommandError(.missing, expected)))
    let seen = commands(spool, operators: [4242]).answer(.show(.token(token)), from: 4242).0
    guard case .job = seen else { throw CancellationError() }
  }

  /// The token of a further submission with a job's key is that job's, whoever has accepted it.
  @Test func aDuplicatesTokenIsThatOfTheFirstJob() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    let tokens = (0..<2).map { _ in SubmissionToken.make() }
    try test.submit("story", #"{"key": "k"}"#, token: tokens[0])
    _ = try Intake(patiently: spool).poll { _ in }
    let id = try #require(details(tokens[0], spool)?.summary.id)
    try test.submit("story", #"{"key": "k"}"#, token: tokens[1])
    _ = try Intake(patiently: test.open(limits: Self.quick)).poll { _ in }
    #expect(details(tokens[1], spool)?.summary.id == id)
    #expect(change(tokens[1], .cancel, spool)?.state == .failed)
    #expect(details(tokens[0], spool)?.summary.state == .failed)
    #expect(test.names("reports") == tokens.map { "\($0).json" })
  }

  /// A job is in `failed/` before its report shows; meanwhile neither names it.
  @Test func aJobThatFailsIsKnownUntilItsReportShows() throws {
    let test = try TestSpool()
    let tokens = (0..<2).map { _ in SubmissionToken.make() }
    let opened = Mutex<Spool?>(nil)
    let seen = Mutex<[State?]>([])
    let spool = try test.open(
      limits: Self.quick,
      steps: Steps { step in
        guard step == .failed, let spool = opened.withLock({ $0 }) else { return }
        let states = tokens.map { details($0, spool)?.summary.state }
        seen.withLock { $0 = states }
      })
    for token in tokens {
      try test.submit("story", #"{"key": "k"}"#, token: token)
      _ = try Intake(patiently: spool).poll { _ in }
    }
    opened.withLock { $0 = spool }
    guard case .job(let job) = try spool.claim() else { throw CancellationError() }
    let ticket = try job.ticket()
    try spool.fail(
      job, ticket, JobReport.failed(job.name, ticket, [], history: History()))
    opened.withLock { $0 = nil }
    #expect(seen.withLock { $0 } == [.failed, .failed])
    #expect(test.names("reports") == tokens.map { "\($0).json" })
  }

  @Test func onlyCancellingIsPossibleInDrop() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    let token = SubmissionToken.make()
    try test.submit("story", nil, token: token)
    #expect(
      change(token, .hold, spool)?.error
        == CommandError(
          .state, "job \"story\" has not been accepted yet: hold requires a waiting job."))
    #expect(change(token, .priority(3), spool)?.error?.code == .state)
    let fetched = commands(spool).answer(.fetch(.token(token), after: nil), from: user).0
    #expect(
      fetched
        == .refused(
          CommandError(
            .state, "job \"story\" has not been accepted yet: only a job that is done has results."
          )))
    #expect(test.names("drop").count == 1)
  }

  /// Also while intake is suspended: the request claims the job.
  @Test func aJobInDropIsCancelled() throws {
    let test = try TestSpool()
    var limits = Self.quick
    limits.waiting = 0
    let spool = try test.open(limits: limits)
    spool.eventLog.maxBytes = 1 << 20
    try spool.set(\.hooksAccount, getuid())
    let token = SubmissionToken.make()
    try test.submit("story", nil, token: token)
    let intake = Intake(patiently: spool)
    _ = try intake.poll { _ in }
    #expect(test.names("drop").count == 1 && intake.pressure != nil)
    #expect(change(token, .cancel, spool)?.state == .failed)
    #expect(test.names("drop").isEmpty && test.names("ingest").isEmpty)
    let id = try #require(test.names("failed").first)
    #expect(test.text("reports/\(token).json") == test.text("out/story.failed.json"))
    let error = try test.report("story")["errors"]?.array?.first
    #expect(error?["code"] == "cancelled")
    #expect(error?["message"] == .string("cancelled by user \(user)."))
    #expect(test.names("events").contains("\(id).json"))
    spool.eventLog.write()
    let events = try spool.eventLog.read(EventQuery(), after: nil) { _ in true }.events
    #expect(events.map(\.kind) == [.cancelled] && events.map(\.name) == ["story"])
    #expect(
      change(token, .retry, spool)?.error?.message
        == "job \(id) was refused before its files were stored: submit it again.")
    #expect(change(token, .purge, spool)?.error == nil)
  }

  /// Its tenant, and whether the report is private, are the submission's.
  @Test func theCancelledJobIsTheTenants() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try spool.set(\.bridgeUsers, [getuid()])
    let token = SubmissionToken.make()
    try test.submit("story", #"{"tenant": "shop", "delivery": "private"}"#, token: token)
    #expect(change(token, .cancel, spool)?.state == .failed)
    #expect(details(token, spool)?.summary.owner == Owner(user: user, tenant: "shop"))
    #expect(test.names("out").isEmpty)
  }

  @Test func theJobIsCancelledOrWaitsWhereverACrashFalls() throws {
    let count = try atEachStep { crash in
      let test = try TestSpool()
      let token = SubmissionToken.make()
      try test.submit("story", #"{"priority": 3}"#, token: token)
      let spool = try test.open(limits: Self.quick, steps: crash.steps)
      crash.happened = change(token, .cancel, spool)?.error != nil
      let wasClaimed = test.names("drop").isEmpty
      try test.open(limits: Self.quick).work()
      for state in ["drop", "ingest", "queue", "active", "ready", "corrupt"] {
        #expect(test.names(state).isEmpty, "\(state) after \(crash)")
      }
      let status = try JSON(parsing: Array((test.text("reports/\(token).json") ?? "").utf8))
      // Once it is claimed, it is cancelled.
      #expect(status["status"] == .string(wasClaimed ? "failed" : "done"), "\(crash)")
      if !crash.happened { #expect(wasClaimed) }
    }
    #expect(count > 6)
  }

  /// All found in one scan, in any order of their names, and within a millisecond.
  @Test func idsAreInTheOrderOfSubmission() throws {
    let test = try TestSpool()
    let names = (0..<20).map { "o\($0)" }
    let tokens = names.map { _ in SubmissionToken.make() }
    for (name, token) in zip(names, tokens).shuffled() {
      try test.submit(name, nil, token: token)
    }
    let spool = try test.open(limits: Self.quick)
    var accepted: [(id: JobID, name: String)] = []
    _ = try Intake(patiently: spool).poll { event in
      if case .accepted(let attempt, let name, _) = event { accepted.append((attempt.id, name)) }
    }
    #expect(accepted.map(\.name) == names)
    #expect(accepted.map(\.id) == accepted.map(\.id).sorted())
    #expect(Set(accepted.map(\.id)).count == 20)
  }

  /// Names without a token are taken by the time of their last change.
  @Test func plainJobsAreInTheOrderOfTheirLastChange() throws {
    let test = try TestSpool()
    for name in ["c", "a", "b"] {
      try test.drop("\(name).json")
      // The file system's clock has steps of milliseconds.
      let time = WallClock.milliseconds
      while WallClock.milliseconds < time + 20 {}
    }
    let spool = try test.open(limits: Self.quick)
    var names: [String] = []
    _ = try Intake(patiently: spool).poll { event in
      if case .accepted(_, let name, _) = event { names.append(name) }
    }
    #expect(names == ["c", "a", "b"])
  }
}

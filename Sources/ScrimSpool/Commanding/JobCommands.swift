import Glibc
import ScrimJSON
package import ScrimLinux
package import ScrimRecords

/// Answers requests about jobs. Users see and change their own jobs; root, the spool's account and operators all.
package struct JobCommands: Sendable {
  /// A change that was made, and the user who asked for it.
  package enum Act: Sendable {
    case changed(JobID, JobAction, by: UInt32)
    /// So many results and reports of a user were deleted.
    case purged(user: UInt32, files: Int, by: UInt32)
  }

  private let spool: Spool
  private let isOperator: @Sendable (UInt32) -> Bool
  private let environment: @Sendable () throws -> String
  private let record: @Sendable (JobEvent) -> Void
  private let onChange: @Sendable (Act) -> Void

  /// - Parameters:
  ///   - spool: The spool.
  ///   - isOperator: Whether a user who is neither root nor the spool's account may change all jobs.
  ///   - environment: The digest of the daemon's environment, "" until it is known. It must not take long.
  ///   - record: Adds an event to the history; by default all of them.
  ///   - onChange: Called after each change.
  package init(
    _ spool: Spool, isOperator: @escaping @Sendable (UInt32) -> Bool,
    environment: @escaping @Sendable () throws -> String = { throw Self.noDaemon },
    record: (@Sendable (JobEvent) -> Void)? = nil,
    onChange: @escaping @Sendable (Act) -> Void
  ) {
    self.spool = spool
    self.isOperator = isOperator
    self.environment = environment
    self.record = record ?? { spool.eventLog.add($0) }
    self.onChange = onChange
  }

  private static var noDaemon: CommandError {
    CommandError(.failed, "no scrimd runs on this spool: its environment is not known.")
  }

  /// Carries out a request of a user. All errors are in the answer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - user: Who asks.
  ///   - session: The client's connection.
  /// - Returns: The answer, and the descriptors that belong to it.
  package func answer(
    _ request: JobRequest, from user: UInt32, in session: CommandSession = CommandSession()
  ) -> (JobAnswer, [OwnedDescriptor]) {
    do {
      guard case .fetch(let job, let cursor) = request else {
        return (try answer(request, of: user, session), [])
      }
      let (outputs, next) = try job.find(
        in: spool, seesAll: user == 0 || user == geteuid(), user, Self.fetching
      ) { id in
        try spool.openOutputs(of: id, after: cursor)
      } ifDropped: { dropped in
        throw CommandError(.state, "\(dropped.words): only a job that is done has results.")
      }
      return (.outputs(outputs.map(\.output), next: next), outputs.map(\.file))
    } catch {
      return (.refused(Self.commandError(error)), [])
    }
  }

  private func answer(
    _ request: JobRequest, of user: UInt32, _ session: CommandSession
  ) throws -> JobAnswer {
    switch request {
    case .list(let states, let owner, let after, let most):
      let seesAll = mayAccessAll(user)
      var listing = session.takeListing()
      let (jobs, next) = try spool.list(
        in: states, of: owner, after: after, most: most, keeping: &listing
      ) { id in
        (seesAll || id.user == user) && (owner.map { $0 == id.user } ?? true)
      }
      session.keep(listing)
      return .jobs(jobs, next: next)
    case .show(let job), .fetch(let job, _):
      return try job.find(in: spool, seesAll: mayAccessAll(user), user, "see it") { id in
        try details(of: id)
      } ifDropped: { dropped in
        .job(JobDetails(dropped.summary))
      }
    case .find(let key, let tenant):
      let owner = tenant.map { Owner(user: user, tenant: $0) } ?? Owner(user: user)
      guard let owner, let id = try spool.job(withKey: key, of: owner) else {
        throw CommandError(.missing, "no job has the key \(quoted(key)).")
      }
      return try details(of: id)
    case .history(let query, let cursor):
      spool.eventLog.write()
      let seesAll = mayAccessAll(user)
      let (events, next) = try spool.eventLog.read(query, after: cursor) { id in
        seesAll || id.user == user
      }
      return .events(events, next: next)
    case .environment: return .environment(try environment())
    case .purgeResults(let owner, let cursor):
      guard owner == user || mayAccessAll(user) else {
        throw CommandError(
          .denied,
          "results of user \(owner): only that user and members of the operators' group may delete them."
        )
      }
      let (files, next) = try spool.removeResults(of: owner, after: cursor)
      if files > 0 { onChange(.purged(user: owner, files: files, by: user)) }
      return .purged(files: files, next: next)
    case .change(let action, let jobs):
      return .changes(jobs.map { change($0, action, by: user) })
    }
  }

  private func details(of id: JobID) throws -> JobAnswer {
    guard let job = try spool.details(of: id) else {
      throw CommandError(.missing, "no job \(id).")
    }
    return .job(job)
  }

  private func change(
    _ job: JobReference, _ action: JobAction, by user: UInt32
  ) -> JobAnswer.Change {
    do {
      let state = try job.find(in: spool, seesAll: mayAccessAll(user), user, "change it") { id in
        let (state, isChanged) = try spool.changed(id, action, by: user)
        guard isChanged else { return state }
        var reason: String?
        if case .priority(let priority) = action { reason = "priority \(priority)" }
        note(id, action, reason: reason, by: user)
        return state
      } ifDropped: { dropped in
        guard action == .cancel else {
          throw CommandError(
            .state, "\(dropped.words): \(action.name) \(action.condition).")
        }
        guard let id = try spool.cancel(dropped, by: user) else { return nil }
        note(id, action, name: dropped.name.job, by: user)
        return State.failed
      }
      return .init(job, state: state)
    } catch {
      return .init(job, state: nil, error: Self.commandError(error))
    }
  }

  private func note(
    _ id: JobID, _ action: JobAction, name: String? = nil, reason: String? = nil, by user: UInt32
  ) {
    record(JobEvent(action.event, id, name: name, reason: reason, by: user))
    onChange(.changed(id, action, by: user))
  }

  /// Operators may not: results are private.
  fileprivate static let fetching = "fetch its results"

  private func mayAccessAll(_ user: UInt32) -> Bool {
    user == 0 || user == geteuid() || isOperator(user)
  }

  private static func commandError(_ error: any Error) -> CommandError {
    error as? CommandError ?? CommandError(.failed, "\(error)")
  }
}

extension JobReference {
  /// Attempts to find a job that moves meanwhile, and the pause between them.
  private static let attempts = 20
  private static let pause: useconds_t = 10_000

  /// Acts on the job, or on the submission in `drop/`.
  ///
  /// - Parameters:
  ///   - spool: The spool.
  ///   - seesAll: Whether the user may act on jobs of others.
  ///   - user: Who asks.
  ///   - act: The act, as in "see it".
  ///   - body: Acts on the job.
  ///   - ifDropped: Acts on a submission that has not been accepted; returns `nil` if it has moved on.
  /// - Returns: The result of the act.
  /// - Throws: ``CommandError`` missing if there is no such job, and for the token of another user's; ``CommandError``
  ///   denied for an ID of another user's; what the acts throw.
  fileprivate func find<Result>(
    in spool: Spool, seesAll: Bool, _ user: UInt32, _ act: String, _ body: (JobID) throws -> Result,
    ifDropped: (Spool.DroppedJob) throws -> Result?
  ) throws -> Result {
    let token: String
    switch self {
    case .token(let text): token = text
    case .id(let id):
      guard id.user == user || seesAll else { throw Self.denied(id, act) }
      return try body(id)
    }
    for attempt in 1...Self.attempts {
      switch try spool.submission(withToken: token, where: { $0 == user || seesAll }) {
      case nil: throw Self.missing(token)
      case .dropped(let dropped):
        if let result = try ifDropped(dropped) { return result }
      case .accepted(let id):
        do {
          return try body(id)
        } catch let error as CommandError where error.code == .missing {
          // It was deleted, or it was a duplicate, and is another job now.
          spool.forget(token: token)
          guard attempt < 3 else { throw error }
        }
      }
      usleep(Self.pause)
    }
    throw CommandError(.failed, "the job with the token \(token) is being changed: try again.")
  }

  private static func denied(_ id: JobID, _ act: String) -> CommandError {
    let others =
      act == JobCommands.fetching ? "only that user" : "members of the operators' group"
    return CommandError(
      .denied, "job \(id) belongs to user \(id.user); \(others) may \(act).")
  }

  private static func missing(_ token: String) -> CommandError {
    CommandError(
      .missing,
      "no job has the token \(token). That of a finished job is known as long as its report is kept "
        + "(keep.reports-hours in scrimd's configuration); after that, use the job's ID.")
  }
}

extension Spool.DroppedJob {
  var summary: JobSummary {
    JobSummary(dropped: name.job, by: Owner(user: user), at: time)
  }

  /// As in "job story has not been accepted yet".
  var words: String { "job \(quoted(name.job)) has not been accepted yet" }
}

import Glibc
import ScrimJSON
package import ScrimLinux

/// Answers requests about jobs. Users see and change their own jobs; root, the spool's account and operators all.
package struct JobCommands {
  /// A change that was made, and the user who asked for it.
  package enum Act {
    case changed(JobID, JobAction, by: UInt32)
    /// So many results and reports of a user were deleted.
    case purged(user: UInt32, files: Int, by: UInt32)
  }

  private let spool: Spool
  private let isOperator: (UInt32) -> Bool
  private let environment: () throws -> String
  private let onChange: (Act) -> Void

  /// - Parameters:
  ///   - spool: The spool.
  ///   - isOperator: Whether a user who is neither root nor the spool's account may change all jobs.
  ///   - environment: The digest of the daemon's environment, "" until it is known. It must not take long.
  ///   - onChange: Called after each change.
  package init(
    _ spool: Spool, isOperator: @escaping (UInt32) -> Bool,
    environment: @escaping () throws -> String = { throw Self.noDaemon },
    onChange: @escaping (Act) -> Void
  ) {
    self.spool = spool
    self.isOperator = isOperator
    self.environment = environment
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
      guard case .fetch(let id, let cursor) = request else {
        return (try answer(request, of: user, session), [])
      }
      try check(id, user, Self.fetching, isAllowed: user == 0 || user == geteuid())
      let (outputs, next) = try spool.openOutputs(of: id, after: cursor)
      return (.outputs(outputs.map(\.output), next: next), outputs.map(\.file))
    } catch {
      return (.refused(Self.commandError(error)), [])
    }
  }

  private func answer(
    _ request: JobRequest, of user: UInt32, _ session: CommandSession
  ) throws -> JobAnswer {
    switch request {
    case .list(let states, let owner, let after):
      let seesAll = mayAccessAll(user)
      let (jobs, next) = try spool.list(
        in: states, of: owner, after: after, keeping: &session.listing
      ) { id in
        (seesAll || id.user == user) && (owner.map { $0 == id.user } ?? true)
      }
      return .jobs(jobs, next: next)
    case .show(let id), .fetch(let id, _):
      try check(id, user, "see it", isAllowed: mayAccessAll(user))
      return try details(of: id)
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
    case .change(let action, let ids):
      return .changes(ids.map { change($0, action, by: user) })
    }
  }

  private func details(of id: JobID) throws -> JobAnswer {
    guard let job = try spool.details(of: id) else {
      throw CommandError(.missing, "no job \(id).")
    }
    return .job(job)
  }

  private func change(_ id: JobID, _ action: JobAction, by user: UInt32) -> JobAnswer.Change {
    do {
      try check(id, user, "change it", isAllowed: mayAccessAll(user))
      let state = try spool.change(id, action, by: user)
      var reason: String?
      if case .priority(let priority) = action { reason = "priority \(priority)" }
      spool.eventLog.add(JobEvent(action.event, id, reason: reason, by: user))
      onChange(.changed(id, action, by: user))
      return .init(id, state: state)
    } catch {
      return .init(id, state: nil, error: Self.commandError(error))
    }
  }

  private func check(
    _ id: JobID, _ user: UInt32, _ act: String, isAllowed: Bool
  ) throws(CommandError) {
    guard id.user == user || isAllowed else {
      let others =
        act == Self.fetching ? "only that user" : "members of the operators' group"
      throw CommandError(.denied, "job \(id) belongs to user \(id.user); \(others) may \(act).")
    }
  }

  /// Operators may not: results are private.
  private static let fetching = "fetch its results"

  private func mayAccessAll(_ user: UInt32) -> Bool {
    user == 0 || user == geteuid() || isOperator(user)
  }

  private static func commandError(_ error: any Error) -> CommandError {
    error as? CommandError ?? CommandError(.failed, "\(error)")
  }
}

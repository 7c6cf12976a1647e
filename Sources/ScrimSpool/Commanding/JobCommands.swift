import Glibc
import ScrimLinux

/// Answers requests about jobs. Users see and change their own jobs; root, the spool's account and operators all.
package struct JobCommands {
  /// A change that was made.
  package struct Act {
    package let action: JobAction
    package let id: JobID
    /// Who asked for it.
    package let user: UInt32
  }

  private let spool: Spool
  private let isOperator: (UInt32) -> Bool
  private let onChange: (Act) -> Void

  /// - Parameters:
  ///   - spool: The spool.
  ///   - isOperator: Whether a user who is neither root nor the spool's account may change all jobs.
  ///   - onChange: Called after each change.
  package init(
    _ spool: Spool, isOperator: @escaping (UInt32) -> Bool, onChange: @escaping (Act) -> Void
  ) {
    self.spool = spool
    self.isOperator = isOperator
    self.onChange = onChange
  }

  /// Carries out a request of a user. All errors are in the answer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - user: Who asks.
  ///   - session: The client's connection.
  /// - Returns: The answer.
  package func answer(
    _ request: JobRequest, from user: UInt32, in session: CommandSession = CommandSession()
  ) -> JobAnswer {
    do {
      switch request {
      case .list(let states, let owner, let after):
        let seesAll = mayAccessAll(user)
        let (jobs, next) = try spool.list(
          in: states, of: owner, after: after, keeping: &session.listing
        ) { id in
          (seesAll || id.user == user) && (owner.map { $0 == id.user } ?? true)
        }
        return .jobs(jobs, next: next)
      case .show(let id):
        try check(id, user, "see")
        guard let job = try spool.details(of: id) else {
          throw CommandError(.missing, "no job \(id).")
        }
        return .job(job)
      case .history(let query, let cursor):
        spool.eventLog.write()
        let seesAll = mayAccessAll(user)
        let (events, next) = try spool.eventLog.read(query, after: cursor) { id in
          seesAll || id.user == user
        }
        return .events(events, next: next)
      case .change(let action, let ids):
        return .changes(ids.map { change($0, action, by: user) })
      }
    } catch {
      return .refused(Self.commandError(error))
    }
  }

  private func change(_ id: JobID, _ action: JobAction, by user: UInt32) -> JobAnswer.Change {
    do {
      try check(id, user, "change")
      let state = try spool.change(id, action, by: user)
      var reason: String?
      if case .priority(let priority) = action { reason = "priority \(priority)" }
      spool.eventLog.add(JobEvent(action.event, id, reason: reason, by: user))
      onChange(Act(action: action, id: id, user: user))
      return .init(id, state: state)
    } catch {
      return .init(id, state: nil, error: Self.commandError(error))
    }
  }

  private func check(_ id: JobID, _ user: UInt32, _ verb: String) throws(CommandError) {
    guard id.user == user || mayAccessAll(user) else {
      throw CommandError(
        .denied,
        "job \(id) belongs to user \(id.user); members of the operators' group may \(verb) it.")
    }
  }

  private func mayAccessAll(_ user: UInt32) -> Bool {
    user == 0 || user == geteuid() || isOperator(user)
  }

  private static func commandError(_ error: any Error) -> CommandError {
    error as? CommandError ?? CommandError(.failed, "\(error)")
  }
}

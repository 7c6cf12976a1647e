public import ScrimDocument
import ScrimLinux
import SystemPackage

/// Taking up what a crash left. There is no other recovery: this is part of every scan, and what
/// somebody is at work on is locked.
extension Spool {
  /// Something that a scan did.
  public enum Event: Sendable {
    case accepted(JobID, user: UInt32)
    case refused(JobID, user: UInt32, Problem)
    case requeued(JobID)
    case delivered(JobID, files: [String])
    case conflict(JobID, Problem)
    /// Moved to `corrupt/`, since its folder does not hold what it should.
    case corrupt(String, reason: String)
    /// Stays in `drop/`: the daemon may not read or move it, or its name is no job's.
    case left(String, reason: String)
    /// A user has as many jobs waiting as one may; more stay in `drop/`. Told once until there is
    /// room again.
    case overQuota(user: UInt32, jobs: Int)
    /// From now on nothing is taken from `drop/`, or, with `nil`, it is again.
    case pressure(Pressure?)
  }

  /// Goes on with every job in `ingest/`, `active/`, `ready/` and `failed/` that nobody works on.
  /// What keeps it from one of them keeps it from no other, and is thrown when all had their turn.
  ///
  /// - Throws: ``SystemError``.
  public func recover(_ report: (Event) -> Void) throws {
    var trouble = FirstTrouble()
    trouble.note { try each(in: ingest, report, acceptOrSetAside) }
    trouble.note { try requeueAbandoned(report) }
    trouble.note {
      try each(in: ready, report) { job in
        switch try deliver(job) {
        case .delivered(let files): .delivered(job.id, files: files)
        case .conflict(let problem): .conflict(job.id, problem)
        }
      }
    }
    trouble.note { try deliverFailures() }
    trouble.note { try Reserve.keep(in: root) }
    try trouble.tell()
  }

  private func requeueAbandoned(_ report: (Event) -> Void) throws {
    var trouble = FirstTrouble()
    for name in try active.names() {
      trouble.note {
        guard let attempt = AttemptName(name) else {
          return try setAside(name, in: active, "its name is no job's", report)
        }
        guard let job = try Job.lock(name, in: active, id: attempt.id, attempt: attempt.attempt)
        else { return }
        try moveBack(job, attempt: job.attempt)
        report(.requeued(job.id))
      }
    }
    try trouble.tell()
  }

  /// Accepts a job in `ingest/`. What cannot be accepted though nothing ails the machine is moved to
  /// `corrupt/`: one job must not keep all others waiting.
  func acceptOrSetAside(_ job: Job) throws -> Event? {
    do {
      return try accept(job).event(of: job)
    } catch let error as SystemError where !error.isMachineTrouble {
      var event: Event?
      try setAside(job.id.description, in: ingest, error.description) { event = $0 }
      return event
    }
  }

  private func each(
    in state: Folder, _ report: (Event) -> Void, _ act: (Job) throws -> Event?
  ) throws {
    var trouble = FirstTrouble()
    for name in try state.names().sorted() {
      trouble.note {
        guard let id = JobID(name) else {
          return try setAside(name, in: state, "its name is no job's", report)
        }
        guard let job = try Job.lock(name, in: state, id: id, attempt: 0) else { return }
        do {
          if let event = try act(job) { report(event) }
        } catch let error as SpoolError where error.code == .corrupt {
          try setAside(name, in: state, error.message, report)
        } catch let error as SystemError where error.code == .noSuchFileOrDirectory {
          try setAside(name, in: state, error.description, report)
        }
      }
    }
    try trouble.tell()
  }

  /// Moves what is not understood out of the way, for a person to look at.
  func setAside(
    _ name: String, in state: Folder, _ reason: String, _ report: (Event) -> Void
  ) throws {
    do {
      try state.move(name, to: corrupt, as: name)
    } catch {
      guard error.code == .fileExists else { throw error }
      try state.move(name, to: corrupt, as: "\(name).\(JobID.random(characters: 8))")
    }
    try state.sync()
    try corrupt.sync()
    report(.corrupt(name, reason: reason))
  }
}

/// Goes on after an error, and tells the first when all is done.
private struct FirstTrouble {
  private var error: (any Error)?

  mutating func note(_ act: () throws -> Void) {
    do {
      try act()
    } catch {
      self.error = self.error ?? error
    }
  }

  func tell() throws {
    if let error { throw error }
  }
}

extension Spool.Acceptance {
  func event(of job: Job) -> Spool.Event? {
    switch self {
    case .accepted(let ticket): .accepted(job.id, user: ticket.user)
    case .refused(let ticket, let problem): .refused(job.id, user: ticket.user, problem)
    case .nothing: nil
    }
  }
}

import ScrimLinux
import Synchronization
import SystemPackage

/// Taking up what a crash left. There is no other recovery: this is part of every scan, and what
/// somebody is at work on is locked.
extension Spool {
  /// Goes on with every job in `ingest/`, `active/`, `ready/` and `failed/` that nobody works on.
  /// What keeps it from one of them keeps it from no other, and is thrown when all had their turn.
  ///
  /// - Throws: ``SystemError``.
  public func recover(_ report: (Event) -> Void) throws {
    var firstError = FirstError()
    firstError.note {
      try each(in: ingest, report) { try resume(with: $0, in: ingest, acceptOrQuarantine) }
    }
    firstError.note { try each(in: active, report, requeueIfAbandoned) }
    firstError.note {
      try each(in: ready, report) { name in
        try resume(with: name, in: ready) { job in
          switch try deliver(job) {
          case .delivered(let files): .delivered(job.id, files: files)
          case .conflict(let diagnostic): .conflict(job.id, diagnostic)
          }
        }
      }
    }
    firstError.note { try deliverFailures() }
    firstError.note { try Reserve.keep(in: root) }
    try firstError.rethrow()
  }

  /// The locks of jobs end with `act`: whoever is woken by the news would find them taken otherwise.
  private func each(
    in state: Folder, _ report: (Event) -> Void, _ act: (String) throws -> Event?
  ) throws {
    var firstError = FirstError()
    for name in try state.names().sorted() {
      firstError.note {
        guard let event = try act(name) else { return }
        note(event)
        report(event)
      }
    }
    try firstError.rethrow()
  }

  /// Remembers what has come into the queue.
  func note(_ event: Event) {
    guard case .accepted(let id, _) = event else { return }
    waiting.withLock { $0.add(AttemptName(id, attempt: 0)) }
  }

  private func requeueIfAbandoned(_ name: String) throws -> Event? {
    guard let attempt = AttemptName(name) else {
      return try quarantine(name, in: active, "its name is not a job ID")
    }
    guard let job = try SpoolJob.lock(name, in: active, id: attempt.id, attempt: attempt.attempt)
    else { return nil }
    try moveBack(job, attempt: job.attempt)
    return .requeued(job.id)
  }

  /// Accepts a job in `ingest/`. What cannot be accepted though nothing ails the machine is moved to
  /// `corrupt/`: one job must not keep all others waiting.
  func acceptOrQuarantine(_ job: SpoolJob) throws -> Event? {
    do {
      return try accept(job).event(of: job)
    } catch let error as SystemError where !error.isTransient {
      return try quarantine(job.id.description, in: ingest, error.description)
    }
  }

  private func resume(
    with name: String, in state: Folder, _ act: (SpoolJob) throws -> Event?
  ) throws -> Event? {
    guard let id = JobID(name) else {
      return try quarantine(name, in: state, "its name is not a job ID")
    }
    guard let job = try SpoolJob.lock(name, in: state, id: id, attempt: 0) else { return nil }
    do {
      return try act(job)
    } catch let error as SpoolError where error.code == .corrupt {
      return try quarantine(name, in: state, error.message)
    } catch let error as SystemError where error.code == .noSuchFileOrDirectory {
      return try quarantine(name, in: state, error.description)
    }
  }

  /// Moves what is not understood out of the way, for a person to look at.
  func quarantine(_ name: String, in state: Folder, _ reason: String) throws -> Event {
    do {
      try state.move(name, to: corrupt, as: name)
    } catch {
      guard error.code == .fileExists else { throw error }
      try state.move(name, to: corrupt, as: "\(name).\(RandomName.make(characters: 8))")
    }
    try state.sync()
    try corrupt.sync()
    return .corrupt(name, reason: reason)
  }
}

/// Goes on after an error, and tells the first when all is done.
private struct FirstError {
  private var error: (any Error)?

  mutating func note(_ act: () throws -> Void) {
    do {
      try act()
    } catch {
      self.error = self.error ?? error
    }
  }

  func rethrow() throws {
    if let error { throw error }
  }
}

import ScrimLinux
import Synchronization
import SystemPackage

/// Recovery after a crash. It is part of every scan; there is no separate recovery. Jobs in work are locked.
extension Spool {
  /// Resumes every unlocked job in `ingest/`, `active/`, `ready/`, `batches/` and `failed/`. An error of one does not
  /// stop the others; the first is thrown at the end.
  ///
  /// - Throws: ``SystemError``.
  package func recover(_ report: (Event) -> Void) throws {
    var firstError = FirstError()
    firstError.note {
      try each(in: ingest, report) { try resume(with: $0, in: ingest) { try accept([$0])[0] } }
    }
    firstError.note { try each(in: active, report, requeueIfAbandoned) }
    firstError.note {
      try each(in: ready, report) { name in
        try resume(with: name, in: ready) { job in
          if job.id.rows != nil { return try recoverChunk(job) }
          return switch try deliver(job) {
          case .delivered(let files): .delivered(job.id, files: files)
          case .conflict(let diagnostic): .conflict(job.id, diagnostic)
          }
        }
      }
    }
    firstError.note { try each(in: batches, report, recoverBatch) }
    firstError.note { try deliverFailures() }
    firstError.note { try emptyTrash() }
    firstError.note { try Reserve.keep(in: root) }
    try firstError.rethrow()
  }

  /// Job locks end with `act`: a loop that the report wakes would otherwise find the jobs locked.
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

  /// Adds newly queued jobs to the cache.
  func note(_ event: Event) {
    guard case .accepted(let name, _, isHeld: false) = event else { return }
    waiting.withLock { $0.add(name) }
  }

  private func recoverChunk(_ job: SpoolJob) throws -> Event? {
    let files = try deliverChunk(job, of: batch(job.id)).files
    return .chunkDelivered(job.id, files: files)
  }

  /// Skips the rows of a batch that was stopped, and ends a batch whose chunks all have ended.
  private func recoverBatch(_ name: String) throws -> Event? {
    guard let id = JobID(name) else {
      return try quarantine(name, in: batches, "its name is not a job ID")
    }
    do {
      guard let outcome = try advance(id) else { return nil }
      return .batchEnded(outcome)
    } catch let error as SpoolError where error.code == .corrupt {
      return try quarantine(name, in: batches, error.message)
    } catch let error as SystemError where error.code == .noSuchFileOrDirectory {
      // It has ended meanwhile, or a part of it is missing.
      guard try batches.has(name) else { return nil }
      return try quarantine(name, in: batches, error.description)
    }
  }

  private func requeueIfAbandoned(_ name: String) throws -> Event? {
    guard let attempt = AttemptName(name) else {
      return try quarantine(name, in: active, "its name is not a job ID")
    }
    guard let job = try lock(name, in: active, attempt)
    else { return nil }
    try moveBack(job, attempt: job.attempt)
    return .requeued(job.id)
  }

  private func resume(
    with name: String, in state: Folder, _ act: (SpoolJob) throws -> Event?
  ) throws -> Event? {
    guard let id = JobID(name) else {
      return try quarantine(name, in: state, "its name is not a job ID")
    }
    guard let job = try lock(id, in: state) else { return nil }
    do {
      return try act(job)
    } catch let error as SpoolError where error.code == .corrupt {
      return try quarantine(name, in: state, error.message)
    } catch let error as SystemError where error.code == .noSuchFileOrDirectory {
      return try quarantine(name, in: state, error.description)
    }
  }

  /// Moves an unrecognised entry to `corrupt/`, for an operator to inspect.
  func quarantine(_ name: String, in state: Folder, _ reason: String) throws -> Event {
    let start = flusher.start()
    do {
      try state.move(name, to: corrupt, as: name)
    } catch {
      guard error.code == .fileExists else { throw error }
      try state.move(name, to: corrupt, as: "\(name).\(RandomName.make(characters: 8))")
    }
    try flusher.flush([.names(corrupt), .names(state)], since: start)
    return .corrupt(name, reason: reason)
  }
}

/// Collects errors, and rethrows the first at the end.
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

import ScrimLinux
import ScrimRecords
import Synchronization
import SystemPackage

/// Recovery after a crash. It is part of every scan; there is no separate recovery. Jobs in work are locked.
extension Spool {
  /// Resumes every unlocked job in `ingest/`, `active/`, `ready/`, `batches/` and `failed/`. An error does not keep it
  /// from the others: one of a job is reported, and the first one of the system is thrown at the end.
  ///
  /// - Throws: ``SystemError``.
  package func recover(_ report: (Event) -> Void) throws {
    var errors = PassErrors()
    each(in: ingest, &errors, report) { try resume(with: $0, in: ingest) { try accept([$0])[0] } }
    each(in: active, &errors, report, requeueIfAbandoned)
    each(in: ready, &errors, report, resumeDelivery)
    each(in: batches, &errors, report, recoverBatch)
    errors.note { try deliverFailures(report) }
    errors.note { try emptyTrash(report) }
    errors.note { try Reserve.keep(in: root) }
    try errors.rethrow()
  }

  /// Job locks end with `act`: a loop that the report wakes would otherwise find the jobs locked.
  private func each(
    in state: Folder, _ errors: inout PassErrors, _ report: (Event) -> Void,
    _ act: (String) throws -> Event?
  ) {
    var names: [String] = []
    errors.note { names = try state.names().sorted() }
    for name in names {
      guard let event = errors.during(name, report, { try act(name) }), let event else { continue }
      note(event)
      report(event)
    }
  }

  /// Adds newly queued jobs to the cache.
  func note(_ event: Event) {
    guard case .accepted(let name, _, isHeld: false) = event else { return }
    waiting.withLock { $0.add(name) }
  }

  /// Deliveries of a job that fail for a reason of its own before it is given up.
  package static let mostDeliveries = 3

  private func resumeDelivery(_ name: String) throws -> Event? {
    guard let id = JobID(name) else {
      return try quarantine(name, in: ready, "its name is not a job ID")
    }
    guard let job = try lock(id, in: ready) else { return nil }
    do {
      let event = try deliverAgain(job)
      failedDeliveries.withLock { $0[id] = nil }
      return event
    } catch let error as SpoolError where error.code == .corrupt {
      return try quarantine(name, in: ready, error.message)
    } catch  where PassErrors.isOfJob(error) {
      // A job that has left the folder is that of its new state. Without an output folder the job is not to blame.
      guard try ready.has(name), (try? outputFolder(of: id.owner)) != nil else { throw error }
      let failures = failedDeliveries.withLock { failures in
        failures[id, default: 0] += 1
        return failures[id] ?? 0
      }
      guard failures >= Self.mostDeliveries else { throw error }
      let event =
        id.rows == nil
        ? try giveUpDelivery(of: job, "\(error)") : try quarantine(name, in: ready, "\(error)")
      failedDeliveries.withLock { $0[id] = nil }
      return event
    }
  }

  private func deliverAgain(_ job: SpoolJob) throws -> Event {
    if job.id.rows != nil {
      let ended = try deliverChunk(job, of: batch(job.id))
      return .chunkDelivered(
        job.id, done: ended.done, failed: ended.failed, files: ended.files)
    }
    return switch try deliver(job) {
    case .delivered(let files): .delivered(job.id, files: files)
    case .conflict(let diagnostic): .conflict(job.id, diagnostic)
    }
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

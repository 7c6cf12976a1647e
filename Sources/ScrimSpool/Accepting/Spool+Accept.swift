import Glibc
package import ScrimJSON
import ScrimLinux
package import ScrimRecords
import Synchronization
import SystemPackage

/// Moves jobs from `ingest/` to `queue/`. Once a job is in the queue, neither a crash nor a power failure loses it.
extension Spool {
  /// The outcome of accepting a job from `ingest/`.
  package enum Acceptance: Sendable {
    case accepted(Ticket)
    /// The job violates a rule of the spool and is now in `failed/`.
    case refused(Ticket, Diagnostic)
    /// The submission has the key of an earlier job, and is that job.
    case duplicate(Ticket, of: JobID)
    /// An earlier crash had left the folder behind, empty or with the rest of a duplicate.
    case nothing
  }

  /// Accepts jobs in `ingest/` together, resuming each at the step at which a crash interrupted it.
  ///
  /// - Returns: The outcome of each, in the same order. What cannot be accepted though the system is in order has
  ///   been moved to `corrupt/`, so that one job does not keep all others waiting.
  /// - Throws: ``SystemError``.
  package func accept(
    _ jobs: [SpoolJob], now: Int = WallClock.milliseconds
  ) throws -> [Event?] {
    let (events, error) = acceptAll(jobs, now: now)
    if let error { throw error }
    return events
  }

  /// The same, for jobs some of which may be accepted before an error: their outcomes are returned with it.
  func acceptAll(
    _ jobs: [SpoolJob], now: Int = WallClock.milliseconds
  ) -> (events: [Event?], error: (any Error)?) {
    var events: [Event?] = []
    do {
      try accept(jobs, now: now, &events)
      return (events, nil)
    } catch {
      return (events, error)
    }
  }

  private func accept(_ jobs: [SpoolJob], now: Int, _ events: inout [Event?]) throws {
    let start = flusher.start()
    var copied: [(index: Int, copy: Copy)] = []
    for (index, job) in jobs.enumerated() {
      events.append(
        try orQuarantine(job) { job in
          switch try prepare(&job, now: now) {
          case .copied(let copy):
            copied.append((index, copy))
            return nil
          case .ended(let acceptance): return acceptance.event(of: job)
          }
        })
    }
    guard !copied.isEmpty else { return }
    // From here on the source is not needed; until here it is still there.
    try flusher.flush(
      copied.map { .tree($0.copy.job.folder) } + [.names(ingest), .names(drop), .names(keys)],
      since: start)
    try steps.reached(.copyFlushed)
    for (index, copy) in copied {
      events[index] = try orQuarantine(copy.job) { job in try finish(copy).event(of: job) }
    }
  }

  /// A job that is copied, but not flushed.
  private struct Copy {
    let job: SpoolJob
    let ticket: Ticket
    /// The name of what it was copied from, in the job's folder.
    let source: String
    /// Whether the source becomes the document, so that there is no copy.
    var isMoved = false
  }

  private enum Preparation {
    case copied(Copy)
    case ended(Acceptance)
  }

  // Makes the job that of the tenant for whom it was submitted.
  private func prepare(_ job: inout SpoolJob, now: Int) throws -> Preparation {
    let folder = job.folder
    if job.claimedDrop == nil, let (report, diagnostic) = try job.failure() {
      let ticket = try job.ticket()
      try fail(job, ticket, report)
      return .ended(.refused(ticket, diagnostic))
    }
    guard let source = try source(of: job) else {
      // Everything was copied and the source deleted, or the source never arrived, or is that of a duplicate.
      guard try folder.has(JobFile.ticket) else {
        guard
          try folder.names().allSatisfy({
            $0.hasPrefix(JobFile.deletedPrefix) || $0 == JobFile.cancellation
          })
        else {
          throw SpoolError(.corrupt, "\(folder.name) has neither a dropped job nor a ticket")
        }
        try ingest.removeTree(job.id.description)
        return .ended(.nothing)
      }
      let ticket = try job.ticket()
      try deleteSources(of: folder)
      try enqueue(job, ticket)
      return .ended(.accepted(ticket))
    }
    guard let drop = DropName(String(source.dropFirst(JobFile.droppedPrefix.count))) else {
      throw SpoolError(.corrupt, "\(folder.name)/\(source) is not the name of a job")
    }
    var ticket = Ticket(drop: drop, id: job.id, time: now)
    if let cancellation = try cancellation(of: job) {
      return .ended(try cancel(&job, ticket, cancellation, source: source))
    }
    do {
      let isCopied: Bool
      (ticket.bytes, isCopied, ticket.isBatch) = try copy(source, of: job, ticket)
      try steps.reached(.copied)
      let submission = ticket.isBundle ? try submission(of: job) : SubmissionOptions()
      guard !submission.isDefault else {
        return try record(ticket, of: job, from: source, isMoved: !isCopied)
      }
      try checkAttempts(submission, of: job)
      job = try adopt(job, for: submission.tenant)
      return try prepare(job, ticket, submission, from: source)
    } catch let error as SpoolError where error.code == .refused {
      return .ended(try refuse(job, ticket, error.message))
    }
  }

  /// Records what the submission asks for.
  private func prepare(
    _ job: SpoolJob, _ ticket: Ticket, _ submission: SubmissionOptions, from source: String
  ) throws -> Preparation {
    var ticket = ticket
    ticket.apply(submission)
    ticket.id = job.id
    do {
      if !ticket.isBatch, !submission.rows.isEmpty || submission.stopsOnError || submission.isStrict
      {
        throw SpoolError(
          .refused,
          "\(BundleFile.options): rows, onError and strict need data.csv or data.jsonl in the bundle."
        )
      }
      if ticket.key != nil { ticket.content = try SubmissionContent(of: job.bundle(), submission) }
      if ticket.isHeld {
        let name = AttemptName(job.id, ticket).description
        try job.folder.writeNew(Array(name.utf8), as: JobFile.queueName)
      }
      let copied = try record(ticket, of: job, from: source)
      guard let earlier = try earlierJob(job, ticket) else { return copied }
      try discard(job)
      return .ended(.duplicate(ticket, of: earlier))
    } catch let error as SpoolError where error.code == .refused {
      return .ended(try refuse(job, ticket, error.message))
    }
  }

  /// Deletes a duplicate. A crash leaves either its source, from which all is done again, or a rest of the source under
  /// its other name: never a ticket without a source, which means an accepted job.
  private func discard(_ job: SpoolJob) throws {
    let names = try job.folder.names().filter { !JobFile.isDropped($0) }
    for name in [JobFile.ticket] + names { try job.folder.removeTree(name) }
    try steps.reached(.duplicateEmptied)
    try deleteSources(of: job.folder)
    try ingest.removeTree(job.folderName)
  }

  private func refuse(
    _ job: SpoolJob, _ ticket: Ticket, _ message: String
  ) throws -> Acceptance {
    try end(job, ticket, Diagnostic(code: "refused", message: message))
  }

  /// Ends a job that was cancelled in `drop/`. It has not been copied: there may be no space for it.
  private func cancel(
    _ job: inout SpoolJob, _ ticket: Ticket, _ cancellation: Diagnostic, source: String
  ) throws -> Acceptance {
    var ticket = ticket
    if ticket.isBundle,
      let submission = try? SubmissionOptions(reading: job.folder.folder(source))
    {
      ticket.apply(submission)
      do {
        job = try adopt(job, for: submission.tenant)
      } catch let error as SpoolError where error.code == .refused {
        // It stays its submitter's own.
      }
      ticket.id = job.id
    }
    return try end(job, ticket, cancellation)
  }

  private func end(
    _ job: SpoolJob, _ ticket: Ticket, _ diagnostic: Diagnostic
  ) throws -> Acceptance {
    try job.folder.writeNew(ticket.json.bytes(pretty: true), as: JobFile.ticket)
    try fail(job, ticket, JobReport.failed(job.name, ticket, [diagnostic], history: History()))
    return .refused(ticket, diagnostic)
  }

  private func record(
    _ ticket: Ticket, of job: SpoolJob, from source: String, isMoved: Bool = false
  ) throws -> Preparation {
    try job.folder.writeNew(ticket.json.bytes(pretty: true), as: JobFile.ticket)
    try steps.reached(.ticketWritten)
    return .copied(Copy(job: job, ticket: ticket, source: source, isMoved: isMoved))
  }

  private func source(of job: SpoolJob) throws(SystemError) -> String? {
    if let name = job.claimedDrop { return JobFile.droppedPrefix + name }
    return try job.folder.names().first { $0.hasPrefix(JobFile.droppedPrefix) }
  }

  /// - Returns: The number of bytes, whether there is a copy of them, and whether it is a batch of rows.
  private func copy(
    _ source: String, of job: SpoolJob, _ ticket: Ticket
  ) throws -> (bytes: Int, isCopied: Bool, isBatch: Bool) {
    let folder = job.folder
    if job.claimedDrop == nil {
      // Discards the partial copy that a crash may have left.
      for name in [JobFile.document, JobFile.bundle] { try folder.removeTree(name) }
    }
    var copy = TreeCopy(limits: limits)
    let about = try folder.status(of: source)
    // Another user's file may have taken the name since the check.
    guard about?.st_uid == ticket.user else {
      throw SpoolError(.refused, "the job was replaced during intake: drop it again.")
    }
    var isCopied = true
    if ticket.isBundle {
      guard let about, FileKind(about) == .folder else {
        throw SpoolError(.refused, "a .scrim bundle must be a folder.")
      }
      try copy.bundle(folder.folder(source), to: folder.makeFolder(JobFile.bundle))
    } else {
      isCopied = try copy.document(source, of: folder, to: folder)
    }
    return (copy.bytes, isCopied, copy.isBatch)
  }

  private func finish(_ copy: Copy) throws -> Acceptance {
    let folder = copy.job.folder
    if copy.isMoved {
      try folder.move(copy.source, to: folder, as: JobFile.document)
    } else {
      try deleteSource(copy.source, of: folder, isBundle: copy.ticket.isBundle)
    }
    try steps.reached(.sourceDeleted)
    try enqueue(copy.job, copy.ticket)
    return .accepted(copy.ticket)
  }

  /// Deletes whatever was dropped, and is still there.
  func deleteSources(of folder: Folder) throws {
    for name in try folder.names() {
      if name.hasPrefix(JobFile.droppedPrefix) {
        try deleteSource(name, of: folder, isBundle: true)
      } else if name.hasPrefix(JobFile.deletedPrefix) {
        try deleteTree(name, of: folder)
      }
    }
  }

  /// A bundle is renamed first, so that a crash halfway through does not leave a partial one that would be copied
  /// again.
  private func deleteSource(_ name: String, of folder: Folder, isBundle: Bool) throws {
    guard isBundle else { return try folder.removeFile(name) }
    let deleted = JobFile.deletedPrefix + name.dropFirst(JobFile.droppedPrefix.count)
    try folder.move(name, to: folder, as: deleted)
    try steps.reached(.sourceRenamed)
    try deleteTree(deleted, of: folder)
  }

  private func deleteTree(_ name: String, of folder: Folder) throws(SystemError) {
    do {
      try folder.removeTree(name)
    } catch {
      // Trees that the daemon may not delete stay in the job's folder: a subfolder that the submitter owns and made
      // read-only, or one that the submitter keeps writing to. They are deleted with the job.
      guard error.isOwnersDoing else { throw error }
    }
  }

  private func enqueue(_ job: SpoolJob, _ ticket: Ticket) throws {
    if ticket.isHeld {
      try ingest.move(job.id.description, to: hold, as: JobEntry.heldName(job.id))
    } else {
      let name = AttemptName(job.id, ticket)
      try ingest.move(job.id.description, to: queue, as: name.description)
    }
    accepted.withLock { $0.add(ticket.bytes, of: job.id) }
    try steps.reached(.accepted)
  }

  /// What cannot be accepted though the system is in order is moved to `corrupt/`.
  private func orQuarantine(
    _ job: SpoolJob, _ act: (inout SpoolJob) throws -> Event?
  ) throws -> Event? {
    var job = job
    do {
      return try act(&job)
    } catch let error as SystemError where !error.isTransient {
      return try quarantine(job.folderName, in: ingest, error.description)
    } catch let error as SpoolError where error.code == .corrupt {
      return try quarantine(job.folderName, in: ingest, error.message)
    }
  }
}

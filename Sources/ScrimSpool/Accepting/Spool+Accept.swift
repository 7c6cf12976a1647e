import Glibc
package import ScrimJSON
import ScrimLinux
import SystemPackage

/// Moves jobs from `ingest/` to `queue/`. Once a job is in the queue, neither a crash nor a power failure loses it.
extension Spool {
  /// The outcome of accepting a job from `ingest/`.
  package enum Acceptance: Sendable {
    case accepted(Ticket)
    /// The job violates a rule of the spool and is now in `failed/`.
    case refused(Ticket, Diagnostic)
    /// The folder was empty; an earlier crash had left it behind.
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
    let start = flusher.start()
    var events: [Event?] = []
    var copied: [(index: Int, job: SpoolJob, copy: Copy)] = []
    for (index, job) in jobs.enumerated() {
      events.append(
        try orQuarantine(job) {
          switch try prepare(job, now: now) {
          case .copied(let copy):
            copied.append((index, job, copy))
            return nil
          case .ended(let acceptance): return acceptance.event(of: job)
          }
        })
    }
    guard !copied.isEmpty else { return events }
    // From here on the source is not needed; until here it is still there.
    try flusher.flush(
      copied.map { .tree($0.job.folder) } + [.names(ingest), .names(drop)], since: start)
    try steps.reached(.copyFlushed)
    for (index, job, copy) in copied {
      events[index] = try orQuarantine(job) { try finish(copy, of: job).event(of: job) }
    }
    return events
  }

  /// A job that is copied, but not flushed.
  private struct Copy {
    let ticket: Ticket
    /// The name of what it was copied from, in the job's folder.
    let source: String
  }

  private enum Preparation {
    case copied(Copy)
    case ended(Acceptance)
  }

  private func prepare(_ job: SpoolJob, now: Int) throws -> Preparation {
    let folder = job.folder
    if job.claimedDrop == nil, let (report, diagnostic) = try job.failure() {
      let ticket = try job.ticket()
      try fail(job, ticket, report)
      return .ended(.refused(ticket, diagnostic))
    }
    guard let source = try source(of: job) else {
      // Either everything was copied and the source deleted, or the source never arrived.
      guard try folder.has(JobFile.ticket) else {
        guard try folder.names().isEmpty else {
          throw SpoolError(.corrupt, "\(folder.name) has neither a dropped job nor a ticket")
        }
        try ingest.removeTree(job.id.description)
        return .ended(.nothing)
      }
      let ticket = try job.ticket()
      try deleteSources(of: folder)
      try enqueue(job)
      return .ended(.accepted(ticket))
    }
    guard let drop = DropName(String(source.dropFirst(JobFile.droppedPrefix.count))) else {
      throw SpoolError(.corrupt, "\(folder.name)/\(source) is not the name of a job")
    }
    let ticket = Ticket(drop: drop, user: job.id.owner.user, time: now)
    do {
      try copy(source, in: folder, isBundle: ticket.isBundle, user: ticket.user)
    } catch let error as SpoolError where error.code == .refused {
      let diagnostic = Diagnostic(code: "refused", message: error.message)
      try folder.writeNew(ticket.json.bytes(pretty: true), as: JobFile.ticket)
      try fail(job, ticket, JobReport.failed(job, ticket, [diagnostic], history: History()))
      return .ended(.refused(ticket, diagnostic))
    }
    try steps.reached(.copied)
    try folder.writeNew(ticket.json.bytes(pretty: true), as: JobFile.ticket)
    try steps.reached(.ticketWritten)
    return .copied(Copy(ticket: ticket, source: source))
  }

  private func source(of job: SpoolJob) throws(SystemError) -> String? {
    if let name = job.claimedDrop { return JobFile.droppedPrefix + name }
    return try job.folder.names().first { $0.hasPrefix(JobFile.droppedPrefix) }
  }

  private func copy(
    _ source: String, in folder: Folder, isBundle: Bool, user: UInt32
  ) throws {
    // Discards the partial copy that a crash may have left.
    for name in [JobFile.document, JobFile.bundle] { try folder.removeTree(name) }
    var copy = TreeCopy(limits: limits)
    let about = try folder.status(of: source)
    // Another user's file may have taken the name since the check.
    guard about?.st_uid == user else {
      throw SpoolError(.refused, "the job was replaced during intake: drop it again.")
    }
    if isBundle {
      guard let about, FileKind(about) == .folder else {
        throw SpoolError(.refused, "a .scrim bundle must be a folder.")
      }
      try copy.bundle(folder.folder(source), to: folder.makeFolder(JobFile.bundle))
    } else {
      try copy.document(source, of: folder, to: folder)
    }
  }

  private func finish(_ copy: Copy, of job: SpoolJob) throws -> Acceptance {
    try deleteSource(copy.source, of: job.folder, isBundle: copy.ticket.isBundle)
    try steps.reached(.sourceDeleted)
    try enqueue(job)
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

  private func enqueue(_ job: SpoolJob) throws {
    try ingest.move(
      job.id.description, to: queue, as: AttemptName(job.id, attempt: 0).description)
    try steps.reached(.accepted)
  }

  /// What cannot be accepted though the system is in order is moved to `corrupt/`.
  private func orQuarantine(_ job: SpoolJob, _ act: () throws -> Event?) throws -> Event? {
    do {
      return try act()
    } catch let error as SystemError where !error.isTransient {
      return try quarantine(job.id.description, in: ingest, error.description)
    } catch let error as SpoolError where error.code == .corrupt {
      return try quarantine(job.id.description, in: ingest, error.message)
    }
  }
}

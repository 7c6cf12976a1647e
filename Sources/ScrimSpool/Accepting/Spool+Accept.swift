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

  /// Accepts a job in `ingest/`, resuming at the step at which a crash interrupted it.
  ///
  /// - Throws: ``SpoolError`` corrupt; ``SystemError``.
  package func accept(_ job: SpoolJob, now: Int = WallClock.milliseconds) throws -> Acceptance {
    let folder = job.folder
    if let (report, diagnostic) = try job.failure() {
      let ticket = try job.ticket()
      try fail(job, ticket, report)
      return .refused(ticket, diagnostic)
    }
    guard try folder.has("src") else {
      // Either everything was copied and the source deleted, or the source never arrived.
      guard try folder.has("ticket.json") else {
        try ingest.removeTree(job.id.description)
        try ingest.sync()
        return .nothing
      }
      let ticket = try job.ticket()
      try deletePutAway(in: folder)
      try enqueue(job)
      return .accepted(ticket)
    }
    let ticket = Ticket(drop: try dropName(of: job), user: job.id.user, time: now)
    do {
      try copy(into: folder, isBundle: ticket.isBundle, user: job.id.user)
    } catch let error as SpoolError where error.code == .refused {
      let diagnostic = Diagnostic(code: "refused", message: error.message)
      try refuse(job, ticket, diagnostic)
      return .refused(ticket, diagnostic)
    }
    try steps.reached(.copied)
    try folder.write(ticket.json.bytes(pretty: true), as: "ticket.json")
    try folder.sync()
    try steps.reached(.ticketWritten)
    try deleteSource(of: folder)
    try folder.sync()
    try steps.reached(.sourceDeleted)
    try enqueue(job)
    return .accepted(ticket)
  }

  private func dropName(of job: SpoolJob) throws -> DropName {
    let text = try? job.folder.read("name", limit: 1024)
    guard let name = text.flatMap({ DropName(String(decoding: $0, as: UTF8.self)) }) else {
      throw SpoolError(.corrupt, "\(job.folder.name) has no readable name file")
    }
    return name
  }

  private func copy(into folder: Folder, isBundle: Bool, user: UInt32) throws {
    // Discards the partial copy that a crash may have left.
    try folder.removeTree("job")
    let target = try folder.makeFolder("job")
    var copy = TreeCopy(limits: limits)
    let about = try folder.status(of: "src")
    // Another user's file may have taken the name since the check.
    guard about?.st_uid == user else {
      throw SpoolError(.refused, "the job was replaced during intake: drop it again.")
    }
    if isBundle {
      guard let about, FileKind(about) == .folder else {
        throw SpoolError(.refused, "a .scrim bundle must be a folder.")
      }
      try copy.bundle(folder.folder("src"), to: target)
    } else {
      try copy.document("src", of: folder, to: target)
    }
    try target.sync()
  }

  /// Deletes `src` after renaming it, so that a crash halfway through does not leave a partial bundle that would be
  /// copied again.
  func deleteSource(of folder: Folder) throws {
    guard try folder.has("src") else { return try deletePutAway(in: folder) }
    try folder.move("src", to: folder, as: Self.putAway)
    try folder.sync()
    try steps.reached(.sourcePutAway)
    try deletePutAway(in: folder)
  }

  /// Trees that the daemon may not delete stay in the job's folder: a subfolder that the submitter owns and made
  /// read-only, or one that the submitter keeps writing to. They are deleted with the job.
  private func deletePutAway(in folder: Folder) throws(SystemError) {
    do {
      try folder.removeTree(Self.putAway)
    } catch {
      guard error.isOwnersDoing else { throw error }
    }
  }

  private static let putAway = "src.kept"

  private func enqueue(_ job: SpoolJob) throws {
    try ingest.move(
      job.id.description, to: queue, as: AttemptName(job.id, attempt: 0).description)
    try ingest.sync()
    try queue.sync()
    try steps.reached(.accepted)
  }

  private func refuse(_ job: SpoolJob, _ ticket: Ticket, _ diagnostic: Diagnostic) throws {
    try job.folder.write(ticket.json.bytes(pretty: true), as: "ticket.json")
    try fail(job, ticket, JobReport.failed(job, ticket, [diagnostic], history: History()))
  }
}

import Glibc
package import ScrimJSON
import ScrimLinux
import SystemPackage

/// From `ingest/` to `queue/`: after this no crash and no power cut loses the job.
extension Spool {
  /// What became of a job in `ingest/`.
  package enum Acceptance: Sendable {
    case accepted(Ticket)
    /// It broke a rule of the spool and is in `failed/`.
    case refused(Ticket, Diagnostic)
    /// A crash had left an empty folder.
    case nothing
  }

  /// Accepts a job in `ingest/`, from wherever a crash left it.
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
      // Either all was copied and the source deleted, or the source never came.
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
    // Half a copy, if a crash left one, is made again.
    try folder.removeTree("job")
    let target = try folder.makeFolder("job")
    var copy = TreeCopy(limits: limits)
    let about = try folder.status(of: "src")
    // The name may have come to mean another's file after it was looked at.
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

  /// Deletes `src`, after it was put away: a crash in the middle must not leave half a bundle to be
  /// copied again.
  func deleteSource(of folder: Folder) throws {
    guard try folder.has("src") else { return try deletePutAway(in: folder) }
    try folder.move("src", to: folder, as: Self.putAway)
    try folder.sync()
    try steps.reached(.sourcePutAway)
    try deletePutAway(in: folder)
  }

  /// What its owner keeps from us (a folder of his own without leave to write, or one that he goes on
  /// filling) stays beside the job and goes with it.
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

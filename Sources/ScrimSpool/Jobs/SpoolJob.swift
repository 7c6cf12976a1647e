import Glibc
import ScrimJSON
package import ScrimLinux
package import ScrimRecords
import SystemPackage

/// A job's folder, locked while this object exists. The kernel releases the lock when the process ends, for any
/// reason.
///
/// ``JobFile`` lists the names in the folder.
package final class SpoolJob: Sendable {
  package var id: JobID { name.id }
  /// Attempts begun, this one included; 0 before the first.
  package var attempt: Int { name.attempt }
  /// The job, with what its folder's name in `queue/` and `active/` records.
  package let name: AttemptName
  let folder: Folder
  let state: Folder
  /// Its folder's name in ``state``.
  let folderName: String
  /// From when on this process may have written in the folder.
  let start: Flusher.Start
  /// The name in `drop/` that this process has just claimed; `nil` for a job that it has found.
  let claimedDrop: String?

  init(
    _ name: AttemptName, folder: Folder, state: Folder, folderName: String, start: Flusher.Start,
    claimedDrop: String? = nil
  ) {
    self.name = name
    self.folder = folder
    self.state = state
    self.folderName = folderName
    self.start = start
    self.claimedDrop = claimedDrop
  }

  /// The same job after its folder was moved: to a state where it is named by its ID, or by `name`.
  func moved(
    to state: Folder, as name: AttemptName? = nil, in folderName: String? = nil
  ) -> SpoolJob {
    let folderName = folderName ?? name?.description ?? id.description
    return SpoolJob(
      name ?? self.name, folder: folder.named("\(state.name)/\(folderName)"), state: state,
      folderName: folderName, start: start)
  }

  /// The report of how it ended, and the time of that: UTC, milliseconds since 1970; `nil` if there is none.
  func report() throws -> (report: JobReport, time: Int)? {
    guard let json = try read(JobFile.report, RecordLimits.report),
      let about = try folder.status(of: JobFile.report)
    else { return nil }
    return (try JobReport(json: json), Int(about.st_mtim.tv_sec) * 1000)
  }

  /// The record made when the job was accepted.
  ///
  /// - Throws: ``SpoolError`` corrupt.
  package func ticket() throws -> Ticket {
    guard let ticket = try read(JobFile.ticket, RecordLimits.ticket).flatMap(Ticket.init(json:))
    else {
      throw SpoolError(.corrupt, "\(folder.name) has no readable ticket.json")
    }
    return ticket
  }

  /// The attempts so far; empty if there is no record.
  package func history() throws -> History {
    try read(JobFile.history, RecordLimits.history).flatMap(History.init(json:)) ?? History()
  }

  /// The folder of a bundle's files.
  ///
  /// - Throws: ``SystemError``.
  package func bundle() throws(SystemError) -> Folder {
    try folder.folder(JobFile.bundle)
  }

  /// The document, at most `limit` bytes.
  ///
  /// - Throws: ``SystemError``.
  package func document(_ ticket: Ticket, limit: Int) throws(SystemError) -> [UInt8] {
    try (ticket.isBundle ? bundle() : folder).read(documentName(ticket), limit: limit)
  }

  /// The document's name; that of the dropped file if a power cut has undone only the later of its two renames.
  func documentName(_ ticket: Ticket) throws(SystemError) -> String {
    guard !ticket.isBundle, try !folder.has(JobFile.document) else { return JobFile.document }
    let dropped = "\(JobFile.droppedPrefix)\(ticket.name).json"
    return try folder.has(dropped) ? dropped : JobFile.document
  }

  /// The report of a job that was given up before a crash kept it from `failed/`.
  func failure() throws -> (report: JobReport, diagnostic: Diagnostic)? {
    guard let json = try read(JobFile.report, RecordLimits.report),
      let report = try? JobReport(json: json),
      report.status == .failed, let diagnostic = report.errors.first
    else { return nil }
    return (report, diagnostic)
  }

  /// - Returns: `nil` for a record that is missing, damaged, or larger than any that this version writes.
  private func read(_ name: String, _ limit: Int) throws -> JSON? {
    do {
      return try JSON(parsing: folder.read(name, limit: limit), limits: JSONLimits(bytes: limit))
    } catch let error as SystemError where error.code == .noSuchFileOrDirectory {
      return nil
    } catch let error as SystemError where error.isTooLarge {
      return nil
    } catch is Diagnostic {
      return nil
    }
  }
}

extension Spool {
  /// Locks the folder of a job in its current state.
  ///
  /// - Parameters:
  ///   - child: The folder's name.
  ///   - state: Where it is.
  ///   - name: The job; for states whose folders are named by the ID alone, with an attempt of 0.
  /// - Returns: `nil` if another process has locked it, it has moved on, or another account owns it.
  /// - Throws: ``SystemError``.
  func lock(
    _ child: String, in state: Folder, _ name: AttemptName
  ) throws(SystemError) -> SpoolJob? {
    let folder: Folder
    do {
      folder = try state.folder(child)
    } catch {
      // A folder that this account may not open was created by another account, and so is not its job.
      if error.code == .noSuchFileOrDirectory || error.code == .permissionDenied { return nil }
      throw error
    }
    guard try folder.lock(), try folder.isStill(child, in: state) else { return nil }
    return SpoolJob(name, folder: folder, state: state, folderName: child, start: flusher.start())
  }

  /// The same, for a state whose folders are named by the ID.
  func lock(_ id: JobID, in state: Folder) throws(SystemError) -> SpoolJob? {
    try lock(id.description, in: state, AttemptName(id, attempt: 0))
  }
}

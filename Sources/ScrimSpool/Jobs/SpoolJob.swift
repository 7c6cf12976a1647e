import ScrimJSON
public import ScrimLinux
import SystemPackage

/// A job's folder, locked while this object exists. The kernel releases the lock when the process ends, for any
/// reason.
///
/// In the folder: `name` (as it was dropped), `src` (until it is accepted), `ticket.json`, `job/`
/// (the document and a bundle's files), `history.json`, `result/` (what is to be moved to `out/`),
/// `kept/` (second links of that), `report.json`.
public final class SpoolJob: Sendable {
  public let id: JobID
  /// Attempts begun, this one included; 0 before the first.
  public let attempt: Int
  let folder: Folder
  let state: Folder

  init(id: JobID, attempt: Int, folder: Folder, state: Folder) {
    self.id = id
    self.attempt = attempt
    self.folder = folder
    self.state = state
  }

  static let longestRecord = 8 << 20

  /// Locks the folder of a job in its current state.
  ///
  /// - Returns: `nil` if another process has locked it, it has moved on, or another account owns it.
  static func lock(
    _ name: String, in state: Folder, id: JobID, attempt: Int
  ) throws(SystemError) -> SpoolJob? {
    let folder: Folder
    do {
      folder = try state.folder(name)
    } catch {
      // A folder that this account may not open was created by another account, and so is not its job.
      if error.code == .noSuchFileOrDirectory || error.code == .permissionDenied { return nil }
      throw error
    }
    guard try folder.lock(), try folder.isStill(name, in: state) else { return nil }
    return SpoolJob(id: id, attempt: attempt, folder: folder, state: state)
  }

  /// The record made when the job was accepted.
  ///
  /// - Throws: ``SpoolError`` corrupt.
  public func ticket() throws -> Ticket {
    guard let ticket = try read("ticket.json").flatMap(Ticket.init(json:)) else {
      throw SpoolError(.corrupt, "\(folder.name) has no readable ticket.json")
    }
    return ticket
  }

  /// The attempts so far; empty if there is no record.
  public func history() throws -> History {
    try read("history.json").flatMap(History.init(json:)) ?? History()
  }

  /// The folder of the document and, for a bundle, of its files.
  public func content() throws(SystemError) -> Folder {
    try folder.folder("job")
  }

  /// The document, at most `limit` bytes.
  public func document(limit: Int) throws(SystemError) -> [UInt8] {
    try content().read("job.json", limit: limit)
  }

  /// The report of a job that was given up before a crash kept it from `failed/`.
  func failure() throws -> (report: JobReport, diagnostic: Diagnostic)? {
    guard let json = try read("report.json"), let report = try? JobReport(json: json),
      report.status == .failed, let diagnostic = report.errors.first
    else { return nil }
    return (report, diagnostic)
  }

  private func read(_ name: String) throws -> JSON? {
    do {
      return try JSON(parsing: folder.read(name, limit: Self.longestRecord))
    } catch let error as SystemError where error.code == .noSuchFileOrDirectory {
      return nil
    } catch is Diagnostic {
      return nil
    }
  }
}

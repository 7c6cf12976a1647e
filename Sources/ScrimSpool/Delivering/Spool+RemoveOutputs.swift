import Glibc
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import SystemPackage

/// Removes what an earlier job of the same owner and name delivered, after a later one has failed.
extension Spool {
  /// The earlier job is the one that the report in the output folder is marked with. Only files with the same mark are
  /// removed; what the report says merely names candidates, where the earlier job's folder is not kept any more.
  ///
  /// - Returns: The folders that have changed, other than `out`.
  /// - Throws: ``SystemError``.
  func removeEarlierOutputs(
    of ticket: Ticket, in out: Folder, before id: JobID
  ) throws -> [Folder] {
    let name = ticket.reportName(.done)
    guard try ownership(name, in: out, before: id) == .own,
      let earlier = OutputMark.read(try out.open(name, O_RDONLY | O_NONBLOCK))
    else { return [] }
    var folders: [Folder] = []
    for file in try outputs(of: earlier, report: name, in: out) {
      guard let place = try existingPlace(of: file, in: out),
        try isMarked(place, by: earlier)
      else { continue }
      try unlessDenied {
        try place.folder.removeFile(place.name)
        folders.append(place.folder)
      }
    }
    // Last, so that after a crash the others are still found.
    try unlessDenied { try out.removeFile(name) }
    return folders
  }

  private func outputs(of id: JobID, report: String, in out: Folder) throws -> [String] {
    if try done.has(id.description) {
      return try done.folder(id.description).names().compactMap(JobFile.output(ofKept:))
        .filter { $0 != report }
    }
    let bytes = try out.read(report, limit: RecordLimits.report)
    return (try? JobReport(json: JSON(parsing: bytes)))?.outputs.map(\.file) ?? []
  }

  /// - Returns: `nil` if a folder on the path is missing, or not a folder.
  private func existingPlace(of file: String, in out: Folder) throws -> OutputPlace? {
    do {
      return try OutputPlace(existing: file, in: out)
    } catch {
      guard error.isOwnersDoing else { throw error }
      return nil
    }
  }

  /// Whether the daemon delivered a file for this job.
  func isMarked(_ place: OutputPlace, by id: JobID) throws -> Bool {
    guard try ownership(place.name, in: place.folder, before: id) == .own else { return false }
    return OutputMark.read(try place.folder.open(place.name, O_RDONLY | O_NONBLOCK)) == id
  }
}

import ScrimLinux
import ScrimRecords

/// An event whose deliveries are stored although its file could not be deleted: the file `taken/ID.MODIFIED`, until the
/// event is gone. So it is not delivered again, however long the file stays.
struct TakenEvent: Sendable, Hashable {
  let id: JobID
  /// When the event was written, nanoseconds since 1970: a job that is retried has another event.
  let modified: Int

  var file: String { "\(id).\(modified)" }

  init(id: JobID, modified: Int) {
    self.id = id
    self.modified = modified
  }

  /// - Returns: `nil` if the name is not that of one.
  init?(file: String) {
    let parts = file.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let id = JobID(String(parts[0])), let modified = Int(parts[1]) else {
      return nil
    }
    self.init(id: id, modified: modified)
  }
}

import Glibc
import ScrimLinux
import SystemPackage

/// Moves entries from `drop/` to `ingest/`, flushed to disk and no longer under their submitter's control.
extension Spool {
  /// Takes one name from `drop/`.
  ///
  /// - Returns: The locked job, or `nil` when somebody else was faster or it is gone.
  /// - Throws: ``SpoolError`` untouchable when the daemon may not read or move it, in which case it
  ///   stays; ``SystemError``.
  package func claimDrop(_ name: String, now: Int = WallClock.milliseconds) throws -> SpoolJob? {
    guard let about = try drop.status(of: name) else { return nil }
    let id = JobID(time: now, user: about.st_uid)
    let folder = try ingest.makeFolder(id.description)
    try steps.reached(.folderMade)
    guard try folder.lock(), try folder.isStill(id.description, in: ingest) else { return nil }
    do {
      // The rename loses the name, so it is recorded first.
      try folder.write(Array(name.utf8), as: "name")
      try steps.reached(.nameWritten)
      try Tree.sync(name, in: drop)
      try drop.move(name, to: folder, as: "src")
    } catch let error as SystemError {
      try ingest.removeTree(id.description)
      switch error.code {
      // EAGAIN: the owner has a lease on it, which the kernel breaks after a time.
      case .noSuchFileOrDirectory, .resourceTemporarilyUnavailable: return nil
      default:
        // A user who replaces a file with a link during inspection must not delay others.
        if error.isTransient { throw error }
        throw SpoolError(.untouchable, "\(error). It is left in drop/.")
      }
    }
    try steps.reached(.dropMoved)
    try folder.sync()
    try ingest.sync()
    try drop.sync()
    try steps.reached(.dropClaimed)
    return SpoolJob(id: id, attempt: 0, folder: folder, state: ingest)
  }
}

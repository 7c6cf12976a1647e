import Glibc
import ScrimLinux
import SystemPackage

/// From `drop/` to `ingest/`: after this, what was dropped is out of its owner's hands and on the
/// disk.
extension Spool {
  /// Takes one name out of `drop/`.
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
      // The name goes with the rename, so it is written down first.
      try folder.write(Array(name.utf8), as: "name")
      try steps.reached(.nameWritten)
      try Tree.sync(name, in: drop)
      try drop.move(name, to: folder, as: "src")
    } catch let error as SystemError {
      try ingest.removeTree(id.description)
      switch error.code {
      // EAGAIN: its owner has a lease on it, which the kernel takes away in time.
      case .noSuchFileOrDirectory, .resourceTemporarilyUnavailable: return nil
      default:
        // Who exchanges a file for a link while it is looked at must not keep others waiting.
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

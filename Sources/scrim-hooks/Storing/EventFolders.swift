import Glibc
import ScrimLinux

/// The folders from which events are taken, as they were when the service first saw them.
///
/// Under its unit the service sees a spool that replaced another one without write permission, or still sees the old
/// one: only a new process sees it right.
struct EventFolders {
  private let paths: [String]
  /// Open, so that no new folder gets the inode of one that was deleted.
  private var known: [String: OwnedDescriptor] = [:]

  /// - Parameter spool: The path of the spool.
  init(spool: String) {
    paths = [spool, "\(spool)/events"]
  }

  /// - Throws: ``SpoolReplaced`` if one of them was moved, deleted or replaced since.
  mutating func check() throws(SpoolReplaced) {
    for path in paths {
      if let now = FileIdentity(at: path) {
        guard let first = known[path] else {
          known[path] = try? OwnedDescriptor.openPath(path)
          continue
        }
        guard let about = try? first.status(of: path), FileIdentity(about) == now else {
          throw SpoolReplaced(folder: path)
        }
      } else if errno == ENOENT || errno == ENOTDIR, known[path] != nil {
        throw SpoolReplaced(folder: path)
      }
    }
  }
}

/// The service stopped because a folder of the spool was replaced. A restart opens the new folders.
struct SpoolReplaced: Error, CustomStringConvertible {
  let folder: String

  var description: String {
    "\(folder) was moved, deleted or replaced while the service ran; waiting deliveries continue after a restart."
  }
}

import Glibc
import ScrimLinux

extension Spool {
  /// The spool's folders whose paths no longer lead to what this process has open: deleted, moved, replaced, or
  /// covered by a mount. Users would drop jobs into other folders than those that the daemon reads.
  ///
  /// - Parameter path: The spool's path.
  /// - Returns: Their paths, the spool's own first; empty if nothing has changed.
  package func replacedFolders(path: String) -> [String] {
    guard Self.isSame(path, root) else { return [path] }
    let folders = [
      drop, assets, out, reports, events, ingest, queue, active, ready, batches, done, failed, hold,
    ]
    return folders.filter { folder in
      let name = folder.name.split(separator: "/").last.map(String.init) ?? folder.name
      return !Self.isSame("\(path)/\(name)", folder)
    }
    .map { "\(path)/\($0.name.split(separator: "/").last ?? "")" }
  }

  private static func isSame(_ path: String, _ folder: Folder) -> Bool {
    var (named, opened) = (stat(), stat())
    guard fstat(folder.descriptor.raw, &opened) == 0 else { return true }
    guard stat(path, &named) == 0 else { return errno != ENOENT && errno != ENOTDIR }
    return named.st_dev == opened.st_dev && named.st_ino == opened.st_ino
  }
}

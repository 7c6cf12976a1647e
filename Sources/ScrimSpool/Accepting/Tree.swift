import Glibc

import ScrimLinux
import SystemPackage

/// The walks over what was dropped: whether it changed, whether it may be read, and to the disk.
enum Tree {
  /// Folders in folders that a bundle may have.
  static let deepest = 8
  /// Names that are looked at, files and folders; a bundle with more is refused.
  static let maxNames = 1024

  /// What can be seen of a file or tree without reading it.
  struct Snapshot: Hashable {
    var names = 0
    var bytes: Int64 = 0
    /// The latest change of content, name or permissions: nanoseconds since 1970.
    var changed: Int64 = 0
    /// Mixes names' inodes, sizes and changes.
    var fingerprint = 0
  }

  static func snapshot(at name: String, in folder: Folder) throws(SystemError) -> Snapshot {
    var snapshot = Snapshot()
    try add(name, in: folder, depth: 0, to: &snapshot)
    return snapshot
  }

  private static func add(
    _ name: String, in folder: Folder, depth: Int, to snapshot: inout Snapshot
  ) throws(SystemError) {
    guard snapshot.names < maxNames, let about = try folder.status(of: name) else { return }
    let changed = Int64(about.st_ctim.tv_sec) * 1_000_000_000 + Int64(about.st_ctim.tv_nsec)
    var hasher = Hasher()
    hasher.combine(snapshot.fingerprint)
    hasher.combine(about.st_ino)
    hasher.combine(about.st_size)
    hasher.combine(changed)
    snapshot.names += 1
    snapshot.bytes += Int64(about.st_size)
    snapshot.changed = max(snapshot.changed, changed)
    snapshot.fingerprint = hasher.finalize()
    guard FileKind(about) == .folder, depth < deepest else { return }
    let inner = try folder.folder(name)
    for child in try inner.names().sorted() {
      try add(child, in: inner, depth: depth + 1, to: &snapshot)
    }
  }

  /// Writes all of it to the disk. What cannot be opened for reading cannot be accepted either:
  /// this is where it is found out, before anything was moved.
  static func sync(
    _ name: String, in folder: Folder, depth: Int = 0
  ) throws(SystemError) {
    guard let about = try folder.status(of: name) else { return }
    switch FileKind(about) {
    case .file:
      try folder.open(name, O_RDONLY | O_NONBLOCK).sync("\(folder.name)/\(name)")
    case .folder where depth < deepest:
      let inner = try folder.folder(name)
      // Deleting what is in it, later, needs leave to write.
      try check(
        faccessat(inner.descriptor.raw, ".", W_OK | X_OK, AT_EACCESS), "write to \(inner.name)")
      for child in try inner.names() { try sync(child, in: inner, depth: depth + 1) }
      try inner.sync()
    default:
      // Links, pipes and devices are refused when the job is accepted; they hold nothing to flush.
      break
    }
  }
}

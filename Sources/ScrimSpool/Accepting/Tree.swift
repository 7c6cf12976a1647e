import Glibc

import ScrimLinux
import SystemPackage

/// Walks dropped files and bundles: detects changes, and checks permissions.
enum Tree {
  /// Maximum nesting depth of a bundle's folders.
  static let deepest = 8
  /// Maximum number of files and folders in a bundle; a larger bundle is refused.
  static let maxNames = 1024

  /// Names that a snapshot looks at: more than the bundle of a batch may have by default.
  private static let mostNames = 16_384

  /// The metadata of a file or tree, read without opening its content.
  struct Snapshot: Hashable {
    var names = 0
    var bytes: Int64 = 0
    /// The latest change of content, name or permissions: nanoseconds since 1970.
    var changed: Int64 = 0
    /// A hash of the names' inodes, sizes and change times.
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
    guard snapshot.names < mostNames, let about = try folder.status(of: name) else { return }
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

  /// Checks that a file or tree can be read and, later, deleted. What cannot be opened cannot be accepted either; this
  /// step detects it before anything is moved.
  ///
  /// - Throws: ``SystemError``.
  static func checkAccess(
    to name: String, in folder: Folder, depth: Int = 0
  ) throws(SystemError) {
    guard let about = try folder.status(of: name) else { return }
    switch FileKind(about) {
    case .file: _ = try folder.open(name, O_RDONLY | O_NONBLOCK)
    case .folder where depth < deepest:
      let inner = try folder.folder(name)
      // Deleting the folder's entries later requires write permission.
      try check(
        faccessat(inner.descriptor.raw, ".", W_OK | X_OK, AT_EACCESS), "write to \(inner.name)")
      for child in try inner.names() {
        try checkAccess(to: child, in: inner, depth: depth + 1)
      }
    default:
      // Accepting refuses links, pipes and devices.
      break
    }
  }
}

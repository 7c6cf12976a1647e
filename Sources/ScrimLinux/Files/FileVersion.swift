package import Glibc

/// The version of a file. A change or replacement of the file changes its identity, size or time; the content is not
/// read.
package struct FileVersion: Sendable, Hashable {
  package let identity: FileIdentity
  package let kind: FileKind
  /// Size in bytes.
  package let size: Int
  /// Modification time: nanoseconds since 1970.
  package let modified: Int

  package init(_ status: stat) {
    identity = FileIdentity(status)
    kind = FileKind(status)
    size = Int(status.st_size)
    modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
  }

  /// The version of the file at a path, following symbolic links; `nil` if it is missing or inaccessible.
  package init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

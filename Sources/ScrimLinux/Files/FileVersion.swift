package import Glibc

/// A file as it was at one time. Another version differs after the file was written to or replaced, by
/// identity, size or time; nothing of it is read.
package struct FileVersion: Sendable, Hashable {
  package let identity: FileIdentity
  package let kind: FileKind
  /// Bytes.
  package let size: Int
  /// When it was last written to: nanoseconds since 1970.
  package let modified: Int

  package init(_ status: stat) {
    identity = FileIdentity(status)
    kind = FileKind(status)
    size = Int(status.st_size)
    modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
  }

  /// Of the file at a path, symbolic links followed; `nil` if there is none that can be seen.
  package init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

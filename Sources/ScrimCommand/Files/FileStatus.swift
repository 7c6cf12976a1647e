import Glibc
package import ScrimLinux
package import SystemPackage

/// The status of the file that a name refers to, links followed.
package struct FileStatus {
  private let status: stat

  package init?(of path: FilePath) {
    var status = stat()
    guard path.withPlatformString({ stat($0, &status) }) == 0 else { return nil }
    self.status = status
  }

  package var kind: FileKind { FileKind(status) }
  package var isFolder: Bool { kind == .folder }
  /// Seconds since 1970.
  package var modified: Double {
    Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
  }
}

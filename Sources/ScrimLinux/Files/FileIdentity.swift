package import Glibc

/// Which file it is, under whatever name: device and inode.
package struct FileIdentity: Sendable, Hashable {
  package let device: UInt
  package let inode: UInt

  package init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }

  /// Of the file at a path, symbolic links followed; `nil` if there is none that can be seen.
  package init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

package import Glibc

/// The identity of a file, independent of its name: device and inode.
package struct FileIdentity: Sendable, Hashable {
  package let device: UInt
  package let inode: UInt

  package init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }

  /// The identity of the file at a path, following symbolic links; `nil` if it is missing or inaccessible.
  package init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

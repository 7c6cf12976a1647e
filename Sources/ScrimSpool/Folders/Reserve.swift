import Glibc
import ScrimLinux
import SystemPackage

/// Reserves 16 MiB, so that reports can still be written to a full disk.
enum Reserve {
  private static let name = "reserve"
  private static let bytes: off_t = 16 << 20

  /// Allocates the reserve unless it exists. A disk too full for it does not prevent startup.
  static func keep(in root: Folder) throws(SystemError) {
    if let about = try root.status(of: name), about.st_size == bytes { return }
    let file = try root.open(name, O_WRONLY | O_CREAT, mode: 0o600)
    let failure = posix_fallocate(file.raw, 0, bytes)
    if failure != 0 {
      try root.removeFile(name)
      guard failure == ENOSPC || failure == EDQUOT else {
        throw SystemError(Errno(rawValue: failure), "reserve \(bytes) bytes")
      }
    }
  }

  /// Frees the reserve. ``keep(in:)`` allocates it again when there is enough space.
  static func release(in root: Folder) throws(SystemError) {
    guard try root.has(name) else { return }
    try root.removeFile(name)
  }
}

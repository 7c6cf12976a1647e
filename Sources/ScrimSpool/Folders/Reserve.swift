import Glibc
import ScrimLinux
import SystemPackage

/// 16 MiB that are kept so that a full disk can still say so.
enum Reserve {
  private static let name = "reserve"
  private static let bytes: off_t = 16 << 20

  /// Takes the space if it is not there already. A disk that is too full for it is no reason not
  /// to start.
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

  /// Gives the space free. ``keep(in:)`` takes it again when there is room.
  static func release(in root: Folder) throws(SystemError) {
    guard try root.has(name) else { return }
    try root.removeFile(name)
  }
}

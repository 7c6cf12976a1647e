import Glibc
import ScrimLinux
import SystemPackage

extension Spool {
  /// Checks that `openat2`, which opens the files that jobs name, is available.
  ///
  /// - Parameter folder: Any folder that this process may open.
  /// - Throws: ``SpoolError`` unsuitable where the kernel is too old or a system-call filter denies it;
  ///   ``SystemError``.
  static func checkOpenBeneath(in folder: Folder) throws {
    do {
      _ = try folder.descriptor.open(beneath: ".", O_RDONLY | O_DIRECTORY)
      return
    } catch {
      guard !error.isTransient else {
        throw SystemError(error.code, "open \(folder.name) by openat2")
      }
      throw SpoolError(
        .unsuitable,
        "the system call openat2 fails (\(error.code)); scrimd needs it to open the files that jobs name. It requires "
          + "Linux 5.6 and a system-call filter that allows it; RestrictSUIDSGID=yes in a systemd unit "
          + "denies it.")
    }
  }
}

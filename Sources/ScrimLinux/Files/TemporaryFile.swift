import Glibc

/// Files without a name, for bytes that are too many for memory. The kernel removes them with their last descriptor.
package enum TemporaryFile {
  /// An empty file in `TMPDIR`, or in `/var/tmp`, which is on a disk.
  ///
  /// - Throws: ``SystemError``.
  package static func make() throws(SystemError) -> OwnedDescriptor {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    let path = "\(folder)/scrim.\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw .current("create a temporary file in \(folder)") }
    unlink(path)
    return OwnedDescriptor(owning: number)
  }
}

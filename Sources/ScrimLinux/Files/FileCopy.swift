import Glibc
package import SystemPackage

/// Copies of files on the disk.
package enum FileCopy {
  /// Copies a file's bytes to a new file, and waits until they are on the disk.
  ///
  /// - Parameters:
  ///   - source: Read from the beginning, whatever its offset.
  ///   - path: Must not exist yet.
  /// - Throws: The `Errno` of what failed.
  package static func copy(_ source: OwnedDescriptor, to path: FilePath) throws(Errno) {
    let number = open(path.string, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw Errno(rawValue: errno) }
    let target = OwnedDescriptor(owning: number)
    do {
      try source.copy(to: target, of: "a file", as: path.string)
      try target.sync(path.string)
    } catch {
      throw error.code
    }
  }
}

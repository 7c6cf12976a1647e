import Glibc
package import SystemPackage

/// New files on the disk.
package enum FileCopy {
  /// Copies a file's bytes to a new file, and waits until they are on the disk.
  ///
  /// - Parameters:
  ///   - source: Read from the beginning, whatever its offset.
  ///   - path: Must not exist yet.
  /// - Throws: The `Errno` of what failed.
  package static func copy(_ source: OwnedDescriptor, to path: FilePath) throws(Errno) {
    try make(path) { (target) throws(SystemError) in
      try source.copy(to: target, of: "a file", as: path.string)
    }
  }

  /// Writes bytes to a new file, and waits until they are on the disk.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - path: Must not exist yet.
  /// - Throws: The `Errno` of what failed.
  package static func write(_ bytes: ImmutableBytes, to path: FilePath) throws(Errno) {
    try make(path) { (target) throws(SystemError) in
      try bytes.copy(to: target, of: "a file", as: path.string)
    }
  }

  private static func make(
    _ path: FilePath, fill: (OwnedDescriptor) throws(SystemError) -> Void
  ) throws(Errno) {
    let number = open(path.string, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw Errno(rawValue: errno) }
    let target = OwnedDescriptor(owning: number)
    do {
      try fill(target)
      try target.sync(path.string)
    } catch {
      throw error.code
    }
  }
}

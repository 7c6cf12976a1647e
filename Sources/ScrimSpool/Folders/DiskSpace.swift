import Glibc
package import ScrimLinux

/// Free space of the spool's file system, for a process without privileges.
package struct DiskSpace: Sendable, Hashable {
  /// Bytes.
  package let free: Int
  package let total: Int
  /// Free inodes. Some file systems do not count inodes: 0 of 0.
  package let freeFiles: Int
  package let files: Int
}

extension Spool {
  /// - Throws: ``SystemError``.
  package func space() throws(SystemError) -> DiskSpace {
    var about = statvfs()
    try check(fstatvfs(root.descriptor.raw, &about), "read the free space of \(root.name)")
    let block = Int(about.f_frsize)
    return DiskSpace(
      free: Int(about.f_bavail) * block, total: Int(about.f_blocks) * block,
      freeFiles: Int(about.f_favail), files: Int(about.f_files))
  }

  /// The disk's reason to suspend intake, if any. Pressure lasts until 10 % more than the minimum is free, so that it
  /// does not toggle with every job.
  func diskPressure(previous: Pressure?) throws(SystemError) -> Pressure? {
    let space = try space()
    let least = max(limits.freeBytes, space.total / 100 * limits.freePercent)
    let isUnderPressure = previous == .disk(bytes: least)
    if space.free < (isUnderPressure ? least + least / 10 : least) { return .disk(bytes: least) }
    let minFiles = space.files / 100 * limits.freePercent
    let areFilesUnderPressure = previous == .files(percent: limits.freePercent)
    if space.freeFiles < (areFilesUnderPressure ? minFiles + minFiles / 10 : minFiles) {
      return .files(percent: limits.freePercent)
    }
    return nil
  }
}

package import Glibc
package import SystemPackage

/// New files on the disk.
package enum FileCopy {
  /// Who may use a new file.
  package enum Access {
    /// As the process's umask has it.
    case umask
    /// These permissions, independent of the umask.
    case mode(UInt32)
    /// Permissions and owner of another file, as far as this process may give them: without its group, those who are
    /// not the owner may do only what others may.
    case like(stat)
  }

  /// Copies a file's bytes to a new file, and waits until they are on the disk.
  ///
  /// - Parameters:
  ///   - source: Read from the beginning, whatever its offset.
  ///   - path: Must not exist yet.
  ///   - access: Who may use the new file.
  /// - Throws: The `Errno` of what failed.
  package static func copy(
    _ source: OwnedDescriptor, to path: FilePath, access: Access = .umask
  ) throws(Errno) {
    try make(path, access) { (target) throws(SystemError) in
      try source.copy(to: target, of: "a file", as: path.string)
    }
  }

  /// Writes bytes to a new file, and waits until they are on the disk.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - path: Must not exist yet.
  ///   - access: Who may use the new file.
  /// - Throws: The `Errno` of what failed.
  package static func write(
    _ bytes: ImmutableBytes, to path: FilePath, access: Access = .umask
  ) throws(Errno) {
    try make(path, access) { (target) throws(SystemError) in
      try bytes.copy(to: target, of: "a file", as: path.string)
    }
  }

  private static func make(
    _ path: FilePath, _ access: Access, fill: (OwnedDescriptor) throws(SystemError) -> Void
  ) throws(Errno) {
    // No other user may open it before it has its permissions.
    let first: mode_t = if case .umask = access { 0o666 } else { 0o600 }
    let number = open(path.string, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, first)
    guard number >= 0 else { throw Errno(rawValue: errno) }
    let target = OwnedDescriptor(owning: number)
    do {
      try fill(target)
      try give(access, to: target, path.string)
      try target.sync(path.string)
    } catch {
      throw error.code
    }
  }

  private static func give(
    _ access: Access, to file: OwnedDescriptor, _ name: String
  ) throws(SystemError) {
    var mode: mode_t
    switch access {
    case .umask: return
    case .mode(let wanted): mode = wanted
    case .like(let model):
      mode = model.st_mode & 0o777
      let own = try file.status(of: name)
      if (own.st_uid, own.st_gid) != (model.st_uid, model.st_gid),
        fchown(file.raw, model.st_uid, model.st_gid) != 0,
        fchown(file.raw, uid_t.max, model.st_gid) != 0
      {
        mode = mode & 0o707 | mode & (mode & 0o007) << 3
      }
    }
    try check(fchmod(file.raw, mode), "set the mode of \(name)")
  }
}

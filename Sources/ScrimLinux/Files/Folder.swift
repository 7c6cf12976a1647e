import CLinux
public import Glibc
import SystemPackage

/// An open folder. All names are entries of it, not paths, and symbolic links are not followed.
public final class Folder: Sendable {
  /// The name for messages: its path, or its position in the spool.
  public let name: String
  public let descriptor: OwnedDescriptor

  package init(_ descriptor: OwnedDescriptor, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// The same open folder under another name for messages, after it was moved.
  package func named(_ name: String) -> Folder { Folder(descriptor, name: name) }

  /// Opens the folder at a path, following symbolic links.
  ///
  /// - Throws: ``SystemError``.
  public static func open(path: String) throws(SystemError) -> Folder {
    let number = try check(
      Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open the folder \(path)")
    return Folder(OwnedDescriptor(owning: number), name: path)
  }

  public func folder(_ child: String) throws(SystemError) -> Folder {
    Folder(try open(child, O_RDONLY | O_DIRECTORY), name: "\(name)/\(child)")
  }

  /// Opens a file; with `O_CREAT`, its permissions are `mode`, independent of the umask.
  public func open(
    _ child: String, _ flags: Int32, mode: UInt32 = 0o600
  ) throws(SystemError) -> OwnedDescriptor {
    let all = flags | O_NOFOLLOW | O_CLOEXEC
    let number = try check(openat(descriptor.raw, child, all, mode), "open \(name)/\(child)")
    let file = OwnedDescriptor(owning: number)
    if flags & O_CREAT != 0 { try set(mode, of: file, child) }
    return file
  }

  /// Sets permissions that the umask, or a parent folder, has changed. To look is cheaper than to set: that writes the
  /// inode.
  private func set(
    _ mode: UInt32, of file: OwnedDescriptor, _ child: String
  ) throws(SystemError) {
    guard try file.status(of: "\(name)/\(child)").st_mode & 0o7777 != mode else { return }
    try check(fchmod(file.raw, mode), "set the mode of \(name)/\(child)")
  }

  /// The status of an entry; `nil` if it is missing.
  public func status(of child: String) throws(SystemError) -> stat? {
    var about = stat()
    if fstatat(descriptor.raw, child, &about, AT_SYMLINK_NOFOLLOW) == 0 { return about }
    if errno == ENOENT { return nil }
    throw .current("stat \(name)/\(child)")
  }

  public func has(_ child: String) throws(SystemError) -> Bool {
    try status(of: child) != nil
  }

  /// Creates a folder with these permissions, independent of the umask, and opens it.
  ///
  /// - Throws: ``SystemError``; EEXIST if the name is taken.
  public func makeFolder(_ child: String, mode: UInt32 = 0o700) throws(SystemError) -> Folder {
    try check(mkdirat(descriptor.raw, child, mode), "create \(name)/\(child)")
    do {
      let made = try folder(child)
      try set(mode, of: made.descriptor, child)
      return made
    } catch {
      // The caller does not know that there is one. A folder that has content meanwhile stays.
      unlinkat(descriptor.raw, child, AT_REMOVEDIR)
      throw error
    }
  }

  /// Moves an entry; fails with EEXIST if the target exists.
  public func move(_ child: String, to other: Folder, as target: String) throws(SystemError) {
    try check(
      scrim_rename_no_replace(descriptor.raw, child, other.descriptor.raw, target),
      "move \(name)/\(child) to \(other.name)/\(target)")
  }

  /// Moves a file, replacing an existing one.
  public func replace(_ child: String, to other: Folder, as target: String) throws(SystemError) {
    try check(
      renameat(descriptor.raw, child, other.descriptor.raw, target),
      "move \(name)/\(child) to \(other.name)/\(target)")
  }

  /// Creates a hard link to a file. An existing target stays, without an error.
  public func link(_ child: String, to other: Folder, as target: String) throws(SystemError) {
    if linkat(descriptor.raw, child, other.descriptor.raw, target, 0) == 0 { return }
    if errno == EEXIST { return }
    throw .current("link \(name)/\(child) to \(other.name)/\(target)")
  }

  public func removeFile(_ child: String) throws(SystemError) {
    try check(unlinkat(descriptor.raw, child, 0), "delete \(name)/\(child)")
  }

  /// Flushes the folder's entries to disk.
  public func sync() throws(SystemError) {
    try descriptor.sync(name)
  }

  /// Flushes everything that has been written on the folder's file system to disk (syncfs(2)).
  public func syncFileSystem() throws(SystemError) {
    try check(scrim_syncfs(descriptor.raw), "flush the file system of \(name)")
  }
}

extension Folder {
  /// Reads a small file.
  public func read(_ child: String, limit: Int) throws(SystemError) -> [UInt8] {
    try open(child, O_RDONLY | O_NONBLOCK).readAll(limit: limit, of: "\(name)/\(child)")
  }

  /// Writes a temporary file, flushes it to disk unless `isFlushed` is false, and renames it, so that the name never
  /// refers to an incomplete file. The caller must sync the folder itself.
  @discardableResult
  public func write(
    _ bytes: [UInt8], as child: String, mode: UInt32 = 0o600, isFlushed: Bool = true
  ) throws(SystemError) -> OwnedDescriptor {
    let temporary = ".\(child).new"
    let file = try open(temporary, O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
    try file.write(bytes, to: "\(name)/\(child)")
    if isFlushed { try file.sync("\(name)/\(child)") }
    try replace(temporary, to: self, as: child)
    return file
  }

  /// Writes a file in a folder that no other process reads yet, replacing an existing one: neither flushed nor under a
  /// temporary name.
  @discardableResult
  public func writeNew(
    _ bytes: [UInt8], as child: String, mode: UInt32 = 0o600
  ) throws(SystemError) -> OwnedDescriptor {
    let flags = O_WRONLY | O_CREAT | O_EXCL
    let file: OwnedDescriptor
    do {
      file = try open(child, flags, mode: mode)
    } catch {
      guard error.code == .fileExists else { throw error }
      // Not truncated: it may have another name by now.
      try removeFile(child)
      file = try open(child, flags, mode: mode)
    }
    try file.write(bytes, to: "\(name)/\(child)")
    return file
  }

  /// Locks the folder for this object, excluding all others in this and other processes.
  ///
  /// - Returns: False if another object has locked it.
  public func lock() throws(SystemError) -> Bool {
    try descriptor.lock(LOCK_EX | LOCK_NB, name)
  }

  /// Waits for the folder's lock, and runs `body` with it.
  ///
  /// The lock is held by a separate file description, so that it excludes threads of the same process, too.
  public func whileLocked<Result>(_ body: () throws -> Result) throws -> Result {
    let own = OwnedDescriptor(
      owning: try check(
        openat(descriptor.raw, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), "lock \(name)"))
    _ = try own.lock(LOCK_EX, name)
    return try withExtendedLifetime(own, body)
  }

  /// True if the entry `child` of `parent` is still this folder.
  public func isStill(_ child: String, in parent: Folder) throws(SystemError) -> Bool {
    guard let named = try parent.status(of: child) else { return false }
    let own = try descriptor.status(of: name)
    return FileIdentity(named) == FileIdentity(own)
  }
}

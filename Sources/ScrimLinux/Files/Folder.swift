import CLinux
public import Glibc
import SystemPackage

/// An open folder. All names are single names in it, and none is followed when it is a symbolic
/// link.
public final class Folder: Sendable {
  /// As it is called in messages: its path, or its place in the spool.
  public let name: String
  public let descriptor: OwnedDescriptor

  init(_ descriptor: OwnedDescriptor, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Opens the folder at a path, through symbolic links.
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

  /// Opens a file; with `O_CREAT`, the permissions are `mode` whatever the umask is.
  public func open(
    _ child: String, _ flags: Int32, mode: UInt32 = 0o600
  ) throws(SystemError) -> OwnedDescriptor {
    let all = flags | O_NOFOLLOW | O_CLOEXEC
    let number = try check(openat(descriptor.raw, child, all, mode), "open \(name)/\(child)")
    let file = OwnedDescriptor(owning: number)
    if flags & O_CREAT != 0 { try check(fchmod(number, mode), "set the mode of \(name)/\(child)") }
    return file
  }

  /// The names in the folder, in no order. Names that are not UTF-8 are passed over.
  public func names() throws(SystemError) -> [String] {
    try namesAndGarbled().names
  }

  /// The names in the folder and, with � where they are not UTF-8, those that ``names()`` passes over:
  /// these for messages only, since nothing can be opened by them.
  public func namesAndGarbled() throws(SystemError) -> (names: [String], garbled: [String]) {
    var names: [String] = []
    var garbled: [String] = []
    try eachName { bytes in
      if let name = String(validating: bytes, as: UTF8.self) {
        names.append(name)
      } else {
        garbled.append(String(decoding: bytes, as: UTF8.self))
      }
    }
    return (names, garbled)
  }

  /// The bytes of every name in the folder, without a zero at the end.
  private func rawNames() throws(SystemError) -> [[UInt8]] {
    var names: [[UInt8]] = []
    try eachName { names.append(Array($0)) }
    return names
  }

  /// The names in the folder at a path, in no order, with � where they are not UTF-8.
  ///
  /// - Throws: ``SystemError``.
  package static func names(at path: String) throws(SystemError) -> [String] {
    let number = try check(
      Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "list \(path)")
    var names: [String] = []
    try eachName(ofOwned: number, path) { names.append(String(decoding: $0, as: UTF8.self)) }
    return names
  }

  /// Shows the bytes of every name in the folder, in no order, and keeps none: for folders of very
  /// many names.
  public func eachName(_ body: (UnsafeRawBufferPointer) -> Void) throws(SystemError) {
    // A description of its own: reading moves its position.
    let number = try check(
      openat(descriptor.raw, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), "list \(name)")
    try Self.eachName(ofOwned: number, name, body)
  }

  /// - Parameters:
  ///   - number: A descriptor of a folder, which is closed.
  ///   - name: Of the folder, for messages.
  ///   - body: Called with the bytes of each name but `.` and `..`.
  /// - Throws: ``SystemError``.
  private static func eachName(
    ofOwned number: Int32, _ name: String, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(SystemError) {
    guard let stream = fdopendir(number) else {
      let error = SystemError.current("list \(name)")
      close(number)
      throw error
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw .current("list \(name)") }
        return
      }
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let end = bytes.firstIndex(of: 0) ?? bytes.count
        let child = UnsafeRawBufferPointer(rebasing: bytes[..<end])
        let isItselfOrAbove =
          child.count <= 2 && child.allSatisfy { $0 == UInt8(ascii: ".") }
        if !isItselfOrAbove { body(child) }
      }
    }
  }

  /// What stands at a name, or `nil` when nothing does.
  public func status(of child: String) throws(SystemError) -> stat? {
    var about = stat()
    if fstatat(descriptor.raw, child, &about, AT_SYMLINK_NOFOLLOW) == 0 { return about }
    if errno == ENOENT { return nil }
    throw .current("stat \(name)/\(child)")
  }

  public func has(_ child: String) throws(SystemError) -> Bool {
    try status(of: child) != nil
  }

  /// Makes a folder with these permissions, whatever the umask is, and opens it.
  ///
  /// - Throws: ``SystemError``; EEXIST when the name is taken.
  public func makeFolder(_ child: String, mode: UInt32 = 0o700) throws(SystemError) -> Folder {
    try check(mkdirat(descriptor.raw, child, mode), "create \(name)/\(child)")
    let made = try folder(child)
    try check(fchmod(made.descriptor.raw, mode), "set the mode of \(name)/\(child)")
    return made
  }

  /// Moves a name; fails with EEXIST rather than replace.
  public func move(_ child: String, to other: Folder, as target: String) throws(SystemError) {
    try check(
      scrim_rename_no_replace(descriptor.raw, child, other.descriptor.raw, target),
      "move \(name)/\(child) to \(other.name)/\(target)")
  }

  /// Moves a file over whatever file stands there.
  public func replace(_ child: String, to other: Folder, as target: String) throws(SystemError) {
    try check(
      renameat(descriptor.raw, child, other.descriptor.raw, target),
      "move \(name)/\(child) to \(other.name)/\(target)")
  }

  /// Gives a file a second name. One that is there already stays and nothing is thrown.
  public func link(_ child: String, to other: Folder, as target: String) throws(SystemError) {
    if linkat(descriptor.raw, child, other.descriptor.raw, target, 0) == 0 { return }
    if errno == EEXIST { return }
    throw .current("link \(name)/\(child) to \(other.name)/\(target)")
  }

  public func removeFile(_ child: String) throws(SystemError) {
    try check(unlinkat(descriptor.raw, child, 0), "delete \(name)/\(child)")
  }

  /// Deletes whatever stands at the name, with all that is in it; nothing there is no error.
  ///
  /// - Throws: ``SystemError``; ENOTEMPTY when somebody fills it as fast as it is emptied.
  public func removeTree(_ child: String) throws(SystemError) {
    try removeTree(Array(child.utf8), depth: 0, top: nil)
  }

  /// How many folders of a tree are open at once while it is deleted.
  private static let deepest = 32
  /// How often a folder is emptied that others go on filling.
  private static let rounds = 3

  /// The folder of a tree that is being deleted. What is deeper than can be open at once is moved
  /// there first.
  private final class Top {
    let folder: Folder
    var moved = 0

    init(_ folder: Folder) { self.folder = folder }
  }

  /// - Parameters:
  ///   - child: The name's bytes: what anybody drops may have names that are not UTF-8.
  ///   - depth: How deep in the tree this folder is.
  ///   - top: The tree's own folder.
  /// - Throws: ``SystemError``.
  private func removeTree(
    _ child: [UInt8], depth: Int, top: Top?
  ) throws(SystemError) {
    let path = child.map { CChar(bitPattern: $0) } + [0]
    let place = "\(name)/\(String(decoding: child, as: UTF8.self))"
    var about = stat()
    guard fstatat(descriptor.raw, path, &about, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return }
      throw .current("stat \(place)")
    }
    guard FileKind(about) == .folder else {
      try check(unlinkat(descriptor.raw, path, 0), "delete \(place)")
      return
    }
    if let top, depth > Self.deepest {
      let free = "deep.\(about.st_ino)"
      try check(renameat(descriptor.raw, path, top.folder.descriptor.raw, free), "move \(place)")
      top.moved += 1
      return
    }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let number = try check(openat(descriptor.raw, path, flags), "open \(place)")
    let inner = Folder(OwnedDescriptor(owning: number), name: place)
    let own = top ?? Top(inner)
    var round = 0
    // The top fills again while what is below it is taken apart.
    while round < Self.rounds + own.moved {
      let names = try inner.rawNames()
      if names.isEmpty { break }
      for name in names { try inner.removeTree(name, depth: depth + 1, top: own) }
      round += 1
    }
    try check(unlinkat(descriptor.raw, path, AT_REMOVEDIR), "delete \(place)")
  }

  /// Waits until the names in the folder are on the disk.
  public func sync() throws(SystemError) {
    try descriptor.sync(name)
  }
}

extension Folder {
  /// Reads a small file.
  public func read(_ child: String, limit: Int) throws(SystemError) -> [UInt8] {
    try open(child, O_RDONLY | O_NONBLOCK).readAll(limit: limit, of: "\(name)/\(child)")
  }

  /// Writes a file beside its place, waits until it is on the disk unless `isFlushed` is false, and
  /// moves it there, so that the name never refers to an incomplete file. The folder itself is left
  /// for the caller to sync.
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

  /// Locks the folder for this object, against every other in this and other processes.
  ///
  /// - Returns: False when somebody else has it.
  public func lock() throws(SystemError) -> Bool {
    try descriptor.lock(LOCK_EX | LOCK_NB, name)
  }

  /// Locks the folder, as soon as whoever has it lets go, and runs `body`.
  ///
  /// The lock is taken on a description of its own: threads of one process exclude each other too.
  public func whileLocked<Result>(_ body: () throws -> Result) throws -> Result {
    let own = OwnedDescriptor(
      owning: try check(
        openat(descriptor.raw, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), "lock \(name)"))
    _ = try own.lock(LOCK_EX, name)
    return try withExtendedLifetime(own, body)
  }

  /// True when `child` of `parent` is this very folder and nobody has moved it away.
  public func isStill(_ child: String, in parent: Folder) throws(SystemError) -> Bool {
    guard let named = try parent.status(of: child) else { return false }
    let own = try descriptor.status(of: name)
    return FileIdentity(named) == FileIdentity(own)
  }
}

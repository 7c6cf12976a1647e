import Glibc

/// Deletes trees of any depth, whose names may be any bytes.
extension Folder {
  /// Deletes an entry with all its content; a missing entry is not an error.
  ///
  /// - Throws: ``SystemError``; ENOTEMPTY if another process fills it as fast as it is emptied.
  public func removeTree(_ child: String) throws(SystemError) {
    try removeTree(Array(child.utf8), depth: 0, top: nil)
  }

  /// Maximum number of a tree's folders that are open at once.
  private static let deepest = 32
  /// Maximum number of times that a folder is emptied while other processes fill it.
  private static let rounds = 3

  /// The root of a tree that is being deleted. Folders at greater depth are moved there first.
  private final class Top {
    let folder: Folder
    var moved = 0

    init(_ folder: Folder) { self.folder = folder }
  }

  /// - Parameters:
  ///   - child: The bytes of the name, which may not be UTF-8.
  ///   - depth: The depth of this folder in the tree.
  ///   - top: The root of the tree.
  /// - Throws: ``SystemError``.
  private func removeTree(
    _ child: [UInt8], depth: Int, top: Top?
  ) throws(SystemError) {
    let path = child.map { CChar(truncatingIfNeeded: $0) } + [0]
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
    // Folders are moved to the root while its content is deleted.
    while round < Self.rounds + own.moved {
      let names = try inner.rawNames()
      if names.isEmpty { break }
      for name in names { try inner.removeTree(name, depth: depth + 1, top: own) }
      round += 1
    }
    try check(unlinkat(descriptor.raw, path, AT_REMOVEDIR), "delete \(place)")
  }
}

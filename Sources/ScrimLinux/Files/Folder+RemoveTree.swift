import Glibc

/// Deleting trees of any depth, whose names may be any bytes.
extension Folder {
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
}

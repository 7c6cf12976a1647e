import Glibc
package import ScrimLinux
package import SystemPackage

/// A picture on its way into a file: whole under its name, or not there at all.
package enum OutputFile {
  /// Writes a picture beside its place and moves it there.
  ///
  /// - Parameters:
  ///   - bytes: The picture.
  ///   - path: Where the picture goes; folders that are missing are made.
  /// - Throws: A ``Failure`` that names the path.
  package static func write(_ bytes: ImmutableBytes, to path: FilePath) throws {
    try make(path) { (part) throws(Errno) in try FileCopy.write(bytes, to: part) }
  }

  /// Copies a picture to beside its place and moves it there.
  ///
  /// - Parameters:
  ///   - source: The picture's file; read from the beginning.
  ///   - path: Where the picture goes; folders that are missing are made.
  /// - Throws: A ``Failure`` that names the path.
  package static func write(_ source: OwnedDescriptor, to path: FilePath) throws {
    try make(path) { (part) throws(Errno) in try FileCopy.copy(source, to: part) }
  }

  private static func make(
    _ path: FilePath, fill: (_ part: FilePath) throws(Errno) -> Void
  ) throws {
    let folder = path.removingLastComponent()
    guard path.lastComponent != nil else {
      throw Failure(.io, "\(path) is not a file name.")
    }
    // A name of its own: the picture's may be as long as names can be.
    let part = folder.appending(".\(RandomName.make(characters: 16)).part")
    do {
      if !folder.isEmpty { try makeFolders(folder) }
      try fill(part)
      guard rename(part.string, path.string) == 0 else { throw Errno(rawValue: errno) }
    } catch let error as Errno {
      unlink(part.string)
      throw Failure(.io, "\(path) cannot be written: \(error).")
    }
  }

  private static func makeFolders(_ folder: FilePath) throws(Errno) {
    if FileStatus(of: folder)?.isFolder ?? false { return }
    let parent = folder.removingLastComponent()
    if !parent.isEmpty { try makeFolders(parent) }
    guard mkdir(folder.string, 0o777) == 0 || errno == EEXIST else {
      throw Errno(rawValue: errno)
    }
  }
}

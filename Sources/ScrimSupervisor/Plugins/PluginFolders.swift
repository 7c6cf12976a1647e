import Glibc

/// The libraries in folders of plugins, told apart without opening them: by file, size and time.
public struct PluginFolders: Hashable, Sendable {
  private struct Library: Hashable, Sendable {
    let device: UInt
    let inode: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int
  }

  private var libraries: [String: Library] = [:]
  /// The plugins, in the order in which they count: folder by folder, by the bytes of their names.
  private(set) var files: [String] = []
  /// When the last of them was written, nanoseconds since 1970.
  private(set) var lastWritten = 0

  /// Looks at folders; one that can't be read has nothing.
  ///
  /// - Parameter paths: Folders, or single libraries.
  public init(_ paths: [String]) {
    for path in paths {
      if path.hasSuffix(".so") {
        note(path)
        files.append(path)
      }
      for name in Self.libraries(in: path) {
        note("\(path)/\(name)")
        // A build folder has them beside the plugins.
        if name != "libScrimKit.so", name != "libScrimJSON.so" { files.append("\(path)/\(name)") }
      }
      let variants = "\(path)/glibc-hwcaps/x86-64-v3"
      for name in Self.libraries(in: variants) { note("\(variants)/\(name)") }
    }
  }

  /// What became of libraries since an earlier look.
  ///
  /// - Parameter old: The earlier look.
  /// - Returns: Each with its path and "added", "replaced" or "removed", by path.
  func changes(since old: PluginFolders) -> [(path: String, what: String)] {
    Set(libraries.keys).union(old.libraries.keys).sorted().compactMap { path in
      switch (old.libraries[path], libraries[path]) {
      case (nil, _): (path, "added")
      case (_, nil): (path, "removed")
      case (let before, let after): before == after ? nil : (path, "replaced")
      }
    }
  }

  private mutating func note(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    libraries[path] = Library(
      device: UInt(status.st_dev), inode: UInt(status.st_ino), size: Int(status.st_size),
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    lastWritten = max(
      lastWritten, status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec)
  }

  private static func libraries(in folder: String) -> [String] {
    names(in: folder).filter { $0.hasSuffix(".so") && !$0.hasPrefix(".") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }
}

import ScrimDocument
import ScrimLinux

/// The libraries in folders of plugins, told apart without opening them: by file, size and time.
package struct PluginFolders: Hashable, Sendable {
  private var libraries: [String: FileVersion] = [:]
  /// The plugins, in the order in which they count: folder by folder, by the bytes of their names.
  package private(set) var files: [String] = []
  /// When the last of them was written, nanoseconds since 1970.
  private(set) var lastWritten = 0

  /// The folder of builds for newer processors, in each folder.
  static let variants = "glibc-hwcaps/x86-64-v3"

  /// Looks at folders; one that can't be read has nothing.
  ///
  /// - Parameter paths: Folders, or single libraries.
  package init(_ paths: [String]) {
    for path in paths {
      if path.hasSuffix(".so") {
        note(path)
        files.append(path)
      }
      for name in Self.libraries(in: path) {
        note("\(path)/\(name)")
        // A build folder has them beside the plugins.
        if !KitLibraries.names.contains(name) { files.append("\(path)/\(name)") }
      }
      let variants = "\(path)/\(Self.variants)"
      for name in Self.libraries(in: variants) { note("\(variants)/\(name)") }
    }
  }

  /// What became of libraries since an earlier look.
  ///
  /// - Parameter old: The earlier look.
  /// - Returns: Each with its path and "added", "replaced" or "removed", by path.
  package func changes(since old: PluginFolders) -> [(path: String, what: String)] {
    Set(libraries.keys).union(old.libraries.keys).sorted().compactMap { path in
      switch (old.libraries[path], libraries[path]) {
      case (nil, _): (path, "added")
      case (_, nil): (path, "removed")
      case (let before, let after): before == after ? nil : (path, "replaced")
      }
    }
  }

  private mutating func note(_ path: String) {
    guard let version = FileVersion(at: path), version.kind == .file else { return }
    libraries[path] = version
    lastWritten = max(lastWritten, version.modified)
  }

  private static func libraries(in folder: String) -> [String] {
    ((try? Folder.names(at: folder)) ?? []).filter { $0.hasSuffix(".so") && !$0.hasPrefix(".") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

import FoundationEssentials
import Glibc
import ScrimCommand
import ScrimDocument
import ScrimLinux

/// A plugin that is to be installed, in memory: what is checked is what is installed, even if its file changes.
struct PluginSource {
  /// Its file name, `lib<Name>.so`.
  let file: String
  let bytes: [UInt8]
  /// Its build for x86-64-v3, if there is one.
  let fast: [UInt8]?

  /// Longest plugin.
  private static let mostBytes = 512 << 20

  /// Reads a plugin, or all in a folder.
  ///
  /// - Parameter path: A file, or a folder, such as a package's `.build/release`.
  /// - Returns: At least one plugin, by file name.
  /// - Throws: A `Failure` if there is none; `SystemError` if one cannot be read.
  static func read(_ path: String) throws -> [PluginSource] {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Failure(.missing, "\(path): no such file or folder.")
    }
    let slash = path.lastIndex(of: "/")
    let folder =
      isFolder ? path : slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let last = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let files = isFolder ? try Folder.open(path: path).names().sorted() : [last]
    // Of a build folder, what plugins link is not a plugin.
    let names = files.filter {
      PluginFolder.isPlugin($0) && !KitLibraries.names.contains($0)
    }
    guard !names.isEmpty else {
      throw Failure(.dataError, "\(path): not a plugin (lib<Name>.so)\(hint(for: path))")
    }
    return try names.map { name in
      let fast = "\(folder)/\(PluginFolder.fast)/\(name)"
      return PluginSource(
        file: name, bytes: try bytes("\(folder)/\(name)"),
        fast: access(fast, F_OK) == 0 ? try bytes(fast) : nil)
    }
  }

  private static func hint(for path: String) -> String {
    guard access("\(path)/Package.swift", F_OK) == 0 else { return " or a folder of plugins." }
    return """
       or a folder of plugins. A package is built first (swift build -c release), then \
      \(path)/.build/release is installed.
      """
  }

  private static func bytes(_ path: String) throws(SystemError) -> [UInt8] {
    try OwnedDescriptor.open(path, O_RDONLY).readAll(limit: mostBytes, of: path)
  }
}

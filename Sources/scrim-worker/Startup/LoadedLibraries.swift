import Glibc
import ScrimLinux

/// Where the libraries lie that this process was started with: the Swift runtime's among them,
/// wherever it is installed. Plugins may need more of the same folders.
enum LoadedLibraries {
  /// The folders, each once.
  static func folders() -> [String] {
    var folders: [String] = []
    for path in mappedFiles() where path.hasSuffix(".so") || path.contains(".so.") {
      guard let slash = path.lastIndex(of: "/") else { continue }
      let folder = String(path[..<slash])
      if !folders.contains(folder) { folders.append(folder) }
    }
    return folders
  }

  private static func mappedFiles() -> [String] {
    guard let maps = try? OwnedDescriptor.open("/proc/self/maps", O_RDONLY),
      let bytes = try? maps.readAll(limit: 1 << 20, of: "memory maps")
    else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }
  }
}

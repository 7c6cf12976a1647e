import Glibc
import SystemPackage

/// Listings of folders.
enum FolderListing {
  /// The names in a folder, in no order; none if it can't be listed.
  static func names(in path: FilePath) -> [String] {
    guard let folder = opendir(path.string) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}

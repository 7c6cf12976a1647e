import Glibc
import ScrimLinux

/// Finds files that control the daemon and that accounts other than root's and its own can modify.
enum WritableByOthers {
  /// Checks files and folders, and the libraries in plugin folders.
  ///
  /// - Parameters:
  ///   - files: The configuration and the programs.
  ///   - pluginFolders: Folders of plugins.
  /// - Returns: The paths, sorted, each with the reason. Missing files are left out.
  static func find(files: [String], pluginFolders: [String]) -> [(path: String, reason: String)] {
    var paths = files
    for folder in pluginFolders {
      for place in [folder, "\(folder)/glibc-hwcaps/x86-64-v3"] {
        paths.append(place)
        let names = try? Folder.open(path: place).names()
        paths += (names ?? []).filter { $0.hasSuffix(".so") }.map { "\(place)/\($0)" }
      }
    }
    return Set(paths).sorted().compactMap { path in reason(path).map { (path, $0) } }
  }

  private static func reason(_ path: String) -> String? {
    var about = stat()
    guard stat(path, &about) == 0 else { return nil }
    let mode = about.st_mode & 0o7777
    if about.st_uid != 0 && about.st_uid != geteuid() { return "belongs to uid \(about.st_uid)" }
    if mode & 0o002 != 0 { return "world-writable (mode \(String(mode, radix: 8)))" }
    if mode & 0o020 != 0 {
      return "writable by group \(about.st_gid) (mode \(String(mode, radix: 8)))"
    }
    return nil
  }
}

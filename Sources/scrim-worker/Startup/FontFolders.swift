import ScrimLinux

/// The font files in folders and below them.
enum FontFolders {
  private static let extensions: Set<Substring> = ["ttf", "otf", "ttc", "otc"]
  private static let maxDepth = 4
  private static let maxFiles = 1000

  /// The files in a stable order, so that the same fonts are chosen each time.
  ///
  /// - Parameter paths: Font files and folders.
  /// - Returns: The paths of the files.
  static func files(in paths: [String]) -> [String] {
    Array(paths.flatMap { files(at: $0, depth: 0) }.prefix(maxFiles))
  }

  private static func files(at path: String, depth: Int) -> [String] {
    if let names = depth < maxDepth ? try? Folder.names(at: path) : nil {
      return names.sorted().filter { !$0.hasPrefix(".") }
        .flatMap { files(at: "\(path)/\($0)", depth: depth + 1) }
    }
    let suffix = path.split(separator: "/").last?.split(separator: ".").last?.lowercased() ?? ""
    return extensions.contains(suffix[...]) ? [path] : []
  }
}

import ScrimLinux

/// A file for the textfile collector of Prometheus' node exporter.
package enum MetricsFile {
  /// Replaces the file, readable for all users.
  ///
  /// - Throws: `SystemError`.
  package static func write(_ text: String, to path: String) throws {
    let cut = path.lastIndex(of: "/")
    let folder = try Folder.open(path: cut.map { String(path[...$0]) } ?? ".")
    let name = cut.map { String(path[path.index(after: $0)...]) } ?? path
    try folder.write(Array(text.utf8), as: name, mode: 0o644, isFlushed: false)
  }
}

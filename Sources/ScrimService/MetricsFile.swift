package import Logging
import ScrimLinux
import Synchronization

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

/// Warns once if metrics cannot be written, and again only for another reason or after they could be: daemons write
/// them every few seconds.
package final class MetricsWarning: Sendable {
  private let last = Mutex<String?>(nil)

  package init() {}

  /// Writes metrics; logs an error.
  package func on(_ logger: Logger, write: () throws -> Void) {
    var reason: String?
    do {
      try write()
    } catch {
      reason = "\(error)"
    }
    let before = last.withLock { last in
      defer { last = reason }
      return last
    }
    guard let reason, reason != before else { return }
    logger.warning("metrics not written", metadata: ["reason": "\(reason)"])
  }
}

package import Logging
import Synchronization

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

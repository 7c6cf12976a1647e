import Logging
import ScrimLinux
import ScrimRecords
import ScrimWorkers

/// Reads the environment and scans third-party plugins in advance, so that no job has to wait for it. Its thread sleeps
/// until plugins have changed, or the environment is wanted. A plugin that hangs while it is loaded blocks nothing
/// else.
struct CatalogLoop: Sendable {
  let parts: DaemonParts

  /// Runs until the daemon stops.
  func run() {
    let (stop, wake) = (parts.stop, parts.wakes.catalog)
    while !stop.isSet {
      if let error = parts.environment.renew(of: parts.current.render.program, stop: stop) {
        // Jobs are rendered all the same, and their reports have no environment.
        parts.log.logger.warning("environment not read", metadata: ["reason": "\(error.message)"])
      }
      do {
        if let found = try parts.pool.catalog.renew(of: parts.current.render.program) {
          parts.log.scanned(found, parts.spool)
        }
        try wake.wait(orFor: stop, timeout: nil)
      } catch {
        // A job that needs such a plugin gets the same error, and reports it.
        parts.log.logger.warning("plugins not scanned", metadata: ["reason": "\(error)"])
        _ = try? wake.wait(orFor: stop, timeout: nil)
      }
    }
  }
}

import Logging
import ScrimLinux
import ScrimWorkers

/// Scans third-party plugins in advance, so that no job has to wait for it, and reads the environment for clients. Its
/// thread sleeps until plugins have changed or a client asks. A plugin that hangs while it is loaded blocks nothing
/// else.
struct CatalogLoop: Sendable {
  let parts: DaemonParts

  /// Runs until the daemon stops.
  func run() {
    let (stop, wake) = (parts.stop, parts.wakes.catalog)
    while !stop.isSet {
      parts.environment.renew(of: parts.current.render.program)
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

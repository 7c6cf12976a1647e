import Logging
import ScrimLinux
import ScrimSpool
import ScrimWorkerClient

/// Finds out what third-party plugins provide, before a job has to wait for it. Its thread sleeps until
/// plugins have changed; one that hangs while it is loaded holds up nothing else.
struct CatalogLoop: Sendable {
  let parts: DaemonParts

  /// Runs until the daemon stops.
  func run() {
    let (stop, wake) = (parts.stop, parts.wakes.catalog)
    while !stop.isSet {
      do {
        if let found = try parts.plugins.catalog.renew(of: parts.current.render.program) {
          parts.log.scanned(found, parts.spool)
        }
        try wake.wait(orFor: stop, timeout: nil)
      } catch {
        // A job that needs such a plugin meets the same, and reports it.
        parts.log.logger.warning("plugins not scanned", metadata: ["reason": "\(error)"])
        _ = try? wake.wait(orFor: stop, timeout: nil)
      }
    }
  }
}

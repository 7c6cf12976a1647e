import Logging
import ScrimLinux
import ScrimSpool
import ScrimSupervisor

/// Finds out what third-party plugins provide, before a job has to wait for it. Its thread sleeps until
/// plugins have changed; one that hangs while it is loaded holds up nothing else.
struct CatalogLoop: Sendable {
  let spool: Spool
  let current: CurrentConfiguration
  let catalog: PluginCatalog
  let log: JobLog
  let stop: ShutdownEvent
  /// Rung when plugins have changed.
  let wake: WakeEvent

  /// Runs until it is told to stop.
  func run() {
    while !stop.isSet {
      do {
        if let found = try catalog.renew(of: current.render.program) {
          log.scanned(found, spool)
        }
        try wake.wait(orFor: stop, timeout: nil)
      } catch {
        // A job that needs such a plugin meets the same, and reports it.
        log.logger.warning("plugins not scanned", metadata: ["reason": "\(error)"])
        _ = try? wake.wait(orFor: stop, timeout: nil)
      }
    }
  }
}

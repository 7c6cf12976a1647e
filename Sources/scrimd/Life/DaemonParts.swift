import ScrimLinux
import ScrimSpool
import ScrimWorkerClient

/// What the daemon's loops share.
struct DaemonParts: Sendable {
  /// The plugins: which there are, what they provide, which crashed.
  struct Plugins: Sendable {
    let health = PluginHealth()
    let watch: PluginWatch
    let catalog: PluginCatalog
  }

  /// What ends the sleep of each loop.
  struct Wakes: Sendable {
    /// Of the intake, when a slot has nothing to do.
    let intake: WakeEvent
    /// Of the intake, when the configuration is to be read again.
    let reload: WakeEvent
    /// When plugins have changed.
    let catalog: WakeEvent
    /// When there may be a job.
    let slots: [WakeEvent]

    /// - Throws: `SystemError`.
    init(slots count: Int) throws(SystemError) {
      intake = try WakeEvent()
      reload = try WakeEvent()
      catalog = try WakeEvent()
      var slots: [WakeEvent] = []
      for _ in 0..<count { slots.append(try WakeEvent()) }
      self.slots = slots
    }

    func wakeSlots() {
      for slot in slots { slot.signal() }
    }
  }

  let spool: Spool
  let current: CurrentConfiguration
  let log: JobLog
  let plugins: Plugins
  let systemErrors = SystemErrorCounts()
  let stop: ShutdownEvent
  let wakes: Wakes
}

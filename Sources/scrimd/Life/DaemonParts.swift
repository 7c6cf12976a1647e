import ScrimLinux
import ScrimSpool
import ScrimWorkerClient

/// State that the daemon's loops share.
struct DaemonParts: Sendable {
  /// The plugins: installed files, provided effects, crashes.
  struct Plugins: Sendable {
    let health = PluginHealth()
    let watch: PluginWatch
    let catalog: PluginCatalog
  }

  /// The events that wake the loops.
  struct Wakes: Sendable {
    /// Wakes the intake when a slot is idle.
    let intake: WakeEvent
    /// Wakes the intake to reload the configuration.
    let reload: WakeEvent
    /// Signalled when plugins have changed.
    let catalog: WakeEvent
    let retention: RetentionWake
    /// Signalled when there may be a job.
    let slots: [WakeEvent]

    /// - Throws: `SystemError`.
    init(slots count: Int) throws(SystemError) {
      intake = try WakeEvent()
      reload = try WakeEvent()
      catalog = try WakeEvent()
      retention = try RetentionWake()
      var slots: [WakeEvent] = []
      for _ in 0..<count { slots.append(try WakeEvent()) }
      self.slots = slots
    }

    func wakeSlots() {
      for slot in slots { slot.signal() }
    }
  }

  let spool: Spool
  /// The spool's path when it was opened.
  let path: String
  let program = InstalledProgram()
  let current: CurrentConfiguration
  let log: JobLog
  let plugins: Plugins
  let systemErrors = SystemErrorCounts()
  let running = RunningJobs()
  let environment: DaemonEnvironment
  let stop: ShutdownEvent
  let wakes: Wakes
}

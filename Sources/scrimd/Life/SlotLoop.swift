import ScrimLinux
import ScrimSpool
import ScrimSupervisor

/// One worker's slot, on a thread of its own.
struct SlotLoop: Sendable {
  let number: Int
  let spool: Spool
  let current: CurrentConfiguration
  let health: PluginHealth
  let plugins: PluginWatch
  let log: JobLog
  let catalog: PluginCatalog
  let systemErrors: SystemErrorCounts
  let deliveries: DeliveryThread
  let stop: ShutdownEvent
  let wake: WakeEvent
  let intakeWake: WakeEvent

  /// Runs until it is told to stop.
  func run() {
    let slot = Slot(
      spool, { current.render }, health: health, plugins: plugins, catalog: catalog,
      systemErrors: systemErrors, deliveries: deliveries
    ) { event in
      log.note(event, slot: number)
      if case .idle = event { intakeWake.signal() }
    }
    slot.run(until: stop, on: wake)
  }
}

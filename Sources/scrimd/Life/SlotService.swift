import ScrimLinux
import ScrimSpool
import ScrimSupervisor
import ServiceLifecycle

/// One worker's slot, on a thread of its own.
struct SlotService: Service {
  let number: Int
  let spool: Spool
  let settings: RenderSettings
  let health: EffectHealth
  let log: JobLog
  let stop: StopSignal
  let bell: Doorbell
  let intakeBell: Doorbell

  func run() async throws {
    try await withGracefulShutdownHandler {
      try await Thread.run { work() }
    } onGracefulShutdown: {
      stop.give()
    }
  }

  private func work() {
    let slot = Slot(spool, settings, health: health) { event in
      log.note(event, slot: number)
      if case .idle = event { intakeBell.ring() }
    }
    slot.run(until: stop, wakenBy: bell)
  }
}

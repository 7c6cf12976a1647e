import Glibc
import Logging
import ScrimLinux
import ScrimSpool
import ScrimSupervisor
import ServiceLifecycle
import UnixSignals

/// The daemon's parts, put together.
struct Daemon {
  private let settings: Configuration
  private let drains: Bool
  private let prints: Bool

  init(_ settings: Configuration, drains: Bool, prints: Bool) {
    self.settings = settings
    self.drains = drains
    self.prints = prints
  }

  /// Runs until it is told to stop or, draining, until nothing is left to do.
  ///
  /// - Returns: How many jobs did not come out.
  func run() async throws -> Int {
    let spool = try Spool(path: settings.spool, limits: settings.spoolLimits)
    let render = try settings.renderSettings()
    let logger = Logger(label: "scrimd")
    let board = StatusBoard()
    let log = JobLog(logger: logger, prints: prints, spool: spool, board: board)
    let stop = try StopSignal()
    let health = EffectHealth()
    let intakeBell = try Doorbell()
    let bells = try (0..<slots).map { _ in try Doorbell() }
    let manager = ServiceManager()
    let intake = IntakeLoop(
      spool: spool, retention: settings.retention, watches: settings.watch, drains: drains,
      pause: render.pause,
      metrics: settings.metricsFile.isEmpty ? nil : settings.metricsFile, health: health, log: log,
      stop: stop, bell: intakeBell, slotBells: bells,
      manager: manager)
    let slots = bells.enumerated().map { number, bell in
      SlotLoop(
        number: number, spool: spool, settings: render, health: health, log: log, stop: stop,
        bell: bell, intakeBell: intakeBell)
    }
    logger.info("started", metadata: ["spool": "\(settings.spool)", "workers": "\(bells.count)"])
    // Whatever was wrong with their effects, this daemon knows of no crash yet.
    let released = try spool.releaseHeld()
    if released > 0 { logger.notice("held jobs are tried anew", metadata: ["jobs": "\(released)"]) }
    let loops: [@Sendable () -> Void] =
      [{ intake.run() }] + slots.map { slot in { @Sendable in slot.run() } }
    let threads = ThreadsService(loops: loops, stop: stop, manager: manager)
    let group = ServiceGroup(
      configuration: .init(
        services: [.init(service: threads, successTerminationBehavior: .gracefullyShutdownGroup)],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "lifecycle")))
    try await group.run()
    logger.info("stopped")
    return board.failures
  }

  private var slots: Int {
    settings.workers > 0 ? settings.workers : max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}

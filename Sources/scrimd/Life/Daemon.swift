import Glibc
import Logging
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimService
import ScrimSpool
import ScrimWorkerClient
import ScrimWorkers
import SystemPackage

/// Creates the daemon's parts and runs them.
struct Daemon {
  private let current: CurrentConfiguration
  private let logLevel: LogLevel
  /// Whether SIGHUP reloads the configuration: true if it was read from a file.
  private let reloads: Bool
  private let drains: Bool
  private let prints: Bool
  /// The file that the configuration was read from, if any.
  private let file: String?

  init(
    _ current: CurrentConfiguration, logLevel: LogLevel, file: String?, drains: Bool, prints: Bool
  ) {
    self.current = current
    self.logLevel = logLevel
    self.file = file
    reloads = file != nil
    self.drains = drains
    self.prints = prints
  }

  /// Runs until shutdown or, when draining, until no work is left.
  ///
  /// - Returns: The number of failed jobs.
  func run() throws -> Int {
    let settings = current.now
    DescriptorLimit.raise(to: 8192)
    let spool = try open(settings)
    spool.eventLog.maxBytes = settings.historyBytes
    let logger = Logger(label: "scrimd")
    let board = StatusBoard()
    let log = JobLog(logger: logger, prints: prints, spool: spool, board: board)
    let stop = try ShutdownEvent()
    let wakes = try DaemonParts.Wakes(slots: slots(of: settings))
    let pool = WorkerPool(of: current.render.program) { log.note($0) }
    let parts = DaemonParts(
      spool: spool, path: settings.spool, current: current, log: log,
      pool: pool, environment: DaemonEnvironment(pool.environment, wake: wakes.catalog),
      stop: stop, wakes: wakes)
    let manager = ServiceManager()
    let intake = IntakeLoop(parts: parts, drains: drains, logLevel: logLevel, manager: manager)
    let catalog = CatalogLoop(parts: parts)
    try warn(of: spool, logger)
    // If the configuration requires the full sandbox, check it before anything starts; otherwise check it
    // concurrently.
    let isRequired = current.render.workers.requiresSandbox
    if isRequired { try insistOnSandbox() }
    let signals = try SignalFD([SIGTERM, SIGINT] + (reloads ? [SIGHUP] : []))
    let slots = try parts.wakes.slots.indices.map { try slot($0, of: parts) }
    // A new daemon has no record of crashes, so held jobs are released. If another daemon runs, its held jobs stay.
    let daemonLock = try DaemonLock(in: spool) { log.released(try spool.releaseHeld(log.note)) }
    defer { withExtendedLifetime(daemonLock) {} }
    logger.info(
      "started",
      metadata: [
        "spool": "\(settings.spool)", "workers": "\(slots.count)", "version": "\(Scrimd.release)",
      ])
    let loops: [@Sendable () -> Void] =
      [{ intake.run() }, { catalog.run() }, { RetentionLoop(parts: parts).run() }]
      + (isRequired ? [] : [{ checkSandbox(log) }]) + slots
    try run(loops, until: stop, attending: signals) { number in
      if number == SIGHUP {
        parts.wakes.reload.signal()
      } else {
        manager.stopping()
        stop.set()
      }
    }
    log.tellSuppressed(all: true)
    spool.eventLog.write()
    logger.info("stopped")
    if let folder = board.replacedFolder { throw SpoolReplaced(folder: folder) }
    return board.failures
  }

  private func open(_ settings: Configuration) throws -> Spool {
    do {
      return try Spool(
        path: settings.spool, limits: settings.spoolLimits,
        layout: OutLayout(rawValue: settings.outLayout) ?? .flat, rules: settings.spoolRules())
    } catch let error as SystemError where error.code == .readOnlyFileSystem {
      throw SpoolError(
        .unsuitable,
        "\(error). spool.path is \(settings.spool); a service may write only where its unit allows it: "
          + "add ReadWritePaths=\(settings.spool) (systemctl edit scrimd).")
    }
  }

  /// Jobs of a slot that are delivered at the same time: a worker is faster than a disk that flushes.
  private static let deliveriesPerSlot = 4

  /// The loop of one worker's slot.
  ///
  /// - Throws: `SystemError` if a thread cannot be created.
  private func slot(_ number: Int, of parts: DaemonParts) throws -> @Sendable () -> Void {
    let deliveries = try DeliveryThreads(count: Self.deliveriesPerSlot)
    return {
      let slot = Slot(
        parts.spool, { parts.current.render }, pool: parts.pool, slots: parts.wakes.slots.count,
        systemErrors: parts.systemErrors, running: parts.running, deliveries: deliveries,
        onIssue: { parts.wakes.wakeSlots() }
      ) { event in
        parts.log.note(event, slot: number)
        switch event {
        case .idle: parts.wakes.intake.signal()
        case .done: parts.wakes.retention.count()
        case .workers(.environmentUnknown): parts.environment.want()
        default: break
        }
      }
      slot.run(until: parts.stop, on: parts.wakes.slots[number])
    }
  }

  /// Runs each loop on its own thread until all have ended, and handles signals meanwhile.
  ///
  /// Uses threads that block while they wait. libdispatch, the base of Swift's concurrency, would wake once a second
  /// to manage its threads, even when idle.
  private func run(
    _ loops: [@Sendable () -> Void], until stop: ShutdownEvent, attending signals: SignalFD,
    signalled: (Int32) -> Void
  ) throws {
    var threads: [Thread] = []
    defer { for thread in threads { thread.join() } }
    do {
      for loop in loops { threads.append(try Thread(loop)) }
      while !stop.isSet {
        _ = try Readiness.wait(for: [stop.descriptor.raw, signals.descriptor.raw], timeout: nil)
        while let number = signals.next() { signalled(number) }
      }
    } catch {
      // Running loops return their jobs to the queue.
      stop.set()
      throw error
    }
  }

  /// Warns of configurations that reduce the daemon's security.
  private func warn(of spool: Spool, _ logger: Logger) throws {
    for warning in current.now.warnings { logger.warning("\(printable(warning))") }
    let program = current.render.program
    let found = WritableByOthers.find(
      files: (file == nil ? [] : current.now.files) + [program.path],
      pluginFolders: program.options.plugins)
    for (path, reason) in found {
      logger.warning(
        "files that scrimd runs are writable by other users",
        metadata: ["path": "\(printable(path))", "reason": "\(reason)"])
    }
    for (path, mode, least) in try spool.foldersClosedToSubmitters() {
      logger.warning(
        "submitters cannot use a folder of the spool: change its mode (chmod)",
        metadata: [
          "path": "\(printable(path))", "mode": "\(String(mode, radix: 8))",
          "needed": "\(String(least, radix: 8))",
        ])
    }
    let foreign = try spool.foreignJobs()
    if let first = foreign.first {
      logger.warning(
        "jobs owned by another account are skipped: change their owner to the daemon's account (chown -R)",
        metadata: ["jobs": "\(foreign.count)", "first": "\(printable(first))"])
    }
    if !spool.supportsAccessLists {
      logger.warning(
        "the spool's file system does not support ACLs: only root can read reports of failed jobs"
      )
    }
  }

  /// Reports the sandbox features that the kernel lacks, independent of any job.
  private func checkSandbox(_ log: JobLog) {
    do {
      log.lacks(try current.render.program.lacking())
    } catch {
      // May be a transient system error.
      log.systemError(error.message)
    }
  }

  /// - Throws: ``WorkerError`` if the kernel lacks a sandbox feature, or the check fails.
  private func insistOnSandbox() throws(WorkerError) {
    let program = current.render.program
    try program.insist(on: try program.lacking())
  }

  private func slots(of settings: Configuration) -> Int {
    settings.workers > 0 ? settings.workers : max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}

/// The daemon stopped because a folder of its spool was replaced. A restart opens the new folders.
struct SpoolReplaced: Error, CustomStringConvertible {
  let folder: String

  var description: String {
    "\(folder) was moved, deleted or replaced while the daemon ran; running jobs have been finished or requeued in "
      + "the old folder."
  }
}

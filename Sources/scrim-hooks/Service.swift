import Glibc
import Logging
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimService

/// Runs intake, senders, metrics and retention until SIGTERM.
struct Service {
  private let logger = Logger(label: "scrim-hooks")
  private let metricsWarning = MetricsWarning()
  private let level: LogLevel
  private let read: () throws -> HooksConfiguration

  /// How often the spool is scanned without being woken by inotify, and metrics are written.
  private static let interval = Duration.seconds(5)

  init(level: LogLevel, read: @escaping () throws -> HooksConfiguration) {
    self.level = level
    self.read = read
  }

  /// - Throws: `SystemError`; ``AlreadyRunning``; ``SecretFile/Unusable``; ``SpoolReplaced``.
  func run(_ first: HooksConfiguration) throws {
    let signals = try SignalFD([SIGTERM, SIGINT, SIGHUP])
    let manager = ServiceManager()
    var configuration = first
    let store = try DeliveryStore(path: configuration.state)
    guard try store.lock() else { throw AlreadyRunning(state: configuration.state) }
    logger.info(
      "started",
      metadata: [
        "spool": "\(configuration.spool)", "hooks": "\(configuration.hooks.count)",
        "version": "\(ScrimHooks.release)",
      ])
    while true {
      let next = try run(configuration, store, signals, manager)
      guard let next else { break }
      if next.state != configuration.state {
        logger.warning("changing a key requires a restart", metadata: ["key": "state.path"])
      }
      configuration = next
      level.now = configuration.level
      logger.notice("configuration reloaded", metadata: ["hooks": "\(configuration.hooks.count)"])
    }
    logger.info("stopped")
  }

  /// Runs with one configuration.
  ///
  /// - Returns: The next one after SIGHUP; `nil` after SIGTERM.
  private func run(
    _ configuration: HooksConfiguration, _ store: DeliveryStore, _ signals: SignalFD,
    _ manager: ServiceManager
  ) throws -> HooksConfiguration? {
    let stop = try ShutdownEvent()
    let senders = try configuration.hooks.map { hook in
      try HookSender(hook, store: store, configuration: configuration, logger: logger)
    }
    warn(of: store, configuration)
    var threads: [Thread] = []
    defer {
      stop.set()
      for thread in threads { thread.join() }
    }
    for sender in senders {
      for _ in 0..<sender.hook.parallel {
        threads.append(try Thread { sender.run(until: stop) })
      }
    }
    let watch = try Inotify()
    let intake = EventIntake(path: "\(configuration.spool)/events", store: store, senders: senders)
    var folders = EventFolders(spool: configuration.spool)
    manager.ready()
    var complaint: String?
    var nextPurge = ContinuousClock.now
    var nextRound = ContinuousClock.now
    while true {
      manager.alive()
      do {
        try folders.check()
      } catch {
        logger.error(
          "a folder of the spool was replaced", metadata: ["path": "\(printable(error.folder))"])
        manager.stopping()
        throw error
      }
      do {
        // Added again each time: the folder may be another one.
        try watch.add(intake.path, IN_MOVED_TO)
        _ = try intake.take()
        complaint = nil
      } catch {
        // Once, not every five seconds.
        if complaint != "\(error)" {
          logger.error(
            "events cannot be taken: scrimd must run on this spool, with this account as [hooks] account",
            metadata: ["reason": "\(error)"])
        }
        complaint = "\(error)"
      }
      if ContinuousClock.now >= nextRound {
        nextRound = .now + Self.interval
        round(configuration, store, senders)
      }
      if ContinuousClock.now >= nextPurge {
        nextPurge = .now + .seconds(600)
        purge(store, configuration)
      }
      _ = try Readiness.wait(
        for: [signals.descriptor.raw, watch.descriptor.raw],
        timeout: max(.zero, nextRound - .now))
      _ = watch.events()
      while let number = signals.next() {
        guard number == SIGHUP else {
          manager.stopping()
          return nil
        }
        manager.reloading()
        do {
          return try read()
        } catch {
          logger.error("configuration not reloaded", metadata: ["reason": "\(error)"])
          manager.ready()
        }
      }
    }
  }

  /// Takes in revived dead letters, and writes the metrics.
  private func round(
    _ configuration: HooksConfiguration, _ store: DeliveryStore, _ senders: [HookSender]
  ) {
    do {
      for sender in senders { try sender.scan() }
    } catch {
      logger.warning("deliveries not read", metadata: ["reason": "\(error)"])
    }
    metricsWarning.on(logger) {
      guard !configuration.metricsFile.isEmpty else { return }
      let letters = Dictionary(grouping: try store.deadLetters(), by: \.hook)
      let now = WallClock.milliseconds
      let figures = senders.map { sender in
        let (counters, waiting, oldest) = sender.snapshot
        return HookMetrics.Figures(
          hook: sender.hook.name, counters: counters, waiting: waiting,
          oldest: oldest.map { Double(max(0, now - $0.time)) / 1000 } ?? 0,
          deadLetters: letters[sender.hook.name]?.count ?? 0)
      }
      try MetricsFile.write(HookMetrics(hooks: figures).prometheus, to: configuration.metricsFile)
    }
  }

  private func purge(_ store: DeliveryStore, _ configuration: HooksConfiguration) {
    do {
      let limit = WallClock.milliseconds - Int(configuration.deadKept / .milliseconds(1))
      for letter in try store.deadLetters() where letter.time < limit { try store.remove(letter) }
    } catch {
      logger.warning("dead letters not deleted", metadata: ["reason": "\(error)"])
    }
  }

  /// Warns of deliveries whose hook is not configured: they wait for it.
  private func warn(of store: DeliveryStore, _ configuration: HooksConfiguration) {
    let known = Set(configuration.hooks.map(\.name))
    for hook in (try? store.hooks()) ?? [] where !known.contains(hook) {
      guard let count = try? store.waiting(of: hook).count, count > 0 else { continue }
      logger.warning(
        "deliveries wait for a hook that is not configured",
        metadata: ["hook": "\(hook)", "waiting": "\(count)"])
    }
  }
}

/// Another process delivers from the same folder.
struct AlreadyRunning: Error, CustomStringConvertible {
  let state: String

  var description: String { "\(state): another scrim-hooks uses this folder." }
}

import Glibc
import Logging
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimService
import ScrimSpool
import ScrimWorkerClient
import ScrimWorkers

/// Runs intake and recovery; sends systemd the watchdog heartbeat. Its thread sleeps while there is nothing to do.
/// Clients of the sockets that it opens are served by other threads.
struct IntakeLoop: Sendable {
  let parts: DaemonParts
  /// Whether to stop once no work is left.
  let drains: Bool
  let logLevel: LogLevel
  let manager: ServiceManager

  private var spool: Spool { parts.spool }
  private var current: CurrentConfiguration { parts.current }
  private var log: JobLog { parts.log }
  private var stop: ShutdownEvent { parts.stop }

  private static let scan = Duration.seconds(5)

  /// Runs until shutdown or, when draining, until no work is left, and then stops the other loops.
  func run() {
    let watches = current.now.watch
    let intake = Intake(spool, watching: watches)
    if watches && intake.descriptor == nil {
      log.logger.warning("inotify is not available; drop/ is polled every 5 s")
    }
    var sockets = Sockets()
    open(&sockets)
    defer {
      sockets.status.map { removeMetrics(ofDaemon: $0.number) }
      // Before the lock of the status socket, with which another daemon would open it.
      sockets.control = nil
    }
    var nextScan = ContinuousClock.now
    var isReady = false
    while !stop.isSet {
      var isWell = true
      if ContinuousClock.now >= nextScan {
        isWell = scan(daemon: sockets.status?.number ?? 1)
        // The daemon that had them may have ended.
        open(&sockets)
        nextScan = .now + (isWell ? Self.scan : current.render.pause)
      }
      var settling: Duration?
      var isIdle = false
      // An error of the scan does not stop the intake.
      isWell =
        carriesOut {
          settling = try intake.poll { event in
            log.note(event)
            if case .accepted = event { parts.wakes.wakeSlots() }
          }
          log.board.overQuota(intake.overQuota)
          if drains && settling == nil { isIdle = try spool.counts().isIdle(exceptDrop: true) }
        } && isWell
      if !isReady {
        isReady = true
        manager.ready()
      }
      if isIdle && isWell {
        // Entries left in drop/ count as failed.
        if intake.pressure != nil { log.board.count(.failed) }
        stop.set()
        return
      }
      spool.eventLog.write()
      manager.alive()
      let rest = min(settling ?? Self.scan, max(nextScan - .now, .zero))
      sleep(isWell ? rest : current.render.pause, intake)
    }
  }

  /// - Returns: False after a system error, which is reported.
  private func carriesOut(_ act: () throws -> Void) -> Bool {
    do {
      try act()
      return true
    } catch {
      log.board.systemError("\(error)")
      log.logger.error("paused after a system error", metadata: ["reason": "\(error)"])
      return false
    }
  }

  /// Runs every 5 s, independent of inotify. `number` is this daemon's among those of the spool. An error of one part
  /// does not keep the others from their turn: the status shows what a system error leaves of the service.
  ///
  /// - Returns: False after a system error, which is reported.
  private func scan(daemon number: Int) -> Bool {
    log.tellSuppressed()
    noticeReplacements()
    var found = false
    var isWell = carriesOut {
      try spool.recover { event in
        if case .requeued = event { found = true }
        if case .accepted = event { found = true }
        log.note(event)
      }
    }
    isWell = carriesOut { found = try releaseHeld() || found } && isWell
    if found { parts.wakes.wakeSlots() }
    return carriesOut { try publish(daemon: number) } && isWell
  }

  private func publish(daemon number: Int) throws {
    let now = try snapshot()
    manager.status(now.line)
    // A full disk must not stop the recovery of jobs.
    do {
      try spool.publish(status: now.lasting.json)
    } catch {
      log.logger.debug("status.json not written", metadata: ["reason": "\(error)"])
    }
    log.metricsWarning.on(log.logger) {
      let metrics = current.now.metricsFile
      guard !metrics.isEmpty else { return }
      try MetricsFile.write(
        now.prometheus(ofDaemon: number), to: Snapshot.metricsPath(metrics, ofDaemon: number))
    }
  }

  /// Stops the daemon if a folder of the spool was replaced under it: jobs would be dropped where it does not look.
  /// Warns if another release was installed over the running one.
  private func noticeReplacements() {
    if let folder = spool.replacedFolders(path: parts.path).first {
      log.board.replaced(folder: folder)
      log.logger.error(
        "a folder of the spool was replaced", metadata: ["path": "\(printable(folder))"])
      manager.stopping()
      stop.set()
    }
    if parts.program.isReplaced, log.board.isOutdated() {
      log.logger.warning(
        "another release of scrimd is installed",
        metadata: ["running": "\(Scrimd.release)", "hint": "systemctl restart scrimd"])
    }
  }

  /// Retries held jobs if the plugins that they wait for may have changed.
  ///
  /// - Returns: Whether there were any.
  private func releaseHeld() throws -> Bool {
    let (pool, health) = (parts.pool, parts.pool.health)
    let changes = pool.watch.renew(health, at: current.render.program).changes
    if !changes.isEmpty { log.changed(plugins: changes) }
    if pool.catalog.isStale(for: current.render.program) { parts.wakes.catalog.signal() }
    guard health.takeRelease() else { return false }
    do {
      let count = try spool.releaseHeld(log.note)
      log.released(count)
      return count > 0
    } catch {
      health.deferRelease()
      throw error
    }
  }

  private func snapshot() throws -> Snapshot {
    Snapshot(
      state: log.board.now, started: log.board.started, counts: try spool.counts(),
      space: try spool.space(), batches: try spool.batchProgress(most: Snapshot.maxBatches),
      disabledPlugins: parts.pool.health.disabled(),
      retention: current.now.retention, now: spool.now)
  }

  private func sleep(_ time: Duration, _ intake: Intake) {
    let (wake, reload) = (parts.wakes.intake, parts.wakes.reload)
    let watched =
      [stop.descriptor.raw, wake.descriptor.raw, reload.descriptor.raw]
      + (intake.descriptor.map { [$0.raw] } ?? [])
    do {
      let ready = try Readiness.wait(
        for: watched, timeout: manager.heartbeat.map { min($0, time) } ?? time)
      if ready.contains(reload.descriptor.raw) {
        reload.reset()
        reloadConfiguration()
      }
    } catch {
      log.logger.error("paused after a system error", metadata: ["reason": "\(error)"])
    }
    wake.reset()
  }

  /// Reloads the configuration; after an error the old one stays in effect.
  private func reloadConfiguration() {
    manager.reloading()
    do {
      let unchanged = try current.reload(lacking: log.board.now.lacking) { fresh in
        try spool.replace(rules: fresh.spoolRules())
      }
      let now = current.now
      spool.limits = now.spoolLimits
      spool.eventLog.maxBytes = now.historyBytes
      parts.pool.health.forget()
      logLevel.now = now.level
      for key in unchanged {
        log.logger.warning("change requires a restart", metadata: ["key": "\(key)"])
      }
      for warning in now.warnings { log.logger.warning("\(printable(warning))") }
      log.logger.notice("configuration reloaded")
    } catch {
      log.logger.error(
        "configuration not reloaded; the previous one remains in effect",
        metadata: ["reason": "\(error)"])
    }
    manager.ready()
    parts.wakes.wakeSlots()
  }

  private struct Sockets {
    var status: StatusSocket?
    /// The first of the spool's daemons has it, and after its end another one.
    var control: ControlSocket?
    /// After an error, which is reported once.
    var isUnavailable = false
  }

  private func open(_ sockets: inout Sockets) {
    let number = sockets.status?.number ?? DaemonStatus.maxDaemons + 1
    guard number > 1, !sockets.isUnavailable else { return }
    do {
      guard let lower = try StatusSocket.lowest(below: number, spool, snapshot: snapshot) else {
        return
      }
      if sockets.status != nil { removeMetrics(ofDaemon: number) }
      sockets.status = lower
    } catch {
      sockets.isUnavailable = true
      log.logger.warning(
        "status socket not available; scrim status shows job counts only",
        metadata: ["reason": "\(error)"])
    }
    if sockets.status?.number == 1 { sockets.control = openControlSocket() }
  }

  /// Removes the file of a daemon that is not the first: its figures would stay as they were last.
  private func removeMetrics(ofDaemon number: Int) {
    let path = current.now.metricsFile
    guard number > 1, !path.isEmpty else { return }
    unlink(Snapshot.metricsPath(path, ofDaemon: number))
  }

  private func openControlSocket() -> ControlSocket? {
    let (current, parts, trusted) = (current, parts, TrustedUsers())
    let commands = JobCommands(spool) { user in
      let group = current.now.operators
      return !group.isEmpty && UserGroup.contains(user, group: group)
    } environment: {
      try parts.environment.digest()
    } record: { event in
      parts.log.record(command: event)
    } onChange: { act in
      parts.log.changed(act)
      guard case .changed(let id, let action, _) = act else { return }
      switch action {
      case .cancel: parts.running.cancel(id)
      case .release, .retry, .priority: parts.wakes.wakeSlots()
      case .hold, .purge, .acknowledge: break
      }
    }
    do {
      return try ControlSocket(spool, commands) { user in
        trusted.contains(
          user, operators: current.now.operators, bridges: parts.spool.rules.bridgeUsers)
      }
    } catch {
      log.logger.warning(
        "control socket not available; jobs cannot be listed or changed while scrimd runs",
        metadata: ["reason": "\(error)"])
      return nil
    }
  }
}

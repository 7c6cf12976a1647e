import Glibc
import Logging
import ScrimJSON
import ScrimLinux
import ScrimService
import ScrimSpool
import ScrimWorkerClient

/// Runs intake and recovery; answers `scrim status`; sends systemd the watchdog heartbeat. Its thread
/// sleeps while there is nothing to do.
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
    defer { sockets.status.map { removeMetrics(ofDaemon: $0.number) } }
    var nextScan = ContinuousClock.now
    var isReady = false
    while !stop.isSet {
      var isWell = true
      if ContinuousClock.now >= nextScan {
        isWell = carriesOut { try scan(daemon: sockets.status?.number ?? 1) }
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
      sleep(isWell ? rest : current.render.pause, intake, sockets.status, sockets.control)
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

  /// Runs every 5 s, independent of inotify. `number` is this daemon's among those of the spool.
  private func scan(daemon number: Int) throws {
    log.tellSuppressed()
    noticeReplacements()
    var found = false
    try spool.recover { event in
      if case .requeued = event { found = true }
      if case .accepted = event { found = true }
      log.note(event)
    }
    if try releaseHeld() || found { parts.wakes.wakeSlots() }
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
      if !metrics.isEmpty { try now.write(metrics: metrics, ofDaemon: number) }
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
    let (plugins, health) = (parts.plugins, parts.plugins.health)
    let changes = plugins.watch.renew(health, at: current.render.program).changes
    if !changes.isEmpty { log.changed(plugins: changes) }
    if plugins.catalog.isStale(for: current.render.program) { parts.wakes.catalog.signal() }
    guard health.takeRelease() else { return false }
    do {
      let count = try spool.releaseHeld()
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
      disabledPlugins: parts.plugins.health.disabled(),
      retention: current.now.retention, now: spool.now)
  }

  private func sleep(
    _ time: Duration, _ intake: Intake, _ socket: StatusSocket?, _ control: ControlSocket?
  ) {
    let (wake, reload) = (parts.wakes.intake, parts.wakes.reload)
    let watched =
      [stop.descriptor.raw, wake.descriptor.raw, reload.descriptor.raw]
      + (intake.descriptor.map { [$0.raw] } ?? []) + (socket.map { [$0.descriptor.raw] } ?? [])
      + (control?.descriptors ?? [])
    let timeout = [manager.heartbeat, control?.timeout].compactMap(\.self).reduce(time, min)
    do {
      let ready = try Readiness.wait(for: watched, timeout: timeout)
      if let socket, ready.contains(socket.descriptor.raw) { socket.answer() }
      control?.serve(ready)
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
      let unchanged = try current.reload(lacking: log.board.now.lacking)
      let now = current.now
      spool.limits = now.spoolLimits
      spool.eventLog.maxBytes = now.historyBytes
      spool.rules = try now.spoolRules()
      try spool.shareEvents()
      parts.plugins.health.forget()
      logLevel.now = now.level
      for key in unchanged {
        log.logger.warning("change requires a restart", metadata: ["key": "\(key)"])
      }
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
    let (current, parts) = (current, parts)
    let commands = JobCommands(spool) { user in
      let group = current.now.operators
      return !group.isEmpty && UserGroup.contains(user, group: group)
    } environment: {
      try parts.environment.digest()
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
      return try ControlSocket(spool, commands)
    } catch {
      log.logger.warning(
        "control socket not available; jobs cannot be listed or changed while scrimd runs",
        metadata: ["reason": "\(error)"])
      return nil
    }
  }
}

import Glibc
import Logging
import ScrimLinux
import ScrimQueue
import ScrimRecords
import ScrimService
import SystemPackage

/// One thread that leases jobs, renews the leases and sees how the spool is getting on; copiers do the rest.
final class Node {
  private let settings: NodeConfiguration
  private let logger = Logger(label: "scrim-node")
  private let metricsWarning = MetricsWarning()
  private let spool: LocalSpool
  private let copies: CopyQueue
  private let store: BlobStore
  private var held: [Int: HeldJob] = [:]
  private var queue: QueueLink
  private var counters = NodeCounters()
  /// Local jobs of leases that were lost, until they are deleted.
  private var abandoned: [(key: String, tenant: String)] = []
  /// Keys of leases that were lost here, but that the server may have for this node until another takes them.
  private var lost: Set<String> = []
  private var nextLook = ContinuousClock.now
  private var lastStaging = ContinuousClock.now

  /// How often reports are looked for while jobs are rendered. They are looked up by name: other accounts must not list
  /// them.
  private static let reportInterval = Duration.milliseconds(40)
  /// Tasks that failed are tried again after this time.
  private static let retryInterval = Duration.seconds(1)
  /// Of one lease, after which the job is given back.
  private static let mostStagingFailures = 5
  /// How long a node takes no jobs that cannot bring any into its spool.
  private static let unableInterval = Duration.seconds(10)
  /// How long before the lease's end the node gives a job up: longer than a statement takes.
  private static let margin = Duration.seconds(1)

  /// - Throws: `SystemError`, if spool or state folder cannot be used.
  init(_ settings: NodeConfiguration) throws(SystemError) {
    self.settings = settings
    spool = LocalSpool(path: settings.spool)
    copies = try CopyQueue()
    let state = try Folder.open(path: settings.state)
    if try !state.has("blobs") { _ = try state.makeFolder("blobs") }
    // Other accounts may drop, but not list: it cannot be opened for reading.
    guard try Folder.open(path: settings.spool).has("drop") else {
      throw SystemError(.noSuchFileOrDirectory, "find drop in the spool \(settings.spool)")
    }
    store = try BlobStore(path: "\(settings.state)/blobs", limit: settings.storeMegabytes << 20)
    queue = QueueLink(settings, wake: copies.wake)
  }

  /// Runs until SIGTERM.
  ///
  /// - Throws: `SystemError`; `QueueError` if the first connection shows a wrong configuration.
  func run() throws {
    let signals = try SignalFD([SIGTERM, SIGINT])
    let manager = ServiceManager()
    let threads = try (0..<settings.copiers).map { _ in
      let (settings, copies, store) = (settings, copies, store)
      return try Thread { Copier(settings, copies, store).run() }
    }
    defer {
      copies.close(copiers: threads.count)
      for thread in threads { thread.join() }
    }
    try connect(isFirst: true)
    logger.info(
      "started",
      metadata: [
        "node": "\(settings.name)", "spool": "\(settings.spool)", "version": "\(ScrimNode.release)",
      ])
    manager.ready()
    while signals.next() == nil {
      manager.alive()
      try round()
      var descriptors = [signals.descriptor.raw, copies.wake.descriptor.raw]
      if let socket = queue.leases?.connection.socket { descriptors.append(socket) }
      _ = try Readiness.wait(for: descriptors, timeout: nextRound())
      copies.wake.reset()
    }
    manager.stopping()
    stop()
    logger.info("stopped")
  }

  /// All that is due.
  private func round() throws {
    take(copies.results())
    lookForReports()
    expire()
    queue.runDueTasks()
    if queue.leases == nil {
      try connect(isFirst: false)
    } else if .now >= queue.pausedUntil {
      do {
        try queue.hear()
        try renew()
        try claim()
        try queue.maintain(logger)
      } catch let error as QueueError {
        handle(error)
      }
    }
    sweep()
    forget()
    writeMetrics()
  }

  private func nextRound() -> Duration {
    var due = queue.nextDue(hasRoom: held.count < settings.jobs) - .now
    if queue.leases == nil {
      // While the queue is away leases run out.
      let deadlines = held.values.filter { $0.phase != .returning }.map(\.deadline)
      if let first = deadlines.min() { due = min(due, first - .now) }
    }
    if !abandoned.isEmpty { due = min(due, QueueLink.forgetInterval) }
    if held.values.contains(where: { $0.phase == .rendering }) {
      due = min(due, nextLook - .now)
    }
    return max(.zero, due)
  }

  // MARK: The queue

  private func connect(isFirst: Bool) throws {
    do {
      guard let leased = try queue.connect(isFirst: isFirst) else { return }
      let resumed = leased.filter { !lost.contains(HeldJob.key(of: $0)) }
      logger.info("connected to the queue", metadata: ["resumed": "\(resumed.count)"])
      adopt(resumed, since: queue.renewed)
      // Their local jobs are being deleted: under a new token they are new jobs.
      try queue.leases?.release(
        leased.filter { lost.contains(HeldJob.key(of: $0)) }.map { ($0.id, $0.token) })
      lost = []
    } catch {
      if isFirst, error.kind == .configuration || error.kind == .schema || error.kind == .denied {
        throw error
      }
      disconnect(error)
    }
  }

  /// An error of a statement: what is wrong with values, or locked, is no matter of the connection.
  private func handle(_ error: QueueError) {
    switch error.kind {
    case .refused, .locked, .conflict:
      logger.warning("a statement failed", metadata: ["reason": "\(error)"])
      queue.pause()
    default: disconnect(error)
    }
  }

  private func disconnect(_ error: QueueError) {
    counters.disconnections += 1
    logger.warning("the queue cannot be reached", metadata: ["reason": "\(error)"])
    queue.disconnect()
  }

  private func claim() throws {
    let room = settings.jobs - held.count
    guard room > 0, queue.mayClaim else { return }
    // Before the claim is sent: the server's lease begins later.
    let before = ContinuousClock.now
    let jobs = try queue.claim(room, logger)
    adopt(jobs, since: before)
    counters.claimed += jobs.count
  }

  private func adopt(_ jobs: [LeasedJob], since start: ContinuousClock.Instant) {
    for job in jobs {
      guard held[job.id]?.job.token != job.token else {
        held[job.id]?.deadline = start + settings.lease - Self.margin
        continue
      }
      if let old = held[job.id] { abandon(old) }
      let task = HeldJob(
        job: job, reportToken: SubmissionToken.make(),
        deadline: start + settings.lease - Self.margin)
      held[job.id] = task
      copies.add(.stage(task))
    }
  }

  private func renew() throws {
    guard queue.mustRenew else { return }
    let before = ContinuousClock.now
    let change = try queue.renew(held.values.map { ($0.job.id, $0.job.token) })
    for (id, job) in held {
      if change.changed.contains(id) {
        held[id]?.deadline = before + settings.lease - Self.margin
      } else if !change.locked.contains(id), job.phase != .returning {
        // Of one that is being returned the copier learns it.
        lose(job)
      }
    }
  }

  /// Gives up jobs whose lease could not be renewed in time. Results that are on their way stay: they count if the
  /// token still holds once the queue answers.
  private func expire() {
    let now = ContinuousClock.now
    for job in held.values where job.phase != .returning && job.deadline < now { lose(job) }
  }

  private func lose(_ job: HeldJob) {
    counters.lost += 1
    logger.warning("lease lost", metadata: ["id": "\(job.job.id)", "tenant": "\(job.job.tenant)"])
    held[job.job.id] = nil
    lost.insert(job.key)
    abandon(job)
  }

  // MARK: The spool

  /// Not in each round: results that are found together share a transaction, and their successors a claim.
  private func lookForReports() {
    guard .now >= nextLook else { return }
    nextLook = .now + Self.reportInterval
    for (id, job) in held where job.phase == .rendering {
      guard let report = spool.report(job.reportToken) else { continue }
      held[id]?.phase = .returning
      copies.add(.returnResult(job, report))
    }
  }

  private func abandon(_ job: HeldJob) { abandoned.append((job.key, job.job.tenant)) }

  /// Cancels and deletes the local jobs of lost leases.
  private func forget() {
    guard !abandoned.isEmpty, queue.isTimeToForget else { return }
    abandoned.removeAll { job in
      do {
        // One that a copier has not dropped yet appears later.
        guard let local = try spool.job(withKey: job.key, tenant: job.tenant) else { return true }
        let state = local.summary.state
        let action: JobAction = JobAction.purge.states.contains(state) ? .purge : .cancel
        try spool.change(local.summary.id.map { [.id($0)] } ?? [], action)
        return action == .purge
      } catch {
        return false
      }
    }
  }

  /// Finds local jobs whose leases are not this node's any more: after a start, and what could not be deleted while
  /// scrimd was away.
  private func sweep() {
    guard queue.isTimeToSweep else { return }
    let keys = Set(held.values.map(\.key) + abandoned.map(\.key))
    do {
      for job in try spool.jobs(
        in: [.queue, .active, .batches, .hold, .ready, .done, .failed])
      {
        guard let id = job.id, let tenant = job.owner.tenant,
          let key = try spool.details(of: .id(id))?.key,
          key.hasPrefix(HeldJob.keyPrefix), !keys.contains(key)
        else { continue }
        abandoned.append((key, tenant))
      }
    } catch {
      logger.debug("the spool's jobs cannot be listed", metadata: ["reason": "\(error)"])
    }
  }

  // MARK: Copiers

  private func take(_ results: [CopyResult]) {
    for result in results {
      switch result {
      case .staged(let job):
        // A lease that was lost meanwhile has left a job in the spool.
        guard let now = held[job.id], now.job.token == job.token else {
          abandoned.append((HeldJob.key(of: job), job.tenant))
          continue
        }
        held[job.id]?.phase = .rendering
        lastStaging = .now
      case .returned(let job, let isDone):
        counters.returned(isDone)
        logger.debug("job returned", metadata: ["id": "\(job.id)", "tenant": "\(job.tenant)"])
        drop(job)
      case .fenced(let job):
        counters.fenced += 1
        logger.warning("lease lost", metadata: ["id": "\(job.id)", "tenant": "\(job.tenant)"])
        drop(job)
      case .attemptFailed(let job, let reason):
        counters.failedAttempts += 1
        logger.warning(
          "attempt failed",
          metadata: ["id": "\(job.id)", "tenant": "\(job.tenant)", "reason": "\(reason)"])
        drop(job)
      case .locked(let task): tryLater(task)
      case .failed(let task, let reason):
        tryAgain(task, reason)
      }
    }
  }

  private func drop(_ job: LeasedJob) {
    if held[job.id]?.job.token == job.token { held[job.id] = nil }
    if job.isPart { queue.claimSoon() }
  }

  private func tryAgain(_ task: CopyTask, _ reason: String) {
    let job = task.job
    guard let now = held[job.id], now.job.token == job.token else { return }
    logger.warning("copying failed", metadata: ["id": "\(job.id)", "reason": "\(reason)"])
    // A result is kept as long as the token may hold: the queue may have been away.
    let isLate = now.deadline + settings.lease * 10 < .now
    guard !isLate else { return lose(now) }
    if case .stage = task {
      held[job.id]?.stagingFailures += 1
      held[job.id]?.firstFailure = now.firstFailure ?? .now
      if now.stagingFailures + 1 >= Self.mostStagingFailures {
        return releaseUnstaged(now, reason, since: now.firstFailure ?? .now)
      }
    }
    queue.later(Self.retryInterval) { [copies] in copies.add(task) }
  }

  /// Gives a job back that could not be brought into the spool. If others were meanwhile, it is the job: an attempt. If
  /// none was, it is this machine, which takes no jobs for a while.
  private func releaseUnstaged(
    _ job: HeldJob, _ reason: String, since start: ContinuousClock.Instant
  ) {
    let (id, token) = (job.job.id, job.job.token)
    held[id] = nil
    do {
      if lastStaging > start {
        let failure = "it could not be brought into the spool: \(reason)"
        _ = try queue.leases?.fail(id: id, token: token, reason: failure)
        counters.failedAttempts += 1
      } else {
        try queue.leases?.release([(id, token)])
        queue.claimLater(Self.unableInterval)
      }
    } catch {
      handle(error)
    }
  }

  /// Asks again for what another session had locked, less and less often; as long as the lease, since the place is
  /// others' too.
  private func tryLater(_ task: CopyTask) {
    guard let now = held[task.job.id], now.job.token == task.job.token else { return }
    guard .now < now.deadline else { return lose(now) }
    logger.debug("a job is locked by another session", metadata: ["id": "\(task.job.id)"])
    held[task.job.id]?.lockedTries += 1
    let pause = Self.retryInterval * Double(1 << min(now.lockedTries, 4))
    queue.later(pause) { [copies] in copies.add(task) }
  }

  /// Releases what was not begun. What the spool renders stays leased: this node resumes it if it starts again in
  /// time.
  private func stop() {
    let waiting = held.values.filter { $0.phase == .staging }.map { ($0.job.id, $0.job.token) }
    try? queue.leases?.release(waiting)
  }

  private func writeMetrics() {
    guard !settings.metricsFile.isEmpty, queue.isTimeForMetrics else { return }
    let metrics = NodeMetrics(
      counters: counters, held: held.values.map(\.phase), isConnected: queue.leases != nil,
      isDrained: queue.isDrained,
      store: store.counts)
    metricsWarning.on(logger) {
      try MetricsFile.write(metrics.prometheus, to: settings.metricsFile)
    }
  }
}

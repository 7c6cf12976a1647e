import Glibc
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimSpool
import ScrimWorkerClient

/// One place for a worker, and the way of a job through it: claim, render, deliver. While a job is
/// delivered the worker is at the next one.
///
/// Used by one thread, until shutdown.
final class Slot {
  let spool: Spool
  private let current: () -> RenderSettings
  var settings: RenderSettings
  let health: PluginHealth
  let report: @Sendable (RenderEvent) -> Void
  let completion: JobCompletion
  let deliveries: DeliveryThreads
  let worker: SlotWorker
  /// Evaluates templates beside a worker that has plugins of others.
  private let evaluator: SlotWorker
  private let watch: PluginWatch
  private let catalog: PluginCatalog
  let systemErrors: SystemErrorCounts
  let running: RunningJobs
  private let environment: DaemonEnvironment
  /// Workers of the daemon: as many chunks of each batch wait in the queue.
  private let workers: Int
  /// Called when chunks have been added to the queue.
  let onIssue: @Sendable () -> Void
  var lastOwner: Owner?

  /// How long an idle slot waits before it looks again by itself.
  private static let scan = Duration.seconds(5)
  /// How often an idle slot looks at a worker that has third-party plugins.
  private static let look = Duration.milliseconds(250)

  /// `settings` are asked for before each job. `report` is called by this slot's thread and by that of
  /// its deliveries.
  init(
    _ spool: Spool, _ settings: @escaping () -> RenderSettings, health: PluginHealth,
    plugins: PluginWatch, catalog: PluginCatalog, systemErrors: SystemErrorCounts,
    running: RunningJobs, environment: DaemonEnvironment, deliveries: DeliveryThreads,
    workers: Int,
    onIssue: @escaping @Sendable () -> Void,
    report: @escaping @Sendable (RenderEvent) -> Void
  ) {
    self.spool = spool
    current = settings
    self.settings = settings()
    self.health = health
    watch = plugins
    self.catalog = catalog
    self.systemErrors = systemErrors
    self.running = running
    self.environment = environment
    worker = SlotWorker(report: report)
    evaluator = SlotWorker { event in
      // The status shows the slot's worker.
      guard case .workerStarted(let process, let lacking) = event else { return report(event) }
      report(.evaluatorStarted(process: process, lacking: lacking))
    }
    self.deliveries = deliveries
    self.workers = workers
    self.onIssue = onIssue
    self.report = report
    completion = JobCompletion(spool: spool, systemErrors: systemErrors, report: report)
  }

  /// Claims and renders jobs until shutdown.
  func run(until stop: ShutdownEvent, on wake: WakeEvent) {
    while !stop.isSet {
      renewSettings()
      issueChunks()
      do {
        switch try spool.claim() {
        case .job(let job):
          if let error = completion.withRecovery(
            for: job, settings.retries, { try perform(job, stop) })
          {
            pause(error, stop)
          }
        case .nothing(let next):
          waitForDeliveries(stop)
          report(.idle)
          if !stop.isSet { startReplacement() }
          let wait = next.map { min(.milliseconds($0 + 1), Self.scan) } ?? Self.scan
          try self.wait(wait, for: wake, stop)
        }
      } catch {
        dropWorkers()
        pause("\(error)", stop)
      }
    }
    waitForDeliveries(stop)
    dropWorkers()
  }

  /// Waits for a job. What a third-party plugin left in its worker may come to life meanwhile, and take what a start
  /// of another worker needs.
  private func wait(
    _ time: Duration, for wake: WakeEvent, _ stop: ShutdownEvent
  ) throws(SystemError) {
    let end = ContinuousClock.now + time
    while worker.isBound, ContinuousClock.now + Self.look < end {
      let events = try Readiness.wait(
        for: [wake.descriptor.raw, stop.descriptor.raw], timeout: Self.look)
      if !events.isEmpty { break }
      worker.dropIfExceeding()
    }
    try wake.wait(orFor: stop, timeout: max(end - .now, .zero))
  }

  /// An error keeps no job waiting that is in the queue.
  private func issueChunks() {
    do {
      if try spool.issueChunks(workers) { onIssue() }
    } catch {
      report(.systemError("\(error)"))
    }
  }

  private func waitForDeliveries(_ stop: ShutdownEvent) {
    if let systemError = deliveries.wait() { pause(systemError, stop) }
  }

  private func renewSettings() {
    let now = current()
    if now.generation != settings.generation { dropWorkers() }
    settings = now
  }

  /// One attempt at a job.
  private func perform(_ job: SpoolJob, _ stop: ShutdownEvent) throws {
    let begin = ContinuousClock.now
    let ticket = try job.ticket()
    if job.id.rows != nil { return try performChunk(job, ticket, stop) }
    guard job.attempt <= settings.retries.attempts else {
      let diagnostic = settings.retries.exhausted(attempt: job.attempt - 1)
      return try completion.giveUp(job, ticket, [diagnostic], try job.history(), since: begin)
    }
    if let time = ticket.notAfter, spool.now > time {
      let diagnostic = Diagnostic(
        code: "expired",
        message: "not begun by \(Timestamp.text(ofMilliseconds: time)), the submission's notAfter.")
      return try completion.giveUp(job, ticket, [diagnostic], try job.history(), since: begin)
    }
    if try endIfCancelled(job, ticket, since: begin) { return }
    let document = try job.document(ticket, limit: settings.limits.jobBytes)
    let content = Node.job(document, within: settings.limits)
    let (owner, effects) = (job.id.owner, content?.effectNames ?? [])
    let plugins = lookForPlugins()
    let environment: String
    do {
      environment = try self.environment(for: document)
    } catch let error as WorkerFailure {
      return try settle(job, ticket, error, since: begin, stop) { _ in [] }
    }
    var worker = try ready(for: owner, with: plugins)
    let unknown = effects.subtracting(worker.plugins.flatMap(\.effects))
    let others = unknown.isEmpty ? .init() : try thirdParty(in: plugins)
    if let (diagnostic, plugin) = reasonToHold(owner, effects, unknown, others) {
      try spool.hold(job, ticket, diagnostic)
      health.held(
        for: plugin, owner, isStale: PluginFolders(settings.program.options.plugins) != plugins)
      systemErrors.ended(job.id)
      return report(.held(job, ticket, reason: diagnostic.message))
    }
    if ticket.isBatch {
      return try performIndex(job, ticket, document, content, plugins, since: begin, stop)
    }
    let needed = others.providing(unknown)
    let folder = try ticket.isBundle ? job.bundle().descriptor : spool.assetsFolder.descriptor
    let result: RenderResult
    var evaluator: Worker?
    do {
      let parts = try JobParts(
        document, content, name: ticket.name, owner: owner.description,
        settings: ticket.settings, limits: settings.limits(of: ticket)
      ) {
        let clean = try self.evaluator(for: owner, beside: needed, with: plugins)
        evaluator = clean
        return clean
      }
      if !needed.isEmpty || evaluator != nil {
        worker = try ready(for: owner, isExclusive: !needed.isEmpty, with: plugins)
      }
      report(.began(job, ticket, worker: worker.processID))
      lastOwner = owner
      self.worker.begin(for: owner)
      worker.output?.begin(
        .init(id: job.id.description, user: job.id.user), process: worker.processID)
      defer { worker.output?.end() }
      // A failure to flush is that of the job's next flush.
      result = try running.during(job.id, in: worker.process) { () throws(WorkerFailure) in
        try parts.render(with: evaluator ?? worker, limits: settings.limits(of: ticket)) {
          (part, isEvaluated, limits) throws(SystemError) in
          try RenderJob(
            owner: owner.description, document: part.document,
            content: isEvaluated ? .job(part.document, within: limits) : content,
            name: part.about.name, seed: ticket.seed, folder: folder, isBundle: ticket.isBundle,
            roots: settings.roots, isEvaluated: isEvaluated, plugins: needed,
            environment: environment, otherEffects: others.otherEffects, limits: limits)
        } render: { (work) throws(WorkerFailure) in
          try worker.render(
            work, stop: stop, stopGrace: settings.stopGrace,
            whileRendering: {
              // From here on a cancellation ends the worker; it may have come before.
              if (try? spool.cancellation(of: job)) != nil { worker.process.kill() }
              try? spool.flushClaims()
            })
        }
      }
    } catch let failed as JobParts.Failed {
      return try completion.giveUp(
        job, ticket, failed.errors, try job.history(), since: begin)
    } catch let error as WorkerFailure {
      return try settle(job, ticket, error, since: begin, stop) { crash in
        crash.suspectPlugins(of: worker, needed: needed)
      }
    }
    try settle(job, ticket, result, since: begin, stop)
  }

  /// The digest of the environment for a document that may name one; "" for others. A worker that was started before
  /// the files were as they are now is replaced.
  ///
  /// - Throws: ``WorkerError``, ``WorkerFailure``; `SystemError` for a file that cannot be read.
  func environment(for document: [UInt8]) throws -> String {
    guard let reading = try environment.reading(for: document, settings.program) else { return "" }
    worker.drop(startedBefore: reading.begin)
    return reading.environment.digest
  }

  /// Why a job cannot be rendered now although it may be right, and the plugin that it waits for.
  func reasonToHold(
    _ owner: Owner, _ effects: Set<String>, _ unknown: Set<String>,
    _ others: PluginCatalog.ThirdParty
  ) -> (Diagnostic, plugin: String)? {
    if let (effect, disabled) = health.disabled(among: effects, for: owner) {
      let message =
        "\(disabled.path.fileName) is disabled \(disabled.scope) after crashes in 3 jobs; this job needs "
        + "its effect \(quoted(effect)) and is held until the plugin is replaced or 10 min have passed."
      return (Diagnostic(code: "plugin-disabled", message: message), disabled.path)
    }
    let missing = unknown.subtracting(others.plugins.flatMap(\.effects)).sorted()
    guard !missing.isEmpty, !others.refused.isEmpty else { return nil }
    for effect in missing {
      guard let path = spool.provider(ofEffect: effect),
        let refused = others.refused.first(where: { $0.path == path })
      else { continue }
      let message =
        "the effect \(quoted(effect)) belongs to \(refused.file), which is refused: "
        + "\(refused.reason) The job is held until that plugin is replaced."
      return (Diagnostic(code: "plugin-refused", message: message), path)
    }
    return nil
  }

  /// Completes a job whose worker replied.
  private func settle(
    _ job: SpoolJob, _ ticket: Ticket, _ result: RenderResult, since begin: ContinuousClock.Instant,
    _ stop: ShutdownEvent
  ) throws {
    switch result {
    case .finished(let report, let outputs):
      let (completion, limit) = (completion, settings.limits.outputBytes)
      deliveries.run { [retries = settings.retries] in
        completion.finish(job, ticket, report, outputs, limit: limit, retries, since: begin)
      }
      if let systemError = deliveries.takeError() { pause(systemError, stop) }
    case .failed(let diagnostics):
      try completion.giveUp(job, ticket, diagnostics, try job.history(), since: begin)
    }
  }

  /// Puts a job back whose worker did not reply.
  func settle(
    _ job: SpoolJob, _ ticket: Ticket, _ failure: WorkerFailure,
    since begin: ContinuousClock.Instant,
    _ stop: ShutdownEvent, suspects: (WorkerCrash) -> [WorkerPlugin]
  ) throws {
    dropWorkers()
    // The daemon ends the worker of a job that is cancelled.
    if try endIfCancelled(job, ticket, since: begin) { return }
    switch failure {
    case .crashed(let crash): try retry(job, ticket, crash, since: begin, suspects)
    case .systemError(let reason):
      try completion.release(job, settings.retries)
      pause(reason, stop)
    case .stopped:
      try spool.release(job)
      report(.returned(job))
    }
  }

  /// Fails a job that a user has cancelled while it was active.
  ///
  /// - Returns: Whether one has.
  func endIfCancelled(
    _ job: SpoolJob, _ ticket: Ticket, since begin: ContinuousClock.Instant
  ) throws -> Bool {
    guard let diagnostic = try spool.cancellation(of: job) else { return false }
    try completion.giveUp(job, ticket, [diagnostic], try job.history(), since: begin)
    return true
  }

  private func retry(
    _ job: SpoolJob, _ ticket: Ticket, _ crash: WorkerCrash, since begin: ContinuousClock.Instant,
    _ suspects: (WorkerCrash) -> [WorkerPlugin]
  ) throws {
    report(.crashed(job.id))
    for plugin in suspects(crash) { health.note(plugin, job: job.id) }
    let history = try job.history()
    let decision = settings.retries.limited(to: ticket.attempts, after: history).decide(
      crash, attempt: job.attempt, history: history, now: spool.now)
    switch decision {
    case .again(let history):
      try spool.requeue(job, after: history)
      report(.retried(job, reason: crash.words))
    case .giveUp(var diagnostic, let history):
      if case .timeLimit = crash.cause, let seconds = ticket.maxSeconds,
        seconds < settings.limits.seconds
      {
        diagnostic.message += " The submission's maxSeconds is the limit."
      }
      try completion.giveUp(job, ticket, [diagnostic], history, since: begin)
    }
  }

  func ready(
    for owner: Owner, isExclusive: Bool = false, isClean: Bool = false, with plugins: PluginFolders
  ) throws(WorkerError) -> Worker {
    if isClean { worker.dropIfBound() }
    return try ready(worker, for: owner, isExclusive: isExclusive, with: plugins)
  }

  private func ready(
    _ place: SlotWorker, for owner: Owner, isExclusive: Bool = false, with plugins: PluginFolders
  ) throws(WorkerError) -> Worker {
    try place.ready(for: owner, isExclusive: isExclusive, with: plugins, settings) {
      () throws(WorkerError) in
      var program = settings.program
      program.options.loaded = catalog.firstParty(in: plugins, of: program)
      let (fresh, crashed) = try program.startWithoutCrashingPlugins { [report] in
        report(.output($0))
      }
      for plugin in crashed { report(.pluginRefused(plugin)) }
      return fresh
    }
  }

  /// A worker without plugins of others, to evaluate a template: the slot's own unless that has, or is to get, such
  /// plugins. It is not replaced for each chunk of a batch then.
  func evaluator(
    for owner: Owner, beside needed: [WorkerPlugin], with plugins: PluginFolders
  ) throws(WorkerError) -> Worker {
    guard !needed.isEmpty else {
      evaluator.drop()
      return try ready(for: owner, isClean: true, with: plugins)
    }
    let clean = try ready(evaluator, for: owner, with: plugins)
    evaluator.begin(for: owner)
    return clean
  }

  func dropWorkers() {
    worker.drop()
    evaluator.drop()
  }

  /// Starts the next worker when this one will do no other job, so that no job has to wait for that.
  private func startReplacement() {
    evaluator.drop()
    guard let last = lastOwner, worker.willBeReplaced(settings) else { return }
    // An error is reported when there is a job for it.
    _ = try? ready(for: last, with: lookForPlugins())
  }

  func lookForPlugins() -> PluginFolders {
    let (now, changes) = watch.renew(health, at: settings.program)
    if !changes.isEmpty { report(.pluginsChanged(changes)) }
    return now
  }

  /// What third-party plugins provide.
  func thirdParty(in plugins: PluginFolders) throws -> PluginCatalog.ThirdParty {
    let (found, isNews) = try catalog.thirdParty(in: plugins, of: settings.program)
    if isNews { report(.pluginsScanned(found)) }
    return found
  }

  /// A system error passes, or an operator has to act; either takes time.
  func pause(_ reason: String, _ stop: ShutdownEvent) {
    report(.systemError(reason))
    _ = try? Readiness.wait(for: [stop.descriptor.raw], timeout: settings.pause)
  }
}

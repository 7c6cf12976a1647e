import Glibc
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimSpool
import ScrimWorkerClient
import ScrimWorkers

/// One place for a worker: it claims jobs, has them rendered, and starts workers when they are needed. While a job is
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
  let environment: DaemonEnvironment
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
  func evaluator(for attempt: Attempt) throws(WorkerError) -> Worker {
    guard !attempt.needed.isEmpty else {
      evaluator.drop()
      return try ready(for: attempt.owner, isClean: true, with: attempt.plugins)
    }
    let clean = try ready(evaluator, for: attempt.owner, with: attempt.plugins)
    evaluator.begin(for: attempt.owner)
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

import Glibc
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimSpool
import ScrimWorkerClient
import ScrimWorkers

/// One slot of the daemon: it claims jobs and has them rendered by a worker. While a job is delivered the worker is at
/// the next one.
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
  let workers: WorkerSlot
  let systemErrors: SystemErrorCounts
  let running: RunningJobs
  /// Slots of the daemon: as many chunks of each batch wait in the queue.
  private let slots: Int
  /// Called when chunks have been added to the queue.
  let onIssue: @Sendable () -> Void

  /// How long an idle slot waits before it looks again by itself.
  private static let scan = Duration.seconds(5)

  /// `settings` are asked for before each job. `report` is called by this slot's thread and by that of
  /// its deliveries.
  init(
    _ spool: Spool, _ settings: @escaping () -> RenderSettings, pool: WorkerPool, slots: Int,
    systemErrors: SystemErrorCounts, running: RunningJobs, deliveries: DeliveryThreads,
    onIssue: @escaping @Sendable () -> Void,
    report: @escaping @Sendable (RenderEvent) -> Void
  ) {
    self.spool = spool
    current = settings
    self.settings = settings()
    health = pool.health
    self.systemErrors = systemErrors
    self.running = running
    workers = WorkerSlot(pool, self.settings.workers) { report(.workers($0)) }
    self.deliveries = deliveries
    self.slots = slots
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
          if !stop.isSet { workers.startReplacement() }
          let wait = next.map { min(.milliseconds($0 + 1), Self.scan) } ?? Self.scan
          try workers.wait(wait, for: wake, stop)
        }
      } catch {
        workers.dropWorkers()
        pause("\(error)", stop)
      }
    }
    waitForDeliveries(stop)
    workers.dropWorkers()
  }

  /// An error keeps no job waiting that is in the queue.
  private func issueChunks() {
    do {
      if try spool.issueChunks(slots) { onIssue() }
    } catch {
      report(.systemError("\(error)"))
    }
  }

  private func waitForDeliveries(_ stop: ShutdownEvent) {
    if let systemError = deliveries.wait() { pause(systemError, stop) }
  }

  private func renewSettings() {
    settings = current()
    workers.renew(settings.workers)
  }

  /// A system error passes, or an operator has to act; either takes time.
  func pause(_ reason: String, _ stop: ShutdownEvent) {
    report(.systemError(reason))
    _ = try? Readiness.wait(for: [stop.descriptor.raw], timeout: settings.pause)
  }
}

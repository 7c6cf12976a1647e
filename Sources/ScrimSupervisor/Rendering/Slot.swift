import Glibc
import ScrimDocument
public import ScrimLinux
import ScrimProtocol
public import ScrimSpool

/// One place for a worker, and the way of a job through it: claim, render, deliver. While a job is
/// delivered the worker is at the next one.
///
/// Used by one thread, which it keeps until it is told to stop.
public final class Slot {
  private let spool: Spool
  private let current: () -> RenderSettings
  private var settings: RenderSettings
  private let health: PluginHealth
  private let report: @Sendable (RenderEvent) -> Void
  private let delivery: Delivery
  private let deliveries: DeliveryThread
  private var worker: Worker?
  private var jobsOfWorker = 0
  private let watch: PluginWatch
  private let recurrence: Recurrence
  /// Those that the worker was started with.
  private var plugins: PluginFolders?
  /// Of those, the ones that no worker survived the loading of.
  private var without: [String] = []

  /// How long an idle slot waits before it looks again by itself.
  private static let scan = Duration.seconds(5)

  /// `settings` are asked for before each job. `report` is called by this slot's thread and by that of
  /// its deliveries.
  public init(
    _ spool: Spool, _ settings: @escaping () -> RenderSettings, health: PluginHealth,
    plugins: PluginWatch, recurrence: Recurrence, deliveries: DeliveryThread,
    report: @escaping @Sendable (RenderEvent) -> Void
  ) {
    self.spool = spool
    current = settings
    self.settings = settings()
    self.health = health
    watch = plugins
    self.recurrence = recurrence
    self.deliveries = deliveries
    self.report = report
    delivery = Delivery(spool: spool, report: report)
  }

  /// Renders what is claimed until it is told to stop.
  public func run(until stop: StopSignal, wakenBy bell: Doorbell) {
    while !stop.isGiven {
      renewSettings()
      do {
        switch try spool.claim() {
        case .job(let job):
          if let trouble = delivery.carryOut(for: job, { try perform(job, stop) }) {
            pause(trouble, stop)
          }
        case .nothing(let next):
          waitForDelivery(stop)
          report(.idle)
          if !stop.isGiven { relieve() }
          let wait = next.map { min(.milliseconds($0 + 1), Self.scan) } ?? Self.scan
          try bell.wait(orFor: stop, timeout: wait)
        }
      } catch {
        worker = nil
        pause("\(error)", stop)
      }
    }
    waitForDelivery(stop)
    worker = nil
  }

  private func waitForDelivery(_ stop: StopSignal) {
    if let trouble = deliveries.wait() { pause(trouble, stop) }
  }

  private func renewSettings() {
    let now = current()
    if now.generation != settings.generation { worker = nil }
    settings = now
  }

  /// One attempt at a job.
  private func perform(_ job: Job, _ stop: StopSignal) throws {
    let begin = ContinuousClock.now
    let ticket = try job.ticket()
    guard job.attempt <= settings.retries.attempts else {
      let problem = settings.retries.exhausted(attempt: job.attempt - 1)
      return try delivery.giveUp(job, ticket, [problem], try job.history(), since: begin)
    }
    let document = try job.document(limit: settings.limits.jobBytes)
    let content = Node.job(document, within: settings.limits)
    let plugins = lookForPlugins()
    if let (effect, disabled) = health.disabled(
      among: content?.effectNames ?? [], for: job.id.owner)
    {
      let reason =
        "\(disabled.plugin.file) is disabled \(disabled.scope) after crashes in 3 jobs; this job needs "
        + "its effect \(quoted(effect)) and is held until the plugin is replaced or 10 min have passed."
      try spool.hold(job, ticket, Problem(code: "plugin-disabled", message: reason))
      health.held(for: disabled.plugin.path, job.id.owner)
      return report(.held(job, ticket, reason: reason))
    }
    let worker = try ready(with: plugins)
    report(.began(job.id, worker: worker.processID))
    let work = try RenderJob(
      kind: .render, document: document, content: content, name: ticket.name, seed: ticket.seed,
      folder: ticket.isBundle ? job.content().descriptor : spool.assetsFolder.descriptor,
      isBundle: ticket.isBundle, roots: settings.roots, limits: settings.limits)
    let answer = work.run(in: worker, stop: stop, stopGrace: settings.stopGrace)
    jobsOfWorker += 1
    recurrence.note(worker.recurring)
    try settle(job, ticket, answer, since: begin, stop)
  }

  private func settle(
    _ job: Job, _ ticket: Ticket, _ answer: WorkerAnswer, since begin: ContinuousClock.Instant,
    _ stop: StopSignal
  ) throws {
    switch answer {
    case .finished(_, let outputs) where outputs.isEmpty:
      worker = nil
      try retry(
        job, ticket, WorkerCrash(cause: .nonsense("no picture"), step: nil), since: begin)
    case .finished(let account, let outputs):
      waitForDelivery(stop)
      let (delivery, limit) = (delivery, settings.limits.outputBytes)
      deliveries.hand {
        delivery.finish(job, ticket, account, outputs, limit: limit, since: begin)
      }
    case .failed(let problems):
      try delivery.giveUp(job, ticket, problems, try job.history(), since: begin)
    case .crashed(let crash):
      worker = nil
      try retry(job, ticket, crash, since: begin)
    case .machineTrouble(let reason):
      worker = nil
      try spool.giveBack(job)
      pause(reason, stop)
    case .stopped:
      worker = nil
      try spool.giveBack(job)
      report(.returned(job))
    case .effects, .schema, .checked:
      worker = nil
      try retry(
        job, ticket, WorkerCrash(cause: .nonsense("an answer to something else"), step: nil),
        since: begin)
    }
  }

  private func retry(
    _ job: Job, _ ticket: Ticket, _ crash: WorkerCrash, since begin: ContinuousClock.Instant
  ) throws {
    report(.crashed(job.id))
    if crash.isPluginFault, let plugin = crash.plugin { health.note(plugin, job: job.id) }
    let decision = settings.retries.decide(
      crash, attempt: job.attempt, history: try job.history(), now: spool.now)
    switch decision {
    case .again(let history):
      try spool.requeue(job, after: history)
      report(.retried(job, reason: crash.words))
    case .giveUp(let problem, let history):
      try delivery.giveUp(job, ticket, [problem], history, since: begin)
    }
  }

  /// The worker of this slot, a new one when there is none, it has done its share, it has grown, or
  /// there are other plugins than when it was started.
  private func ready(with plugins: PluginFolders) throws(WorkerError) -> Worker {
    if let worker, jobsOfWorker < settings.jobsPerWorker,
      worker.memory ?? 0 <= settings.workerMemory, plugins == self.plugins
    {
      // What a job left running in it must not come over the next.
      let reason = worker.worn ?? (worker.isWaiting ? nil : "it spoke or ended unasked")
      guard let reason else { return worker }
      report(.workerReplaced(process: worker.processID, reason: reason))
    }
    worker = nil
    // What fell over as it was may be mended.
    if plugins != self.plugins { without = [] }
    self.plugins = plugins
    let fresh = try start()
    // Told at start, unless the program was exchanged since.
    if settings.requiresSandbox { try settings.program.insist(on: fresh.lacking) }
    worker = fresh
    jobsOfWorker = 0
    report(
      .workerStarted(process: fresh.processID, lacking: fresh.lacking, refused: fresh.refused))
    return fresh
  }

  /// Starts the next worker when this one will do no other job, so that no job has to wait for that.
  private func relieve() {
    guard let worker, jobsOfWorker >= settings.jobsPerWorker || worker.worn != nil else { return }
    // What keeps it from starting is told when there is a job for it.
    _ = try? ready(with: lookForPlugins())
  }

  private func lookForPlugins() -> PluginFolders {
    let (now, changes) = watch.renewed(health, at: settings.program)
    if !changes.isEmpty { report(.pluginsChanged(changes)) }
    return now
  }

  /// Starts a worker, without the plugins that none survives the loading of.
  private func start() throws(WorkerError) -> Worker {
    while true {
      do {
        var program = settings.program
        program.options.without = without
        program.options.recurring = recurrence.marks
        return try Worker(program)
      } catch {
        guard let plugin = error.plugin, !without.contains(plugin) else {
          throw error
        }
        without.append(plugin)
        report(.pluginRefused(plugin, reason: error.message))
      }
    }
  }

  /// Trouble of the machine passes, or somebody has to see to it; either takes time.
  private func pause(_ reason: String, _ stop: StopSignal) {
    report(.trouble(reason))
    _ = try? Readiness.wait(for: [stop.descriptor.raw], timeout: settings.pause)
  }
}

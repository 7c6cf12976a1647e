import ScrimDocument
import ScrimJSON
package import ScrimLinux
import ScrimProtocol
import ScrimRecords
package import ScrimWorkerClient

/// A worker of a pool, and beside it one that evaluates templates when the first has third-party plugins. Both are
/// started when they are needed, and replaced when they may not serve the next document.
///
/// Used by one thread.
package final class WorkerSlot {
  private let pool: WorkerPool
  private var settings: WorkerSettings
  private let report: @Sendable (WorkerEvent) -> Void
  private let worker: ReplaceableWorker
  /// Evaluates templates beside a worker that has plugins of others.
  private let evaluator: ReplaceableWorker
  private var lastOwner: Owner?

  /// How often an idle slot looks at a worker that has third-party plugins.
  private static let look = Duration.milliseconds(250)

  /// `report` is called by the thread that uses the slot.
  package init(
    _ pool: WorkerPool, _ settings: WorkerSettings,
    report: @escaping @Sendable (WorkerEvent) -> Void
  ) {
    self.pool = pool
    self.settings = settings
    self.report = report
    worker = ReplaceableWorker(report: report)
    evaluator = ReplaceableWorker { event in
      guard case .started(let process, let lacking) = event else { return report(event) }
      report(.evaluatorStarted(process: process, lacking: lacking))
    }
  }

  /// Takes settings for what is started from now on. Workers of an earlier generation end.
  package func renew(_ settings: WorkerSettings) {
    if settings.generation != self.settings.generation { dropWorkers() }
    self.settings = settings
  }

  /// The installed plugins as they are now.
  package func lookForPlugins() -> PluginFolders {
    let (now, changes) = pool.watch.renew(pool.health, at: settings.program)
    if !changes.isEmpty { report(.pluginsChanged(changes)) }
    return now
  }

  /// Finds what a document needs: its environment, and the plugins of its effects.
  ///
  /// - Returns: A worker for documents without plugins of others.
  /// - Throws: ``WorkerFailure``, ``WorkerError``; `SystemError` for a file that cannot be read.
  package func prepare(_ needs: inout DocumentNeeds, _ document: [UInt8]) throws -> Worker {
    needs.document = document
    needs.content = Node.job(document, within: settings.limits)
    needs.files = try environment(for: needs)
    let worker = try ready(for: needs)
    needs.unknown = (needs.content?.effectNames ?? []).subtracting(
      worker.plugins.flatMap(\.effects))
    if !needs.unknown.isEmpty { needs.thirdParty = try thirdParty(in: needs.installed) }
    needs.plugins = needs.thirdParty.providing(needs.unknown)
    return worker
  }

  /// An effect of a document that cannot be had now, after ``prepare(_:_:)``.
  ///
  /// - Parameters:
  ///   - needs: The document.
  ///   - lastProvider: The path of the plugin that last provided an effect; `nil` if none is known.
  /// - Returns: `nil` if the document can be rendered, or has errors of its own.
  package func unavailableEffect(
    of needs: DocumentNeeds, lastProvider: (_ effect: String) -> String?
  ) -> UnavailableEffect? {
    let effects = needs.content?.effectNames ?? []
    if let (effect, disabled) = pool.health.disabled(among: effects, for: needs.owner) {
      return UnavailableEffect(effect: effect, reason: .disabled(disabled))
    }
    let refused = needs.thirdParty.refused
    guard !refused.isEmpty else { return nil }
    let provided = needs.thirdParty.plugins.flatMap(\.effects)
    for effect in needs.unknown.subtracting(provided).sorted() {
      guard let path = lastProvider(effect), let file = refused.first(where: { $0.path == path })
      else { continue }
      return UnavailableEffect(effect: effect, reason: .refused(file))
    }
    return nil
  }

  /// Whether plugins have changed since a document's needs were found out.
  package func isStale(_ needs: DocumentNeeds) -> Bool {
    PluginFolders(settings.program.options.plugins) != needs.installed
  }

  /// A worker that may render a document.
  ///
  /// - Throws: ``WorkerError``.
  package func ready(for needs: DocumentNeeds) throws(WorkerError) -> Worker {
    try ready(worker, for: needs.owner, isExclusive: needs.isExclusive, with: needs.installed)
  }

  /// The slot's worker, without plugins of others.
  ///
  /// - Throws: ``WorkerError``.
  package func readyWithoutThirdParty(for needs: DocumentNeeds) throws(WorkerError) -> Worker {
    worker.dropIfBound()
    return try ready(worker, for: needs.owner, with: needs.installed)
  }

  /// A worker without plugins of others, to evaluate a template: the slot's own unless that has, or is to get, such
  /// plugins. It is not replaced for each chunk of a batch then.
  ///
  /// - Throws: ``WorkerError``.
  package func evaluator(for needs: DocumentNeeds) throws(WorkerError) -> Worker {
    guard needs.isExclusive else {
      evaluator.drop()
      return try readyWithoutThirdParty(for: needs)
    }
    let clean = try ready(evaluator, for: needs.owner, with: needs.installed)
    evaluator.begin(for: needs.owner)
    return clean
  }

  /// Gives a document to a worker. What that writes to standard error is the job's until `worker.output?.end()`.
  ///
  /// - Parameters:
  ///   - needs: The document.
  ///   - worker: The slot's worker.
  ///   - job: As the log names it.
  ///   - count: The number of jobs as which it counts when the worker is to be replaced.
  package func begin(
    _ needs: DocumentNeeds, on worker: Worker, as job: WorkerOutputLog.Job, jobs count: Int = 1
  ) {
    lastOwner = needs.owner
    self.worker.begin(for: needs.owner, jobs: count)
    worker.output?.begin(job, process: worker.processID)
  }

  /// Ends both workers.
  package func dropWorkers() {
    worker.drop()
    evaluator.drop()
  }

  /// Starts the next worker when this one will do no other job, so that no job has to wait for that.
  package func startReplacement() {
    evaluator.drop()
    guard let last = lastOwner, worker.willBeReplaced(settings) else { return }
    // An error is reported when there is a job for it.
    _ = try? ready(worker, for: last, with: lookForPlugins())
  }

  /// Waits for a job. What a third-party plugin left in its worker may come to life meanwhile, and take what a start
  /// of another worker needs.
  ///
  /// - Throws: `SystemError`.
  package func wait(
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

  private func ready(
    _ place: ReplaceableWorker, for owner: Owner, isExclusive: Bool = false,
    with installed: PluginFolders
  ) throws(WorkerError) -> Worker {
    try place.ready(for: owner, isExclusive: isExclusive, with: installed, settings) {
      () throws(WorkerError) in
      var program = settings.program
      program.options.loaded = pool.catalog.firstParty(in: installed, of: program)
      let (fresh, crashed) = try program.startWithoutCrashingPlugins { [report] in
        report(.output($0))
      }
      for plugin in crashed { report(.pluginRefused(plugin)) }
      return fresh
    }
  }

  /// The environment of a document. A worker that was started before the files were as they are now is replaced.
  ///
  /// - Returns: `nil` if it is not known, and the document does not need it: no document waits for what is only
  ///   reported.
  /// - Throws: ``WorkerError``, ``WorkerFailure``; `SystemError` for a file that cannot be read.
  private func environment(for needs: DocumentNeeds) throws -> RenderEnvironment? {
    let isNeeded =
      needs.isEnvironmentWanted || RenderEnvironment.mayBeNamed(in: needs.document)
    let reading =
      isNeeded
      ? try pool.environment.read(settings.program)
      : pool.environment.known(of: settings.program)
    guard let reading else {
      report(.environmentUnknown)
      return nil
    }
    worker.drop(startedBefore: reading.begin)
    return reading.environment
  }

  /// What third-party plugins provide.
  private func thirdParty(
    in installed: PluginFolders
  ) throws(WorkerError) -> PluginCatalog.ThirdParty {
    let (found, isNews) = try pool.catalog.thirdParty(in: installed, of: settings.program)
    if isNews { report(.pluginsScanned(found)) }
    return found
  }
}

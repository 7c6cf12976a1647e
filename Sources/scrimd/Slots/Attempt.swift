import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimSpool
import ScrimWorkerClient
import ScrimWorkers

/// One attempt at a job, at the index of a batch, or at a chunk of its rows: what it needs, and the worker that has it.
struct Attempt {
  let job: SpoolJob
  let ticket: Ticket
  let begin = ContinuousClock.now
  /// The installed plugins.
  let plugins: PluginFolders
  fileprivate(set) var document: [UInt8] = []
  /// The document, parsed; `nil` if it cannot be.
  fileprivate(set) var content: Node?
  /// The digest of the environment; "" unless the document may name one.
  fileprivate var environment = ""
  /// What third-party plugins provide; nothing if Scrim's own have all effects of the document.
  fileprivate(set) var others = PluginCatalog.ThirdParty()
  /// The third-party plugins whose effects the document names.
  fileprivate(set) var needed: [WorkerPlugin] = []
  /// The worker that has the job, or is to get it; `nil` before there is one.
  fileprivate var worker: Worker?

  init(_ job: SpoolJob, _ ticket: Ticket, _ plugins: PluginFolders) {
    self.job = job
    self.ticket = ticket
    self.plugins = plugins
  }

  var owner: Owner { job.id.owner }

  /// The plugins that a crash counts against.
  func suspects(of crash: WorkerCrash) -> [WorkerPlugin] {
    worker.map { crash.suspectPlugins(of: $0, needed: needed) } ?? []
  }
}

extension Slot {
  /// Finds what a document needs: its environment, and the plugins of its effects. Puts the job into `hold/` if one of
  /// them cannot be had now.
  ///
  /// - Returns: A worker for jobs without plugins of others; `nil` if the job is held.
  /// - Throws: ``WorkerFailure``, ``WorkerError``; `SystemError`.
  func prepare(_ attempt: inout Attempt, _ document: [UInt8]) throws -> Worker? {
    attempt.document = document
    attempt.content = Node.job(document, within: settings.limits)
    attempt.environment = try environment(for: document)
    let (owner, plugins) = (attempt.owner, attempt.plugins)
    let worker = try ready(for: owner, with: plugins)
    attempt.worker = worker
    let effects = attempt.content?.effectNames ?? []
    let unknown = effects.subtracting(worker.plugins.flatMap(\.effects))
    if !unknown.isEmpty { attempt.others = try thirdParty(in: plugins) }
    attempt.needed = attempt.others.providing(unknown)
    guard let (diagnostic, plugin) = reasonToHold(owner, effects, unknown, attempt.others) else {
      return worker
    }
    try spool.hold(attempt.job, attempt.ticket, diagnostic)
    health.held(
      for: plugin, owner, isStale: PluginFolders(settings.program.options.plugins) != plugins)
    systemErrors.ended(attempt.job.id)
    report(.held(attempt.job, attempt.ticket, reason: diagnostic.message))
    return nil
  }

  /// The digest of the environment for a document that may name one; "" for others. A worker that was started before
  /// the files were as they are now is replaced.
  ///
  /// - Throws: ``WorkerError``, ``WorkerFailure``; `SystemError` for a file that cannot be read.
  private func environment(for document: [UInt8]) throws -> String {
    guard let reading = try environment.reading(for: document, settings.program) else { return "" }
    worker.drop(startedBefore: reading.begin)
    return reading.environment.digest
  }

  /// Why a job cannot be rendered now although it may be right, and the plugin that it waits for.
  private func reasonToHold(
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

  /// Gives an attempt to a worker. What that writes to standard error is the job's until `worker.output?.end()`.
  /// `count` is the number of jobs as which it counts when the worker is to be replaced.
  func begin(_ attempt: inout Attempt, on worker: Worker, jobs count: Int = 1) {
    let job = attempt.job
    attempt.worker = worker
    report(.began(job, attempt.ticket, worker: worker.processID))
    lastOwner = attempt.owner
    self.worker.begin(for: attempt.owner, jobs: count)
    worker.output?.begin(
      .init(id: job.id.description, user: job.id.user), process: worker.processID)
  }

  /// The request to render a document of a job.
  ///
  /// - Throws: `SystemError`.
  func request(
    for part: PreparedJob, of attempt: Attempt, seed: Int, folder: OwnedDescriptor,
    isEvaluated: Bool, placeOfAbsolute: ((String) -> String)? = nil, _ limits: RenderLimits
  ) throws(SystemError) -> RenderJob {
    try RenderJob(
      owner: attempt.owner.description, document: part.document,
      content: isEvaluated ? .job(part.document, within: limits) : attempt.content,
      name: part.about.name, seed: seed, folder: folder, isBundle: attempt.ticket.isBundle,
      roots: settings.roots, isEvaluated: isEvaluated, placeOfAbsolute: placeOfAbsolute,
      plugins: attempt.needed, environment: attempt.environment,
      otherEffects: attempt.others.otherEffects, limits: limits)
  }
}

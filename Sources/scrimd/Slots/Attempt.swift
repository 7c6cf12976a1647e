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
  fileprivate(set) var needs: DocumentNeeds
  /// The worker that has the job, or is to get it; `nil` before there is one.
  fileprivate var worker: Worker?

  init(_ job: SpoolJob, _ ticket: Ticket, _ installed: PluginFolders) {
    self.job = job
    self.ticket = ticket
    needs = DocumentNeeds(owner: job.id.owner, installed: installed)
  }

  var owner: Owner { needs.owner }

  /// The plugins that a crash counts against.
  func suspects(of crash: WorkerCrash) -> [WorkerPlugin] {
    worker.map { crash.suspectPlugins(of: $0, needed: needs.plugins) } ?? []
  }
}

extension Slot {
  /// Finds what a document needs: its environment, and the plugins of its effects. Puts the job into `hold/` if one of
  /// them cannot be had now.
  ///
  /// - Returns: A worker for jobs without plugins of others; `nil` if the job is held.
  /// - Throws: ``WorkerFailure``, ``WorkerError``; `SystemError`.
  func prepare(_ attempt: inout Attempt, _ document: [UInt8]) throws -> Worker? {
    let worker = try workers.prepare(&attempt.needs, document)
    attempt.worker = worker
    let unavailable = workers.unavailableEffect(of: attempt.needs) { effect in
      spool.provider(ofEffect: effect)
    }
    guard let unavailable else { return worker }
    let diagnostic = unavailable.reasonToHold
    try spool.hold(attempt.job, attempt.ticket, diagnostic)
    health.held(for: unavailable.plugin, attempt.owner, isStale: workers.isStale(attempt.needs))
    systemErrors.ended(attempt.job.id)
    report(.held(attempt.job, attempt.ticket, reason: diagnostic.message))
    return nil
  }

  /// Gives an attempt to a worker. What that writes to standard error is the job's until `worker.output?.end()`.
  /// `count` is the number of jobs as which it counts when the worker is to be replaced.
  func begin(_ attempt: inout Attempt, on worker: Worker, jobs count: Int = 1) {
    let job = attempt.job
    attempt.worker = worker
    report(.began(job, attempt.ticket, worker: worker.processID))
    workers.begin(
      attempt.needs, on: worker, as: .init(id: job.id.description, user: job.id.user), jobs: count)
  }

  /// The request to render a document of a job.
  func request(
    for part: PreparedJob, of attempt: Attempt, seed: Int, folder: OwnedDescriptor,
    isEvaluated: Bool, placeOfAbsolute: ((String) -> String)? = nil, pinned: PinnedSources? = nil,
    _ limits: RenderLimits
  ) -> RenderJob {
    let needs = attempt.needs
    var request = RenderRequest()
    request.owner = needs.owner.description
    request.name = part.about.name
    request.seed = seed
    request.isEvaluated = isEvaluated
    request.isOfRow = attempt.job.id.rows != nil
    request.environment = needs.environment
    request.otherEffects = needs.thirdParty.otherEffects
    request.limits = limits
    let content = isEvaluated ? .job(part.document, within: limits) : needs.content
    let files = content.map {
      settings.roots.open(
        $0, from: folder, isBundle: attempt.ticket.isBundle, placeOfAbsolute: placeOfAbsolute,
        pinned: pinned)
    }
    return RenderJob(
      request, document: part.document, content: content, files: files ?? [],
      plugins: needs.plugins,
      // The list of a batch's rows has no digests.
      hashing: request.isOfRow ? nil : .sha256)
  }
}

extension Spool {
  /// Writes the list of an environment, unless there is one.
  ///
  /// - Returns: Its digest, for reports.
  /// - Throws: ``SystemError``.
  func keep(_ environment: RenderEnvironment?) throws(SystemError) -> String? {
    guard let environment else { return nil }
    try keep(environment: environment.digest) { environment.json }
    return environment.digest
  }
}

extension UnavailableEffect {
  /// Why a job is in `hold/`.
  fileprivate var reasonToHold: Diagnostic {
    switch reason {
    case .disabled(let plugin):
      Diagnostic(
        code: "plugin-disabled",
        message:
          "\(plugin.path.fileName) is disabled \(plugin.scope) after crashes in 3 jobs; this job needs "
          + "its \(ContentName.words(effect)) and is held until the plugin is replaced or 10 min have passed."
      )
    case .refused(let file):
      Diagnostic(
        code: "plugin-refused",
        message: "the \(ContentName.words(effect)) belongs to \(file.file), which is refused: "
          + "\(file.reason) The job is held until that plugin is replaced.")
    }
  }
}

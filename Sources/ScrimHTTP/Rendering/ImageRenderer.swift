import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimWorkerClient
import ScrimWorkers

/// Has images rendered by the worker of a slot. Used by one thread.
final class ImageRenderer {
  private let slot: WorkerSlot
  private let health: PluginHealth

  /// A client waits for the image: a second attempt is made at once, and there is no third.
  private static let retries = RetryPolicy(
    attempts: 2, backOff: .zero, longestWait: .zero, effectCrashes: 2, exceededLimits: 1)
  /// For how long a crashing plugin is disabled, seconds.
  private static let pluginPause = 600
  private static let job = "image"

  /// - Parameters:
  ///   - slot: The slot.
  ///   - health: Which plugins crash.
  init(_ slot: WorkerSlot, health: PluginHealth) {
    self.slot = slot
    self.health = health
  }

  /// Renders an image.
  ///
  /// - Parameters:
  ///   - request: The image.
  ///   - stop: Once set, it is given up.
  /// - Returns: The image, with its identity in the environment in which it was rendered.
  /// - Throws: A problem.
  func render(_ request: ImageRequest, stop: ShutdownEvent) throws(Problem) -> RenderedImage {
    let id = JobID(time: WallClock.milliseconds, owner: request.owner)
    var history = History()
    var attempt = 1
    while true {
      var needs = DocumentNeeds(
        owner: request.owner, installed: slot.lookForPlugins(), isEnvironmentWanted: true)
      var last: Worker?
      do {
        return try render(request, as: id, stop, &needs, &last)
      } catch let problem as Problem {
        throw problem
      } catch WorkerFailure.crashed(let crash) {
        slot.dropWorkers()
        let suspects = last.map { crash.suspectPlugins(of: $0, needed: needs.plugins) } ?? []
        for plugin in suspects { health.note(plugin, job: id) }
        switch Self.retries.decide(
          crash, attempt: attempt, history: history, now: WallClock.milliseconds)
        {
        case .again(let next): (history, attempt) = (next, attempt + 1)
        case .giveUp(let diagnostic, _):
          throw crash.isLimit ? .job([diagnostic]) : .failed(diagnostic)
        }
      } catch WorkerFailure.stopped {
        // It goes on with the image.
        slot.dropWorkers()
        throw .stopping
      } catch {
        slot.dropWorkers()
        throw .unavailable("\(error).", retryAfter: 5)
      }
    }
  }

  private func render(
    _ request: ImageRequest, as id: JobID, _ stop: ShutdownEvent, _ needs: inout DocumentNeeds,
    _ last: inout Worker?
  ) throws -> RenderedImage {
    let (template, link, limits) = (request.template, request.link, request.key.limits)
    let row = try template.row(of: request.payload.inputs)
    guard template.isUnchanged else {
      throw Problem.unavailable("The files of \(template.version) have changed.", retryAfter: 5)
    }
    var worker = try slot.prepare(&needs, template.document)
    last = worker
    if let unavailable = slot.unavailableEffect(of: needs, lastProvider: { _ in nil }) {
      throw Problem.unavailable(
        "The plugin of the \(ContentName.words(unavailable.effect)) is disabled after crashes.",
        retryAfter: Self.pluginPause)
    }
    let identity = try request.identity(in: needs.environment)
    let evaluator = try slot.evaluator(for: needs)
    let evaluation = try TemplateJob(
      TemplateRequest(
        owner: needs.owner.description, name: Self.job,
        data: DataRows(format: "jsonl", file: "", most: 1), limits: limits),
      document: template.document, data: MemoryFile.sealed("inputs", row))
    let (reply, jobs) = try evaluator.prepare(evaluation)
    let prepared = jobs.first { $0.about.variant == link.variant }
    let errors = reply.errors + (prepared?.about.errors ?? [])
    guard errors.isEmpty, let prepared else { throw Problem.job(errors.map(\.withoutRow)) }
    if needs.isExclusive || evaluator !== worker { worker = try slot.ready(for: needs) }
    last = worker
    slot.begin(needs, on: worker, as: .init(id: id.description, user: id.user))
    defer { worker.output?.end() }
    let content = Node.job(prepared.document, within: limits)
    try Self.checkEffects(content?.effectNames ?? [], of: needs.content)
    let roots = SourceRoots(allowed: [], files: limits.inputs, fileBytes: limits.inputBytes)
    let files = try content.map {
      roots.open(
        $0, from: template.folder.descriptor, isBundle: true,
        placeOfAbsolute: BundleFile.placeOfAbsolute, pinned: try Self.pinned($0, of: request))
    }
    var rendering = RenderRequest()
    rendering.owner = needs.owner.description
    rendering.name = prepared.about.name
    rendering.seed = try request.seed(in: needs.environment)
    rendering.format = link.format.rawValue
    rendering.isEvaluated = true
    rendering.environment = needs.environment
    rendering.otherEffects = needs.thirdParty.otherEffects
    rendering.limits = limits
    let job = RenderJob(
      rendering, document: prepared.document, content: content, files: files ?? [],
      plugins: needs.plugins, hashing: link.isReport ? .sha256 : nil)
    switch try worker.render(job, stop: stop) {
    case .failed(let errors):
      throw Problem.job(
        try evaluator.locate(errors, of: prepared, in: evaluation).map(\.withoutRow))
    case .finished(let report, let outputs):
      guard outputs.count == 1, let output = outputs.first else {
        throw Problem.job([
          Diagnostic(
            code: "several-outputs",
            message: "the template gives \(outputs.count) images; a link is for one.",
            path: ["output"])
        ])
      }
      let bytes = try output.content.read(limit: limits.outputBytes, of: output.info.file)
      return RenderedImage(
        identity: identity, type: link.type,
        bytes: link.isReport
          ? try Self.report(report, of: output.info, bytes, link, in: needs.environment) : bytes)
    }
  }

  /// The report of an image, as `scrimd` writes it for a job. It has no times: equal links have equal bytes.
  private static func report(
    _ rendering: RenderReport, of output: OutputRecord, _ bytes: [UInt8], _ link: ImageLink,
    in environment: String
  ) throws(SystemError) -> [UInt8] {
    var output = output
    output.bytes = bytes.count
    output.sha256 = try Digest.sha256(of: bytes)
    var report = JobReport()
    report.job = "\(link.template)"
    report.outputs = [output]
    report.environment = environment
    report.rendering = rendering
    report.rendering?.warnings = rendering.stored(rendering.warnings)
    report.rendering?.milliseconds = StageTimes()
    return report.bytes()
  }

  /// What is pinned for the URLs of an evaluated document: in the template's folder, and for the link.
  private static func pinned(
    _ document: Node, of request: ImageRequest
  ) throws(Problem) -> PinnedSources? {
    let urls = document.sourceURLs
    guard !urls.isEmpty else { return nil }
    var pinned = PinnedSources(of: request.template.folder.descriptor)
    if let own = request.pinned { pinned.add(urls, of: own.sources) }
    guard pinned.violation == nil else { return pinned }
    let errors = document.sources.filter { SourceName.isURL($0.name) && pinned[$0.name] == nil }
      .map { source in
        Diagnostic(
          code: "missing-source",
          message:
            "\(quoted(source.shownName)) is not fetched for a link: only the values of inputs "
            + "of the type \"source\" are.", path: source.path)
      }
    guard errors.isEmpty else { throw .job(errors) }
    return pinned
  }

  /// The worker says which effects a document has; the text of the template decides which it may have.
  private static func checkEffects(_ names: Set<String>, of template: Node?) throws(Problem) {
    let others = names.subtracting(template?.effectNames ?? []).subtracting([Node.filterEffect])
    guard !others.isEmpty else { return }
    throw .job([
      Diagnostic(
        code: "template-error",
        message: "the template gives effects that it does not name: "
          + others.sorted().map { quoted($0) }.joined(separator: ", ") + ".")
    ])
  }
}

extension WorkerCrash {
  /// Whether the image takes more than it may.
  fileprivate var isLimit: Bool {
    switch cause {
    case .timeLimit, .memoryLimit: true
    case .signal, .exit, .threadLimit, .systemErrors, .protocolViolation: false
    }
  }
}

extension Diagnostic {
  /// A link has no rows: its inputs are the only one.
  fileprivate var withoutRow: Diagnostic {
    var diagnostic = self
    diagnostic.template?.row = nil
    diagnostic.template?.data = nil
    return diagnostic
  }
}

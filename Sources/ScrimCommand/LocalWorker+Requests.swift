import ScrimDocument
package import ScrimJSON
import ScrimLinux
package import ScrimProtocol
import ScrimRecords
package import ScrimWorkerClient

extension LocalWorker {
  /// Renders a job.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - scale: The scale of all outputs; `nil` for the job's own.
  ///   - format: The format of all outputs; `nil` for the job's own.
  ///   - seed: The random seed if the job has none, 0..<2^53.
  ///   - isTraced: Whether the report includes a timeline and the plan.
  ///   - showsLayers: Whether an image of each layer is an output, too.
  ///   - hasDigests: Whether the report has the digests of files and layers.
  ///   - onStep: Called with the worker's step whenever it has changed, some times a second.
  /// - Returns: The images and the warnings, or the job's errors, with their places in the template.
  /// - Throws: A ``Failure``.
  package func render(
    _ job: LocalJob, scale: Double? = nil, format: String? = nil, seed: Int = Self.randomSeed(),
    isTraced: Bool = false, showsLayers: Bool = false, hasDigests: Bool = false,
    onStep: ((WorkerStep) -> Void)? = nil
  ) throws -> RenderResult {
    var request = RenderRequest()
    request.scale = scale
    request.format = format
    request.seed = seed
    request.isTraced = isTraced
    request.showsLayers = showsLayers
    let prepared = try prepare(request, of: job, hasDigests: hasDigests)
    return try reply(about: job.file.documentPath) { () throws(WorkerFailure) in
      switch try worker.render(prepared, stop: stop, onStep: onStep) {
      case .finished(var report, let outputs):
        report.warnings = try warnings(report.warnings, of: job)
        return .finished(report, outputs: outputs)
      case .failed(let errors): return .failed(try locate(errors, of: job))
      }
    }
  }

  /// Finds the errors and warnings of a job that can be found without rendering.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - isMeasured: Whether the reply has the places of everything.
  ///   - isDrawn: Whether texts that must be legible are measured, and a job whose outputs have `maxBytes` is rendered.
  ///   - isAdvised: Whether errors of texts that are not legible say what would help, which takes time.
  ///   - onStep: Called with the worker's step whenever it has changed, some times a second.
  /// - Returns: The errors, none for a valid job, and the warnings, with their places in the template.
  /// - Throws: A ``Failure``.
  package func validate(
    _ job: LocalJob, isMeasured: Bool = false, isDrawn: Bool = false, isAdvised: Bool = true,
    onStep: ((WorkerStep) -> Void)? = nil
  ) throws -> ValidateReply {
    var request = RenderRequest()
    request.seed = job.row?.prepared.seed(from: 0) ?? Self.randomSeed()
    request.isMeasured = isMeasured
    request.isDrawn = isDrawn
    request.isAdvised = isAdvised
    let prepared = try prepare(request, of: job)
    return try reply(about: job.file.documentPath) { () throws(WorkerFailure) in
      var reply = try worker.validate(prepared, stop: stop, onStep: onStep)
      reply.errors = try locate(reply.errors, of: job)
      reply.warnings = try warnings(reply.warnings, of: job)
      return reply
    }
  }

  /// Finds the errors and warnings of a job that a template gave.
  ///
  /// - Throws: A ``Failure``.
  package func validate(
    _ prepared: PreparedJob, _ template: TemplateJob, of file: TemplateFile
  ) throws -> ValidateReply {
    try validate(LocalJob(prepared, template, of: file))
  }

  private func prepare(
    _ request: RenderRequest, of job: LocalJob, hasDigests: Bool = false
  ) throws -> RenderJob {
    let file = job.file
    let folder = try file.openFolder()
    var request = request
    request.name = file.name
    request.isEvaluated = job.row != nil
    request.limits = limits
    // Places are measured for the author of a job, wherever it will be rendered.
    if !request.isMeasured, let environments {
      request.environment =
        RenderEnvironment.mayBeNamed(in: file.bytes)
        ? try Self.environment(of: program, by: environments).digest : ""
    }
    let content = Node.job(file.bytes, within: limits)
    let files = try content.map {
      file.roots.open(
        $0, from: folder, isBundle: file.isBundle, pinned: try fetcher?.sources(of: $0, in: file))
    }
    return RenderJob(
      request, document: file.bytes, content: content, files: files ?? [],
      hashing: hasDigests ? .sha256 : nil)
  }

  /// The places of errors in the template that gave the job.
  private func locate(
    _ found: [Diagnostic], of job: LocalJob
  ) throws(WorkerFailure) -> [Diagnostic] {
    guard let row = job.row else { return found }
    return try worker.locate(found, of: row.prepared, in: row.template)
  }

  private func warnings(
    _ found: [Diagnostic], of job: LocalJob
  ) throws(WorkerFailure) -> [Diagnostic] {
    (job.about?.warnings ?? []) + (try locate(found, of: job))
  }

  /// - Throws: A ``Failure`` in place of the worker's.
  private func reply<Reply>(
    about what: String, _ body: () throws(WorkerFailure) -> Reply
  ) throws -> Reply {
    do {
      return try body()
    } catch {
      throw Failure(error, of: what)
    }
  }

  package static func randomSeed() -> Int { .random(in: 0..<(1 << 53)) }

  // MARK: Templates

  /// A template whose rows are rendered.
  package func open(_ template: TemplateFile) throws -> TemplateJob {
    let request = TemplateRequest(
      name: template.job.name, settings: template.settings, isSample: template.isSample,
      data: template.data.map {
        DataRows(
          format: $0.format, file: $0.hasLines ? $0.path : "", delimiter: $0.delimiter,
          most: Self.rowsAtOnce, selection: $0.selection)
      }, limits: limits)
    do {
      return try TemplateJob(request, document: template.job.bytes, data: template.data?.file)
    } catch {
      throw Failure(.io, "\(error).")
    }
  }

  private static let rowsAtOnce = 64

  /// Has a template evaluated for the next rows of its data.
  ///
  /// - Parameters:
  ///   - template: The template.
  ///   - file: Its file.
  /// - Returns: The reply, and the jobs of each row and variant.
  /// - Throws: A ``Failure``.
  package func prepare(
    _ template: TemplateJob, of file: TemplateFile
  ) throws -> (reply: PrepareReply, jobs: [PreparedJob]) {
    let prepared = try reply(about: file.job.documentPath) { () throws(WorkerFailure) in
      try worker.prepare(template, stop: stop)
    }
    try fetcher?.prefetch(prepared.jobs, of: file.job)
    return prepared
  }

  /// Compares the pixels of two image files.
  ///
  /// - Parameters:
  ///   - one: A file.
  ///   - other: Another one.
  ///   - areas: Parts of the second image, `[x, y, width, height]` in its pixels.
  /// - Returns: How they differ.
  /// - Throws: A ``Failure``.
  package func compare(
    _ one: [UInt8], _ other: [UInt8], areas: [[Double]]
  ) throws -> ImageComparison {
    var request = CompareRequest()
    request.areas = areas
    request.limits = limits
    do {
      let files = try [one, other].map { try MemoryFile.sealed("image", $0) }
      return try worker.compare(request, files)
    } catch let error as WorkerFailure {
      throw Failure(error, of: "comparing images")
    } catch {
      throw Failure(.io, "\(error).")
    }
  }

  /// The effects that the worker has, and the plugins that it refused.
  package func effects() throws -> EffectListing {
    try reply(about: "scrim effects", worker.effects)
  }

  /// The JSON Schema of jobs with the effects that the worker has.
  package func schema() throws -> JSON {
    try reply(about: "scrim schema", worker.schema)
  }

  /// Checks an effect against its declarations.
  ///
  /// - Parameters:
  ///   - request: One of the worker's effects, and how much is checked.
  ///   - onStep: Called with the worker's step whenever it has changed, some times a second.
  /// - Returns: What was found, and files that show it.
  /// - Throws: ``WorkerFailure``.
  package func check(
    _ request: CheckRequest, onStep: @escaping (WorkerStep) -> Void
  ) throws(WorkerFailure) -> (outcome: WorkerReply<EffectCheck>.Outcome, evidence: [WorkerOutput]) {
    try worker.check(request, onStep: onStep)
  }
}

extension WorkerStep {
  /// As in "compose, layer 2, glow".
  package var words: String {
    let place = layer.map { ", layer \($0)" } ?? ""
    return effect.map { "\(stage)\(place), \($0)" } ?? "\(stage)\(place)"
  }
}

extension Failure {
  /// For a worker that did not reply.
  package init(_ failure: WorkerFailure, of what: String) {
    switch failure {
    case .crashed(let crash): self.init(.crash, "\(what): \(crash.words).")
    case .systemError(let reason): self.init(.io, "\(what): \(reason).")
    case .stopped: self.init(.io, "\(what): stopped before it finished.")
    }
  }
}

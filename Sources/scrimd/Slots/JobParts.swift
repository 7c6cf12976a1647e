import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimWorkerClient

/// What is rendered for a job: its document, or those that it gives as a template, one for each variant.
struct JobParts {
  /// `nil` for a job that is no template.
  private let template: TemplateJob?
  private let jobs: [PreparedJob]

  /// Has the document evaluated if it is a template.
  ///
  /// - Parameters:
  ///   - document: The job's document.
  ///   - content: The same, read; `nil` if it cannot be read.
  ///   - name: The job's name.
  ///   - owner: Its owner.
  ///   - settings: Values of the template's inputs.
  ///   - limits: The limits of each document.
  ///   - worker: A worker without plugins of others.
  /// - Throws: ``Failed`` with the job's errors; ``WorkerFailure``; `SystemError`.
  init(
    _ document: [UInt8], _ content: Node?, name: String, owner: String, settings: [InputSetting],
    limits: RenderLimits, worker: () throws -> Worker
  ) throws {
    guard let content, content["inputs"] != nil else {
      guard settings.isEmpty || content == nil else {
        throw Failed(errors: [
          Diagnostic(
            code: "not-a-template",
            message: "the submission sets values of inputs, but the job has no \"inputs\".")
        ])
      }
      template = nil
      let about = PrepareReply.Document(
        row: nil, variant: nil, name: name, bytes: document.count, errors: [])
      jobs = [PreparedJob(about: about, document: document)]
      return
    }
    let template = try TemplateJob(
      TemplateRequest(
        owner: owner, name: name, settings: settings, limits: limits), document: document)
    let (reply, jobs) = try worker().prepare(template)
    let errors = reply.errors + reply.documents.flatMap(\.errors)
    guard errors.isEmpty else { throw Failed(errors: errors) }
    self.template = template
    self.jobs = jobs
    let allowed = Self.effects(of: content)
    for job in jobs {
      let names = Node.job(job.document, within: limits)?.effectNames ?? []
      try Self.checkEffects(names, allowed)
    }
  }

  /// The documents of a row of a batch.
  ///
  /// - Parameters:
  ///   - template: The template with the data.
  ///   - jobs: The row's documents.
  init(_ template: TemplateJob, _ jobs: [PreparedJob]) {
    self.template = template
    self.jobs = jobs
  }

  /// The effects that documents of a template may have.
  static func effects(of template: Node) -> Set<String> {
    template.effectNames.union([Node.filterEffect])
  }

  /// The worker says which effects a document has; the text of the template decides which it may have.
  ///
  /// - Parameters:
  ///   - names: The effects of a document.
  ///   - allowed: Those that it may have.
  /// - Throws: ``Failed``.
  static func checkEffects(_ names: Set<String>, _ allowed: Set<String>) throws(Failed) {
    guard names.isSubset(of: allowed) else {
      throw Failed(errors: [
        Diagnostic(
          code: "template-error",
          message: "the template gives effects that it does not name: "
            + names.subtracting(allowed).sorted().map { quoted($0) }.joined(separator: ", ") + "."
        )
      ])
    }
  }

  /// The job has errors.
  struct Failed: Error {
    let errors: [Diagnostic]
  }

  /// Renders all documents.
  ///
  /// - Parameters:
  ///   - worker: The worker.
  ///   - limits: The limits of each document; the time is for all.
  ///   - make: The request for a document, whether a template gave it, its name and its limits.
  ///   - render: Renders a document with the worker.
  /// - Returns: The images of all documents, or the errors of the first that has any.
  /// - Throws: ``WorkerFailure``.
  func render(
    with worker: Worker, limits: RenderLimits,
    make: (PreparedJob, _ isEvaluated: Bool, RenderLimits) -> RenderJob,
    render: (RenderJob) throws(WorkerFailure) -> RenderResult
  ) throws(WorkerFailure) -> RenderResult {
    let begin = ContinuousClock.now
    var outputs: [WorkerOutput] = []
    var reports: [(variant: String?, report: RenderReport)] = []
    for job in jobs {
      var limits = limits
      let spent = Int((ContinuousClock.now - begin) / .seconds(1))
      limits.seconds = max(1, limits.seconds - spent)
      switch try located(render(make(job, template != nil, limits)), of: job, worker) {
      case .failed(let errors): return .failed(errors)
      case .finished(let report, let images):
        guard template != nil else { return .finished(report, outputs: images) }
        if let conflict = conflict(images, outputs, job.about.variant) {
          return .failed([conflict])
        }
        reports.append((job.about.variant, report))
        outputs += images.map { $0.of(variant: job.about.variant) }
      }
    }
    guard let report = RenderReport.merged(reports) else {
      throw .crashed(WorkerCrash(cause: .protocolViolation("an invalid report")))
    }
    return .finished(report, outputs: outputs)
  }

  /// What came of a document, with the places of its errors and warnings in the template that gave it.
  ///
  /// - Throws: ``WorkerFailure``.
  func located(
    _ result: RenderResult, of job: PreparedJob, _ worker: Worker
  ) throws(WorkerFailure) -> RenderResult {
    guard let template else { return result }
    switch result {
    case .failed(let errors): return .failed(try worker.locate(errors, of: job, in: template))
    case .finished(var report, let outputs):
      report.warnings = try worker.locate(report.warnings, of: job, in: template)
      return .finished(report, outputs: outputs)
    }
  }

  /// The error of two variants with an output of one name.
  private func conflict(
    _ images: [WorkerOutput], _ earlier: [WorkerOutput], _ variant: String?
  ) -> Diagnostic? {
    let names = Set(earlier.map { Array($0.info.file.utf8) })
    guard let image = images.first(where: { names.contains(Array($0.info.file.utf8)) }) else {
      return nil
    }
    return Diagnostic(
      code: "duplicate-output",
      message: "the output \(quoted(image.info.file)) is also one of an earlier variant: "
        + "use ${variant} in \"file\", or leave it out.",
      path: ["output"], template: TemplatePlace(path: ["output"], variant: variant))
  }
}

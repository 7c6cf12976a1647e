import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimTemplate
import ScrimWorkerClient

/// Has jobs drawn by one worker, which stays warm until plugins change or something goes wrong, and keeps
/// a spare for then.
///
/// Used by one thread.
final class PreviewRenderer {
  /// Formats that browsers show.
  private static let shown: Set = ["png", "jpeg", "webp", "svg"]
  /// The largest picture that a worker hands out, bytes.
  private static let maxBytes = RenderLimits().outputBytes

  private let plugins: [String]
  private let fonts: [String]
  private let fetcher: SourceFetcher
  /// The path of the data of templates.
  private let data: String?
  private var table: DataTable?
  // What is random stays as it is from one drawing to the next.
  private let seed = Int.random(in: 0..<(1 << 53))
  private var worker: LocalWorker?
  private var standby: LocalWorker.Standby?
  /// One that is not needed any more. To let go of it takes the kernel some milliseconds, for which nobody
  /// should wait.
  private var retired: LocalWorker?
  private var refusals: [String] = []
  private var images = 0
  /// How often plugins were loaded because they had changed.
  private(set) var loads = 0
  /// The effects with their declarations; `nil` until they are known.
  private(set) var effects: EffectListing?

  /// - Parameters:
  ///   - plugins: Folders of plugins that come before those of the installation.
  ///   - fonts: Font files and folders of fonts besides the installed ones.
  ///   - fetcher: Where the files of URLs come from.
  ///   - data: The path of the data of templates.
  init(plugins: [String], fonts: [String], _ fetcher: SourceFetcher, data: String?) {
    self.plugins = plugins
    self.fonts = fonts
    self.fetcher = fetcher
    self.data = data
  }

  /// Has the data read anew before the next drawing.
  func forgetData() { table = nil }

  /// Has the plugins loaded anew before the next drawing.
  func forgetPlugins() {
    retired = worker
    worker = nil
    effects = nil
  }

  /// Makes ready for plugins to come: to be called when there is nothing to draw.
  func prepare() {
    retired = nil
    if standby?.isUpToDate != true { standby = LocalWorker.Standby(plugins: plugins, fonts: fonts) }
  }

  /// Whether ``prepare()`` would do something.
  var isPrepared: Bool { retired == nil && standby?.isUpToDate == true }

  /// Draws a job.
  ///
  /// - Parameters:
  ///   - path: The job's document, or the folder of its bundle.
  ///   - document: The text to render instead of the file's.
  ///   - choice: The row and the settings of a template.
  /// - Returns: The images, or the errors.
  func draw(_ path: String, document: [UInt8]? = nil, _ choice: RowChoice) -> Drawing {
    let start = ContinuousClock.now
    fetcher.forgetErrors()
    var drawing = Drawing(job: path, document: document ?? [])
    do {
      var job = try JobFile(at: path)
      if let document { job.bytes = document }
      drawing = Drawing(job: job.documentPath, document: job.bytes)
      let worker = try readyWorker()
      drawing.messages = refusals.map { Drawing.Message(trouble: $0) }
      if TemplateFile.isTemplate(job) {
        try draw(job, choice, with: worker, into: &drawing)
      } else if data != nil {
        throw Failure(
          .dataError, "The job is not a template: without \"inputs\" it takes no data.")
      } else {
        try draw(job, with: worker, into: &drawing)
      }
    } catch {
      let words = (error as? Failure)?.message ?? "\(error)"
      drawing.messages.append(Drawing.Message(trouble: words))
    }
    drawing.plugins = loads
    drawing.milliseconds = ((ContinuousClock.now - start) / .milliseconds(1)).rounded()
    return drawing
  }

  private func draw(_ job: JobFile, with worker: LocalWorker, into drawing: inout Drawing) throws {
    defer { if worker.retireReason != nil { self.worker = nil } }
    switch try worker.render(LocalJob(job), seed: seed, isTraced: true) {
    case .finished(let report, let outputs):
      drawing.messages += report.warnings.map {
        Drawing.Message(.warning, $0, file: job.documentPath)
      }
      guard let variant = try variant(nil, of: outputs, report) else {
        guard let other = job.withoutOutput else { return }
        return try draw(other, with: worker, into: &drawing)
      }
      show([variant], in: &drawing)
    case .failed(let diagnostics):
      drawing.messages += diagnostics.map { Drawing.Message(.error, $0, file: job.documentPath) }
    }
  }

  /// Draws all variants of one row of a template.
  private func draw(
    _ job: JobFile, _ choice: RowChoice, with worker: LocalWorker, into drawing: inout Drawing
  ) throws {
    defer { if worker.retireReason != nil { self.worker = nil } }
    if let data, table == nil { table = try DataTable(at: data) }
    var file = TemplateFile(job)
    file.settings = choice.settings
    file.isSample = table == nil
    file.data = table?.file
    file.data?.selection = [choice.row...choice.row]
    if let document = try? job.document() {
      drawing.form = TemplateForm(document, choice, table)
    }
    if let table, let error = table.error {
      drawing.messages.append(Drawing.Message(trouble: error.text(file: table.file.path)))
    }
    let template = try worker.open(file)
    let (reply, jobs) = try worker.prepare(template, of: file)
    drawing.form?.unusedColumns = reply.unusedColumns
    func report(_ kind: Drawing.Message.Kind, _ diagnostics: [Diagnostic]) {
      drawing.messages += diagnostics.map { Drawing.Message(kind, $0, file: job.documentPath) }
    }
    report(.error, reply.errors)
    if reply.errors.isEmpty, jobs.isEmpty, let table, table.error == nil {
      let message =
        table.count == 0
        ? "\(table.file.path) has no rows." : "\(table.file.path) has no row \(choice.row)."
      drawing.messages.append(Drawing.Message(trouble: message))
    }
    var variants: [Drawing.Variant] = []
    for prepared in jobs {
      guard prepared.about.errors.isEmpty else {
        report(.error, prepared.about.errors)
        continue
      }
      let job = LocalJob(prepared, template, of: file)
      let seed = prepared.seed(from: seed)
      switch try worker.render(job, seed: seed, isTraced: true) {
      case .finished(let finished, let outputs):
        report(.warning, finished.warnings)
        if let variant = try variant(prepared.about.variant, of: outputs, finished) {
          variants.append(variant)
          continue
        }
        // A browser's page shows no PDF among images.
        switch try worker.render(job, format: "png", seed: seed, isTraced: true) {
        case .finished(let finished, let outputs):
          if let variant = try variant(prepared.about.variant, of: outputs, finished) {
            variants.append(variant)
          }
        case .failed(let diagnostics): report(.error, diagnostics)
        }
      case .failed(let diagnostics): report(.error, diagnostics)
      }
    }
    if !jobs.isEmpty, variants.count == jobs.count { show(variants, in: &drawing) }
  }

  /// The images that a browser shows; `nil` if there are none.
  private func variant(
    _ name: String?, of outputs: [WorkerOutput], _ report: RenderReport
  ) throws -> Drawing.Variant? {
    let shown = outputs.filter { Self.shown.contains($0.info.format) }
    guard !shown.isEmpty else { return nil }
    let bytes = try shown.map {
      try $0.content.read(limit: Self.maxBytes, of: "an image")
    }
    return Drawing.Variant(
      name: name, outputs: Array(zip(shown.map(\.info), bytes)), plan: report.trace?.plan ?? .null)
  }

  private func show(_ variants: [Drawing.Variant], in drawing: inout Drawing) {
    images += 1
    drawing.images = Drawing.Images(number: images, variants: variants)
    drawing.isDrawn = true
  }

  private func readyWorker() throws -> LocalWorker {
    if let worker { return worker }
    let isUpToDate = standby?.isUpToDate == true
    let fresh =
      try (isUpToDate ? standby?.worker(fetcher) : nil)
      ?? LocalWorker(plugins: plugins, fonts: fonts, fetcher: fetcher)
    standby = nil
    refusals = fresh.refusals
    if effects?.effects.isEmpty ?? true {
      effects = try fresh.effects()
      loads += 1
    }
    worker = fresh
    return fresh
  }
}

extension Drawing.Message {
  /// An error of the job.
  init(_ kind: Kind, _ diagnostic: Diagnostic, file: String) {
    self.init(
      kind: kind, text: diagnostic.text(file: file), words: diagnostic.message,
      position: diagnostic.position)
  }

  /// What is not the job's fault.
  init(trouble words: String) {
    self.init(kind: .trouble, text: words, words: words, position: nil)
  }
}

extension JobFile {
  /// The job with one PNG in place of its own outputs; `nil` if it has none or can't be read.
  fileprivate var withoutOutput: JobFile? {
    guard let members = (try? JSON(parsing: bytes))?.object else { return nil }
    let rest = members.filter { $0.key != "output" }
    guard rest.count < members.count else { return nil }
    var job = self
    job.bytes = JSON.object(rest).bytes()
    return job
  }
}

import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
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
  init(plugins: [String], fonts: [String]) {
    self.plugins = plugins
    self.fonts = fonts
  }

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
  /// - Returns: The images, or the errors.
  func draw(_ path: String, document: [UInt8]? = nil) -> Drawing {
    let start = ContinuousClock.now
    var drawing = Drawing(job: path, document: document ?? [])
    do {
      var job = try JobFile(at: path)
      if let document { job.bytes = document }
      drawing = Drawing(job: job.documentPath, document: job.bytes)
      let worker = try readyWorker()
      drawing.messages = refusals.map { Drawing.Message(trouble: $0) }
      try draw(job, with: worker, into: &drawing)
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
    switch try worker.render(job, seed: seed, isTraced: true) {
    case .finished(let report, let outputs):
      drawing.messages += report.warnings.map {
        Drawing.Message(.warning, $0, file: job.documentPath)
      }
      let shown = outputs.filter { Self.shown.contains($0.info.format) }
      if shown.isEmpty, let other = job.withoutOutput {
        return try draw(other, with: worker, into: &drawing)
      }
      images += 1
      let bytes = try shown.map {
        try $0.content.readAll(limit: Self.maxBytes, of: "an image")
      }
      drawing.images = Drawing.Images(
        number: images, outputs: Array(zip(shown.map(\.info), bytes)),
        plan: report.plan ?? .null)
      drawing.isDrawn = true
    case .failed(let diagnostics):
      drawing.messages += diagnostics.map { Drawing.Message(.error, $0, file: job.documentPath) }
    }
  }

  private func readyWorker() throws -> LocalWorker {
    if let worker { return worker }
    let isUpToDate = standby?.isUpToDate == true
    let fresh =
      try (isUpToDate ? standby?.worker : nil) ?? LocalWorker(plugins: plugins, fonts: fonts)
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

import Glibc
import ScrimCodecs
import ScrimDocument
import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit
import ScrimLinux
import ScrimPlugins
import ScrimProtocol
import ScrimRender

/// Reads jobs, and renders or validates them.
struct JobRenderer {
  let plugins: PluginSet
  private let installed: InstalledFonts
  private let cache: RenderCache
  private let fontFiles: FontDescriptors
  private let jobFonts: JobFontCache
  private let line: Channel
  private let memory: Int
  private let glyphBytes: Int
  private let textBytes: Int

  /// - Parameters:
  ///   - plugins: The effects.
  ///   - fonts: The installed ones, open for all jobs.
  ///   - cacheBytes: What may be kept of jobs for later ones, bytes; at most a quarter of `memory` is.
  ///   - memory: What the process may have, bytes.
  ///   - line: Where files for the pictures come from.
  init(
    plugins: PluginSet, fonts: InstalledFonts, cacheBytes: Int, memory: Int,
    line: Channel
  ) {
    self.plugins = plugins
    self.line = line
    self.memory = memory
    fontFiles = FontDescriptors(line)
    jobFonts = JobFontCache(fontFiles)
    installed = fonts
    let cacheLimit = min(cacheBytes, memory / 4)
    // Masks of letters are small beside pictures, and texts beside those.
    (glyphBytes, textBytes) = (cacheLimit / 16, cacheLimit / 64)
    fonts.library.setGlyphCacheLimit(bytes: glyphBytes)
    fonts.library.setTextCacheLimit(bytes: textBytes)
    cache = RenderCache(limit: cacheLimit - glyphBytes - textBytes)
  }

  /// Why no other job should be rendered in this process; `nil` if there is no reason.
  var retireReason: String? { fontFiles.retireReason ?? installed.retireReason }

  /// The installed fonts.
  var fonts: FontLibrary { installed.library }

  /// What came of rendering a job, with the bytes of its images.
  struct Rendering {
    var outcome: WorkerReply<RenderReport>.Outcome
    var outputs: [RenderedOutput] = []
  }

  typealias RenderedOutput = (info: OutputRecord, content: ImmutableBytes)

  /// Renders a job.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - attached: The document, then the sources that could be opened.
  ///   - progress: Called before each step.
  /// - Returns: The images, or the job's errors.
  func render(
    _ request: RenderRequest, _ attached: Attachments,
    progress: @escaping (WorkerStep) -> Void
  ) -> Rendering {
    perform(request, attached, progress) { reading, job, sources in
      try render(reading, job, request, sources, progress)
    } failed: {
      Rendering(outcome: .failed($0))
    }
  }

  /// Finds the errors and warnings of a job that can be found without rendering.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - attached: The document, then the sources that could be opened.
  ///   - progress: Called before each step.
  /// - Returns: The errors and warnings.
  func validate(
    _ request: RenderRequest, _ attached: Attachments,
    progress: @escaping (WorkerStep) -> Void
  ) -> ValidateReply {
    perform(request, attached, progress) { reading, job, sources in
      let found = try renderer(of: request).check(
        reading, sources: sources, isMeasured: request.isMeasured,
        drawnSeed: request.isDrawn ? request.seed : nil, isAdvised: request.isAdvised
      ) { progress(WorkerStep($0)) }
      return ValidateReply {
        $0.errors = found.errors
        $0.warnings = found.warnings + request.replacedSources(of: job)
        $0.texts = found.texts.map(TextMeasure.init)
        $0.measures = found.measures
        $0.concealed = found.concealed
      }
    } failed: { errors in
      ValidateReply { $0.errors = errors }
    }
  }

  /// Reads a job and works on it. All errors of the job become results; others end the process.
  private func perform<Result>(
    _ request: RenderRequest, _ attached: Attachments,
    _ progress: @escaping (WorkerStep) -> Void,
    work: (JobReading, Job, [String: SourceFile]) throws -> Result,
    failed: ([Diagnostic]) -> Result
  ) -> Result {
    progress(WorkerStep(stage: "read"))
    // The client has compared the fonts that this process was started with.
    let hasEnvironment = request.environment.map { !$0.isEmpty } ?? false
    if !hasEnvironment, installed.renew() { forgetAll() }
    cache.serve(request.owner, fonts)
    jobFonts.serve(request.owner)
    plugins.load(request.plugins)
    defer {
      jobFonts.endJob()
      fontFiles.endJob()
    }
    do {
      guard let (document, files) = try attached.parts() else {
        throw ChannelError(.malformed, "a request has no document")
      }
      let reading = try read(request, document, progress)
      guard let job = reading.job else { return failed(reading.diagnostics) }
      try checkEnvironment(of: job, request)
      let sources = try sources(of: request, files)
      return try withinMemory(job, { try work(reading, job, sources) }, failed: failed)
    } catch let diagnostics as JobDiagnostics {
      return failed(diagnostics.diagnostics)
    } catch let error as DrawingError {
      // The memory that a worker may have is a limit of the job, not a system error.
      return failed([error == .noFont ? .noFont : .undrawable(error.message)])
    } catch let error as CodecError {
      return failed([.undrawable(error.message)])
    } catch let error as SystemError where error.isOwnDescriptorLimit {
      endWithoutDescriptors("\(error)")
    } catch let error as ChannelError where error.code == .noDescriptors {
      endWithoutDescriptors(error.message)
    } catch {
      end(WorkerExit.internalError, "\(error)")
    }
  }

  /// - Throws: `JobDiagnostics` if the job requires another environment than this machine has.
  private func checkEnvironment(of job: Job, _ request: RenderRequest) throws {
    guard let required = job.environment, let own = request.environment, required != own else {
      return
    }
    let found =
      own.isEmpty
      ? "which cannot be compared: write the key without escapes, and not by a template's expression."
      : "this machine has \(own); \"scrim environment --json\" lists its files."
    throw JobDiagnostics(diagnostics: [
      job.diagnostic(
        "other-environment", "the job requires \(required), \(found)", at: ["environment"])
    ])
  }

  /// Works on a job, with empty caches if there is no memory otherwise: the result of a job must not depend
  /// on the jobs before it.
  private func withinMemory<Result>(
    _ job: Job, _ body: () throws -> Result, failed: ([Diagnostic]) -> Result
  ) throws -> Result {
    let hasCached = !cache.isEmpty
    do {
      do {
        return try body()
      } catch is OutOfMemory where hasCached {
        forgetAll()
        return try body()
      }
    } catch let error as OutOfMemory {
      return failed([error.diagnostic(in: job, limit: memory)])
    }
  }

  /// Frees what is kept of earlier jobs.
  private func forgetAll() {
    cache.removeAll()
    jobFonts.removeAll()
    fonts.setGlyphCacheLimit(bytes: glyphBytes)
    fonts.setTextCacheLimit(bytes: textBytes)
    cache.serve(cache.owner, fonts)
  }

  /// Its own limit, not the system's: something here does not close what it opens. In a fresh process the
  /// job may come out.
  private func endWithoutDescriptors(_ reason: String) -> Never {
    end(WorkerExit.outOfDescriptors, reason)
  }

  /// What a job cannot bring about: whether it is a system error is for the daemon to decide.
  private func end(_ status: Int32, _ reason: String) -> Never {
    Journal.error(reason)
    exit(status)
  }

  private func read(
    _ request: RenderRequest, _ document: ImmutableBytes,
    _ progress: @escaping (WorkerStep) -> Void
  ) throws -> JobReading {
    JobReading(
      try document.read(limit: request.limits.jobBytes, of: "the job"), name: request.name,
      effects: plugins.effects, unloaded: unloaded(in: request), scale: request.scale,
      format: request.format.flatMap(Output.Format.init),
      limits: reduced(request.limits), isEvaluated: request.isEvaluated
    ) { running in
      progress(WorkerStep(stage: "read", layer: running?.layer, effect: running?.name))
    }
  }

  /// What the message about an unknown effect says of those that are not loaded here.
  private func unloaded(in request: RenderRequest) -> UnloadedEffects {
    let here = plugins.refused.map { ($0.path.fileName, $0.reason) }
    let elsewhere = request.otherEffects.refused.map { ($0.file, $0.reason) }
    let files = Set(here.map(\.0))
    return UnloadedEffects(
      names: request.otherEffects.names,
      refusals: here + elsewhere.filter { !files.contains($0.0) })
  }

  private func sources(
    of request: RenderRequest, _ files: [OwnedDescriptor]
  ) throws -> [String: SourceFile] {
    var sources: [String: SourceFile] = [:]
    for (source, index) in zip(request.sources, request.descriptorIndices) {
      sources[source.name] = source.unavailable.map { .unavailable($0) }
      guard let index, files.indices.contains(index) else { continue }
      sources[source.name] = try content(
        of: files[index], named: source.name, limit: request.limits.inputBytes)
    }
    return sources
  }

  /// The file's owner can change it after it was opened, and its disk can fail: that is the job's error.
  private func content(
    of file: OwnedDescriptor, named name: String, limit: Int
  ) throws(SystemError) -> SourceFile {
    do {
      return .bytes(try file.readAll(limit: limit, of: name))
    } catch {
      guard !error.isOwnDescriptorLimit else { throw error }
      return .unavailable(
        error.isTooLarge
          ? "\(quoted(name)) grew while being read and exceeds the limit of \(limit) bytes."
          : "\(quoted(name)) cannot be read: \(error.code).")
    }
  }

  private func render(
    _ reading: JobReading, _ job: Job, _ request: RenderRequest,
    _ sources: [String: SourceFile], _ progress: @escaping (WorkerStep) -> Void
  ) throws -> Rendering {
    var outputs: [RenderedOutput] = []
    var bytes = 0
    func deliver(_ layer: LayerImage) throws {
      bytes += layer.bytes.count
      guard bytes <= request.limits.outputBytes else {
        throw JobDiagnostics(diagnostics: [
          job.diagnostic(
            "output-too-large",
            "with its layer images the job has \(bytes) bytes; "
              + "at most \(request.limits.outputBytes) are allowed.", at: ["output"])
        ])
      }
      let info = OutputRecord(
        file: layer.file, format: "png", width: layer.width, height: layer.height,
        bytes: layer.bytes.count, layer: layer.index)
      outputs.append((info, try line.content("layer", layer.bytes)))
    }
    var report = try renderer(of: request).render(
      reading, sources: sources, seed: job.seed ?? request.seed, isTraced: request.isTraced,
      progress: { progress(WorkerStep($0)) },
      deliver: { output in
        bytes += output.bytes.count
        guard bytes <= request.limits.outputBytes else {
          let file = output.output.file
          let what = outputs.isEmpty ? "\(file) has" : "the outputs up to \(file) have"
          throw JobDiagnostics(diagnostics: [
            job.diagnostic(
              "output-too-large",
              "\(what) \(bytes) bytes; "
                + "at most \(request.limits.outputBytes) are allowed.",
              at: ["output"])
          ])
        }
        outputs.append((output.record, try line.content("output", output.bytes)))
      }, deliverLayer: request.showsLayers ? deliver : nil)
    report.warnings += request.replacedSources(of: job)
    report.details?.fetched = request.fetched(of: job)
    if request.isOfRow { report.reduceToRow() }
    return Rendering(outcome: .finished(report), outputs: outputs)
  }

  /// A canvas takes four bytes a pixel, and so do what is drawn for it and what is made of it: one that
  /// cannot come out is an error with a place, not the end of the worker.
  private func reduced(_ limits: RenderLimits) -> RenderLimits {
    var limits = limits
    limits.canvasPixels = min(limits.canvasPixels, memory / 12)
    return limits
  }

  private func renderer(of request: RenderRequest) -> Renderer {
    Renderer(fonts: fonts, limits: reduced(request.limits), cache: cache, jobFonts: jobFonts)
  }
}

extension TextMeasure {
  fileprivate init(_ text: MeasuredText) {
    self.init()
    layer = text.layer
    self.text = String(text.text.prefix(Self.longestText))
    characters = text.characters
    size = text.size
    askedSize = text.askedSize
    lines = text.lines
    isShortened = text.isShortened
    substituted = text.substituted
    otherFonts = text.otherFonts
  }
}

extension Diagnostic {
  /// A job that Cairo or a codec gave up on, as a rule for a size.
  fileprivate static func undrawable(_ reason: String) -> Diagnostic {
    Diagnostic(
      code: "undrawable",
      message: "the image could not be rendered: \(reason). Reduce the canvas size or the scale.")
  }

  fileprivate static let noFont = Diagnostic(
    code: "undrawable",
    message: "the image could not be rendered: \(DrawingError.noFont.message). "
      + "Install one, such as Debian's fonts-noto-core: workers read /usr/share/fonts and /usr/local/share/fonts."
  )
}

extension WorkerStep {
  fileprivate init(_ progress: Renderer.Progress) {
    switch progress {
    case .decode(let layer): self.init(stage: "decode", layer: layer)
    case .layout(let layer): self.init(stage: "layout", layer: layer)
    case .compose(let layer): self.init(stage: "compose", layer: layer)
    case .effect(let name, let layer):
      self.init(stage: "compose", layer: layer, effect: name)
    case .encode: self.init(stage: "encode")
    }
  }
}

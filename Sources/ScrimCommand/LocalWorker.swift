import Glibc
package import ScrimDocument
package import ScrimJSON
package import ScrimLinux
package import ScrimProtocol
import ScrimRecords
package import ScrimWorkerClient
import SystemPackage

/// A `scrim-worker` of the command's own, in the same sandbox as the daemon's, so that a picture
/// is the same from either and a crash is an exit status.
package struct LocalWorker {
  private let worker: Worker
  private let program: WorkerProgram
  /// Reads the environment that a job's own is compared with; `nil` if any will do.
  private let environments: EnvironmentReader?
  /// Where the files of URLs come from; `nil` where URLs are errors.
  private let fetcher: SourceFetcher?
  private var limits: RenderLimits
  /// Once set, what it renders, validates or evaluates is given up.
  package var stop: ShutdownEvent?
  /// The plugins that ended, or held up, the worker that loaded them.
  private let crashed: [RefusedFile]

  /// - Parameters:
  ///   - plugins: Folders of plugins that come before those of the installation.
  ///   - fonts: Font files and folders of fonts besides the installed ones and the user's.
  ///   - isAlone: Whether there are to be no others.
  ///   - isDebugged: Whether it has no sandbox and no time limit, and prints a backtrace when it crashes.
  ///   - environments: Reads the environment that a job's own is compared with; `nil` if any will do.
  ///   - fetcher: Where the files of URLs come from; `nil` where URLs are errors.
  ///   - limits: What a job may cost.
  /// - Throws: A ``Failure`` when there is no worker to be had.
  package init(
    plugins: [String], fonts: [String] = [], isAlone: Bool = false, isDebugged: Bool = false,
    environments: EnvironmentReader? = nil, fetcher: SourceFetcher? = nil,
    limits: RenderLimits = RenderLimits()
  ) throws {
    try Self.requireFonts(fonts)
    self.environments = environments
    self.fetcher = fetcher
    self.limits = limits
    do {
      var program = try Self.program(
        plugins: plugins, fonts: fonts, isAlone: isAlone, limits: limits)
      program.options.isDebugged = isDebugged
      // Some thirty years.
      if isDebugged { self.limits.seconds = 1 << 30 }
      // Root's, if it only tries a plugin, has no more rights than the daemon's.
      program.options.isUnprivileged = isAlone && geteuid() == 0
      self.program = program
      // What a plugin prints must not control the terminal; a debugger's user sees it as it is.
      let report: ((WorkerOutputLog.Line) -> Void)? = isDebugged ? nil : { Self.show($0) }
      (worker, crashed) = try program.startWithoutCrashingPlugins(
        maxLines: Self.maxOutputLines, report: report)
    } catch {
      throw Failure(.crash, "\(error).")
    }
  }

  /// Lines of a plugin that are printed for each job.
  private static let maxOutputLines = 1000

  private static func show(_ line: WorkerOutputLog.Line) {
    switch line.content {
    case .text(let text): StandardStream.error.write("\(printable(text))\n")
    case .dropped(let count): StandardStream.error.write("… \(count) more lines dropped\n")
    }
  }

  private init(_ worker: Worker, _ program: WorkerProgram, _ fetcher: SourceFetcher?) {
    self.worker = worker
    self.program = program
    self.fetcher = fetcher
    environments = nil
    limits = RenderLimits()
    crashed = []
  }

  /// The environment of a worker that is started with these plugins and fonts.
  ///
  /// - Throws: A ``Failure``.
  package static func environment(
    plugins: [String], fonts: [String], by reader: EnvironmentReader
  ) throws -> RenderEnvironment {
    try requireFonts(fonts)
    do {
      return try environment(
        of: program(plugins: plugins, fonts: fonts, isAlone: false), by: reader)
    } catch let error as WorkerError {
      throw Failure(.crash, "\(error).")
    }
  }

  private static func environment(
    of program: WorkerProgram, by reader: EnvironmentReader
  ) throws -> RenderEnvironment {
    do {
      return try reader.read(program).environment
    } catch let error as WorkerFailure {
      throw Failure(error, of: "the environment")
    } catch {
      throw Failure(.io, "\(error).")
    }
  }

  private static func requireFonts(_ fonts: [String]) throws {
    if let path = fonts.first(where: { access($0, R_OK) != 0 }) {
      throw Failure(.missing, "\(path): no such file or folder of fonts.")
    }
  }

  private static func program(
    plugins: [String], fonts: [String], isAlone: Bool, limits: RenderLimits = RenderLimits()
  ) throws(WorkerError) -> WorkerProgram {
    var program = try WorkerProgram.find(
      plugins: plugins, besidesInstalled: !isAlone, limits: limits)
    program.options.fonts = fonts + (isAlone ? [] : userFonts())
    return program
  }

  /// The folders of the user's own fonts, which the environment of a worker does not name.
  private static func userFonts() -> [String] {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let home = variable("HOME") else { return [] }
    let data = variable("XDG_DATA_HOME") ?? "\(home)/.local/share"
    return ["\(home)/.fonts", "\(data)/fonts"].filter { access($0, R_OK | X_OK) == 0 }
  }

  /// A worker that lacks nothing but its plugins, for when there are others.
  package struct Standby {
    private let standby: StandbyWorker
    private let program: WorkerProgram

    /// Starts one, and does not wait for it. `nil` if none can be started; the error is thrown at first use.
    ///
    /// - Parameters:
    ///   - plugins: Folders of plugins that come before those of the installation.
    ///   - fonts: Font files and folders of fonts besides the installed ones and the user's.
    package init?(plugins: [String], fonts: [String] = []) {
      guard
        let program = try? LocalWorker.program(plugins: plugins, fonts: fonts, isAlone: false),
        let standby = try? StandbyWorker(program)
      else { return nil }
      self.standby = standby
      self.program = program
    }

    /// Whether it is as one that is started now.
    package var isUpToDate: Bool { standby.isUpToDate }

    /// The worker with the plugins that there are now.
    ///
    /// - Parameter fetcher: Where the files of URLs come from.
    /// - Returns: `nil` if it has ended, or if it ended while it loaded them: who starts one hears why.
    package func worker(_ fetcher: SourceFetcher) -> LocalWorker? {
      guard let worker = try? standby.loaded() else { return nil }
      return LocalWorker(worker, program, fetcher)
    }
  }

  /// The plugins that the worker refused, a line each: "Refused my/libGlow.so: …".
  package var refusals: [String] {
    let reasons = Dictionary(crashed.map { ($0.path, $0.reason) }) { first, _ in first }
    return worker.refused.map { "Refused \($0.path): \(reasons[$0.path] ?? $0.reason)" }
  }

  /// The number of its process.
  package var processID: Int32 { worker.processID }

  /// Waits until a debugger has attached to it, or it has ended.
  package func waitForDebugger() {
    while let tracer = tracer(), tracer == 0 { usleep(50_000) }
  }

  /// The process that traces it, 0 for none; `nil` if it has ended (proc(5), TracerPid).
  private func tracer() -> Int? {
    let number = Glibc.open("/proc/\(processID)/status", O_RDONLY | O_CLOEXEC)
    guard number >= 0,
      let bytes = try? OwnedDescriptor(owning: number).readAll(limit: 1 << 16, of: "its status")
    else { return nil }
    let key = "TracerPid:\t"
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(key) }.flatMap { Int($0.dropFirst(key.count)) }
  }

  /// Why it should draw no other job; `nil` if it may.
  package var retireReason: String? { worker.retireReason }

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
  /// - Returns: The images, or the job's errors.
  /// - Throws: A ``Failure``.
  package func render(
    _ job: JobFile, scale: Double? = nil, format: String? = nil, seed: Int = Self.randomSeed(),
    isTraced: Bool = false, showsLayers: Bool = false, hasDigests: Bool = false,
    onStep: ((WorkerStep) -> Void)? = nil
  ) throws -> RenderResult {
    let request = try prepare(
      job, scale: scale, format: format, seed: seed, isTraced: isTraced, showsLayers: showsLayers,
      hasDigests: hasDigests)
    do {
      return try worker.render(request, stop: stop, onStep: onStep)
    } catch {
      throw Failure(error, of: job.documentPath)
    }
  }

  /// Finds the errors and warnings of a job that can be found without rendering.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - isMeasured: Whether the reply has the places of everything.
  ///   - onStep: Called with the worker's step whenever it has changed, some times a second.
  /// - Returns: The errors, none for a valid job, and the warnings.
  /// - Throws: A ``Failure``.
  package func validate(
    _ job: JobFile, isMeasured: Bool = false, onStep: ((WorkerStep) -> Void)? = nil
  ) throws -> ValidateReply {
    let request = try prepare(
      job, scale: nil, seed: Self.randomSeed(), isTraced: false, showsLayers: false,
      isMeasured: isMeasured)
    do {
      return try worker.validate(request, stop: stop, onStep: onStep)
    } catch {
      throw Failure(error, of: job.documentPath)
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
    let prepared: (reply: PrepareReply, jobs: [PreparedJob])
    do {
      prepared = try worker.prepare(template, stop: stop)
    } catch {
      throw Failure(error, of: file.job.documentPath)
    }
    try fetcher?.prefetch(prepared.jobs, of: file.job)
    return prepared
  }

  /// Renders or validates a job that a template gave.
  ///
  /// - Parameters:
  ///   - prepared: The job.
  ///   - template: The template.
  ///   - file: Its file.
  ///   - scale: The scale of all outputs; `nil` for the job's own.
  ///   - format: The format of all outputs; `nil` for the job's own.
  ///   - seed: The random seed of the row if the job has none, 0..<2^53.
  ///   - isTraced: Whether the report includes a timeline and the plan.
  ///   - showsLayers: Whether an image of each layer is an output, too.
  ///   - hasDigests: Whether the report has the digests of files and layers.
  ///   - onStep: Called with the worker's step whenever it has changed, some times a second.
  /// - Returns: The images, or the job's errors, and the warnings, all with their places in the template.
  /// - Throws: A ``Failure``.
  package func render(
    _ prepared: PreparedJob, _ template: TemplateJob, of file: TemplateFile, scale: Double? = nil,
    format: String? = nil, seed: Int = Self.randomSeed(), isTraced: Bool = false,
    showsLayers: Bool = false, hasDigests: Bool = false,
    onStep: ((WorkerStep) -> Void)? = nil
  ) throws -> (result: RenderResult, warnings: [Diagnostic]) {
    let job = file.job.evaluated(prepared)
    let request = try prepare(
      job, scale: scale, format: format, seed: seed, isEvaluated: true, isTraced: isTraced,
      showsLayers: showsLayers, hasDigests: hasDigests)
    do {
      switch try worker.render(request, stop: stop, onStep: onStep) {
      case .finished(let report, let outputs):
        return (
          .finished(report, outputs: outputs),
          try prepared.about.warnings + worker.locate(report.warnings, of: prepared, in: template)
        )
      case .failed(let errors):
        return (.failed(try worker.locate(errors, of: prepared, in: template)), [])
      }
    } catch {
      throw Failure(error, of: job.documentPath)
    }
  }

  /// Finds the errors and warnings of a job that a template gave.
  ///
  /// - Parameters:
  ///   - prepared: The job.
  ///   - template: The template.
  ///   - file: Its file.
  ///   - isMeasured: Whether the reply has the places of everything.
  ///   - isDrawn: Whether texts that must be legible are measured, and a job whose outputs have `maxBytes` is rendered.
  ///   - isAdvised: Whether errors of texts that are not legible say what would help, which takes time.
  /// - Returns: Errors and warnings with their places in the template.
  /// - Throws: A ``Failure``.
  package func validate(
    _ prepared: PreparedJob, _ template: TemplateJob, of file: TemplateFile,
    isMeasured: Bool = false, isDrawn: Bool = false, isAdvised: Bool = true
  ) throws -> ValidateReply {
    let job = file.job.evaluated(prepared)
    let request = try prepare(
      job, scale: nil, seed: prepared.seed(from: 0), isEvaluated: true, isTraced: false,
      showsLayers: false, isMeasured: isMeasured, isDrawn: isDrawn, isAdvised: isAdvised)
    do {
      var reply = try worker.validate(request, stop: stop)
      reply.errors = try worker.locate(reply.errors, of: prepared, in: template)
      reply.warnings =
        try prepared.about.warnings + worker.locate(reply.warnings, of: prepared, in: template)
      return reply
    } catch {
      throw Failure(error, of: job.documentPath)
    }
  }

  private func prepare(
    _ job: JobFile, scale: Double?, format: String? = nil, seed: Int, isEvaluated: Bool = false,
    isTraced: Bool,
    showsLayers: Bool, isMeasured: Bool = false, isDrawn: Bool = false, isAdvised: Bool = true,
    hasDigests: Bool = false
  ) throws -> RenderJob {
    let folder = try job.openFolder()
    // Places are measured for the author of a job, wherever it will be rendered.
    let environment =
      try isMeasured
      ? nil
      : environments.map { reader in
        guard RenderEnvironment.mayBeNamed(in: job.bytes) else { return "" }
        return try Self.environment(of: program, by: reader).digest
      }
    let content = Node.job(job.bytes, within: limits)
    let pinned = try content.flatMap { try fetcher?.sources(of: $0, in: job) }
    do {
      return try RenderJob(
        document: job.bytes, content: content, name: job.name, seed: seed,
        folder: folder, isBundle: job.isBundle, roots: job.roots,
        scale: scale, format: format, isEvaluated: isEvaluated, isTraced: isTraced,
        showsLayers: showsLayers,
        isMeasured: isMeasured, isDrawn: isDrawn, isAdvised: isAdvised, pinned: pinned,
        environment: environment,
        hashing: hasDigests ? .sha256 : nil, limits: limits)
    } catch {
      throw Failure(.io, "\(error).")
    }
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
    do {
      return try worker.effects()
    } catch {
      throw Failure(error, of: "scrim effects")
    }
  }

  /// The JSON Schema of jobs with the effects that the worker has.
  package func schema() throws -> JSON {
    do {
      return try worker.schema()
    } catch {
      throw Failure(error, of: "scrim schema")
    }
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

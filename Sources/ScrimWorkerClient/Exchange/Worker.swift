package import ScrimDocument
package import ScrimJSON
package import ScrimLinux
package import ScrimProtocol

/// A running `scrim-worker`.
///
/// It gets one request at a time, by one thread. After a ``WorkerFailure`` it is of no use; releasing it ends its
/// process.
///
/// It is believed only in what the request justifies: one that names an effect which the document does not
/// name, or a plugin that it was not asked to load, violates the protocol.
package final class Worker {
  /// What this kernel cannot deny the worker.
  package let lacking: [String]
  /// The plugins that it refused at start.
  package let refused: [RefusedFile]
  /// The plugins that it loaded at start.
  package let plugins: [WorkerPlugin]
  /// Those that it was asked to load since.
  package internal(set) var addedPlugins: [WorkerPlugin] = []
  /// Why it should do no other job; `nil` if it may.
  package internal(set) var retireReason: String?
  let started: StartedWorker
  /// The memory that the process may have, bytes.
  let memoryLimit: Int
  /// What it writes to standard error; `nil` where that is this process's own.
  package let output: WorkerOutputLog?

  /// Starts the program and waits until it is ready.
  ///
  /// - Parameters:
  ///   - program: The program, with its options.
  ///   - output: Takes what the worker writes to standard error; without it that is this process's own.
  /// - Throws: ``WorkerError`` notStarted, notReady.
  package convenience init(
    _ program: WorkerProgram, output: WorkerOutputLog? = nil
  ) throws(WorkerError) {
    let started = try Self.start(program, standardError: output?.writingEnd.raw ?? 2)
    output?.begin(nil, process: started.process.id)
    defer { output?.end() }
    try self.init(started, memoryLimit: program.options.memory, output: output)
  }

  /// Waits until a program that was started is ready.
  ///
  /// - Throws: ``WorkerError`` notReady.
  init(
    _ started: StartedWorker, memoryLimit: Int, output: WorkerOutputLog? = nil
  ) throws(WorkerError) {
    self.output = output
    self.started = started
    self.memoryLimit = memoryLimit
    (lacking, refused, plugins) = try Self.ready(started, memoryLimit: memoryLimit)
  }

  /// Passes on the rest of what it has written.
  deinit { output?.end() }

  var channel: Channel { started.channel }

  /// Its process; killing it ends a request with a ``WorkerFailure``.
  package var process: ChildProcess { started.process }

  /// The process number, for logs and tests.
  package var processID: Int32 { process.id }

  /// The memory that the process has now, bytes; `nil` where that cannot be seen.
  package var memory: Int? { process.memory }

  /// True while it waits for a request: it has neither ended nor sent an unexpected message.
  package var isWaiting: Bool {
    let signs = try? Readiness.wait(
      for: [channel.socket.raw, process.descriptor.raw], timeout: .zero)
    return signs?.isEmpty ?? false
  }

  /// Renders a job.
  ///
  /// - Parameters:
  ///   - job: The job, with its files.
  ///   - stop: Once set, the reply is awaited for `stopGrace` at most.
  ///   - stopGrace: See `stop`.
  ///   - onStep: Called with the worker's step whenever it has changed, some times a second.
  ///   - whileRendering: Called once the worker has the request; its replies wait for the end of that.
  /// - Returns: The images, or the job's errors.
  /// - Throws: ``WorkerFailure`` if there is no reply.
  package func render(
    _ job: RenderJob, stop: ShutdownEvent? = nil, stopGrace: Duration = .zero,
    onStep: ((WorkerStep) -> Void)? = nil, whileRendering: () -> Void = {}
  ) throws(WorkerFailure) -> RenderResult {
    try renderAll(
      job, stop: stop, stopGrace: stopGrace, onStep: onStep, whileRendering: whileRendering)[0]
  }

  /// Renders a job and those that follow it, with one request. The job's time limit is that of each of them.
  ///
  /// - Parameters: As for ``render(_:stop:stopGrace:onStep:whileRendering:)``.
  /// - Returns: What came of each, in order.
  /// - Throws: ``WorkerFailure`` if there is no reply about one of them.
  package func renderAll(
    _ job: RenderJob, stop: ShutdownEvent? = nil, stopGrace: Duration = .zero,
    onStep: ((WorkerStep) -> Void)? = nil, whileRendering: () -> Void = {}
  ) throws(WorkerFailure) -> [RenderResult] {
    let limits = job.request.limits
    let jobs = job.all
    let content = jobs.count == 1 ? job.document : jobs.flatMap(\.document)
    let exchange = Exchange(
      job.message, content: .own(content), descriptors: job.descriptors,
      allowed: jobs.count == 1 ? job.allowed : .rendering(jobs),
      seconds: limits.seconds, outputBytes: limits.outputBytes + job.fontFileBytes,
      stop: stop, stopGrace: stopGrace)
    var digests: InputDigests?
    var results: [RenderResult] = []
    var outputs: [WorkerOutput] = []
    func take(_ reply: WorkerReply<RenderReport>) throws(ProtocolViolation) {
      if case .finished = reply.outcome, !outputs.contains(where: { $0.info.layer == nil }) {
        throw ProtocolViolation("no image")
      }
      retireReason = retireReason ?? reply.retireReason
      switch reply.outcome {
      case .finished(let report):
        results.append(.finished(report.adding(digests), outputs: outputs))
      case .failed(let diagnostics): results.append(.failed(diagnostics))
      }
      outputs = []
    }
    return try perform(
      exchange, onStep: onStep,
      whileAtWork: {
        whileRendering()
        digests = job.digests
      }
    ) { response, attached -> [RenderResult]? in
      guard results.count < jobs.count else { throw ProtocolViolation.unexpectedReply }
      let job = jobs[results.count]
      switch response {
      case .output(let info):
        outputs.append(try job.output(info, attached.parts()?.content, number: outputs.count))
        return nil
      case .rendered(let reply, let last):
        if let last {
          outputs.append(try job.output(last, attached.parts()?.content, number: outputs.count))
        }
        try take(reply)
      case .renderedTogether(let documents):
        let limit = Channel.largestMessage
        var rest = try attached.parts()?.content.read(limit: limit, of: "images")[...] ?? []
        guard !documents.isEmpty, documents.count <= jobs.count - results.count else {
          throw ProtocolViolation.unexpectedReply
        }
        for document in documents {
          let job = jobs[results.count]
          for info in document.outputs {
            let bytes = Array(rest.prefix(info.bytes))
            rest = rest.dropFirst(bytes.count)
            outputs.append(try job.output(info, .own(bytes), number: outputs.count))
          }
          try take(document.reply)
        }
        guard rest.isEmpty else { throw ProtocolViolation("bytes of no output") }
      default: throw ProtocolViolation.unexpectedReply
      }
      return results.count == jobs.count ? results : nil
    }
  }

  /// Finds the errors and warnings of a job that can be found without rendering.
  ///
  /// - Parameters:
  ///   - job: The job, with its files.
  ///   - stop: Once set, the reply is not awaited.
  ///   - onStep: Called with the worker's step whenever it has changed, some times a second.
  /// - Returns: The errors, none for a valid job, and the warnings.
  /// - Throws: ``WorkerFailure`` if there is no reply.
  package func validate(
    _ job: RenderJob, stop: ShutdownEvent? = nil, onStep: ((WorkerStep) -> Void)? = nil
  ) throws(WorkerFailure) -> ValidateReply {
    let exchange = Exchange(
      .validate(job.request), content: .own(job.document), descriptors: job.descriptors,
      allowed: job.allowed,
      seconds: job.request.limits.seconds, outputBytes: job.fontFileBytes, stop: stop)
    let reply: ValidateReply = try perform(exchange, onStep: onStep) { response, _ in
      guard case .validated(let reply) = response else { throw ProtocolViolation.unexpectedReply }
      return reply
    }
    retireReason = retireReason ?? reply.retireReason
    return reply
  }

  /// The effects that the worker has, and the plugins that it refused.
  package func effects() throws(WorkerFailure) -> EffectListing {
    try perform(Exchange(.effects, seconds: RenderLimits().seconds)) { response, _ in
      guard case .effects(let listing) = response else { throw ProtocolViolation.unexpectedReply }
      return listing
    }
  }

  /// The JSON Schema of jobs with the effects that the worker has.
  package func schema() throws(WorkerFailure) -> JSON {
    try perform(Exchange(.schema, seconds: RenderLimits().seconds)) { response, _ in
      guard case .schema(let schema) = response else { throw ProtocolViolation.unexpectedReply }
      return schema
    }
  }

  /// The files on which its images depend, apart from its program and its plugins. Once `stop` is set, no reply is
  /// awaited.
  func environmentFiles(stop: ShutdownEvent?) throws(WorkerFailure) -> EnvironmentFiles {
    let exchange = Exchange(.environment, seconds: RenderLimits().seconds, stop: stop)
    return try perform(exchange) { response, _ in
      guard case .environment(let files) = response else {
        throw ProtocolViolation.unexpectedReply
      }
      return files
    }
  }

  /// Compares the pixels of two image files.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - files: The two files, sealed.
  /// - Returns: How they differ.
  /// - Throws: ``WorkerFailure`` if there is no reply.
  package func compare(
    _ request: CompareRequest, _ files: [OwnedDescriptor]
  ) throws(WorkerFailure) -> ImageComparison {
    let exchange = Exchange(
      .compare(request), descriptors: files, seconds: request.limits.seconds)
    return try perform(exchange) { response, _ in
      guard case .compared(let comparison) = response else {
        throw ProtocolViolation.unexpectedReply
      }
      return comparison
    }
  }

  /// Checks an effect against its declarations.
  ///
  /// - Parameters:
  ///   - request: One of the worker's effects, and how much is checked.
  ///   - onStep: Called with the worker's step whenever it has changed, some times a second.
  /// - Returns: What was found, and files that show it, with names without folders, if the request wants them.
  /// - Throws: ``WorkerFailure`` if there is no reply.
  package func check(
    _ request: CheckRequest, onStep: ((WorkerStep) -> Void)? = nil
  ) throws(WorkerFailure) -> (outcome: WorkerReply<EffectCheck>.Outcome, evidence: [WorkerOutput]) {
    let limit = CheckRequest.maxEvidence
    var evidence: [WorkerOutput] = []
    let exchange = Exchange(
      .check(request), allowed: .running(request.effect), seconds: CheckRequest.seconds,
      outputBytes: request.keepsEvidence ? limit.bytes : 0)
    let outcome: WorkerReply<EffectCheck>.Outcome = try perform(exchange, onStep: onStep) {
      response, attached in
      switch response {
      case .output(let info):
        guard request.keepsEvidence, evidence.count < limit.files, CheckRequest.mayName(info.file),
          let content = try attached.parts()?.content, content.count == info.bytes
        else { throw ProtocolViolation.unexpectedReply }
        evidence.append(WorkerOutput(info: info, content: content))
        return nil
      case .checked(let reply): return reply.outcome
      default: throw ProtocolViolation.unexpectedReply
      }
    }
    return (outcome, evidence)
  }
}

extension RenderReport {
  /// The report with the digests of what it says is shown.
  fileprivate func adding(_ digests: InputDigests?) -> RenderReport {
    var report = self
    report.details?.digests = digests?.digests(besides: details?.concealing ?? []) ?? [:]
    return report
  }
}

extension RenderJob {
  /// Accepts an output: a file that the job names, or the image of a layer where those were requested, with its bytes.
  ///
  /// - Throws: ``ProtocolViolation``.
  fileprivate func output(
    _ info: OutputRecord, _ content: ImmutableBytes?, number: Int
  ) throws(ProtocolViolation) -> WorkerOutput {
    guard info.layer == nil ? allowed.outputs.contains(info.file) : request.showsLayers else {
      throw ProtocolViolation("it named an output that is not in the job")
    }
    guard let content, content.count == info.bytes else {
      throw ProtocolViolation("an output without its bytes")
    }
    // Each holds a descriptor or memory of this process.
    guard number < maxOutputs else { throw ProtocolViolation("more than \(maxOutputs) outputs") }
    return WorkerOutput(info: info, content: content)
  }

  private var maxOutputs: Int {
    request.limits.outputs + (request.showsLayers ? request.limits.layers : 0)
  }
}

/// What a worker may take that no limit of the kernel bounds for a single process.
///
/// Threads are bounded only for all processes of a user or a unit together, and RLIMIT_DATA forgets memory that was
/// written and then made read-only. So the client looks at a worker that is busy, several times a second, and ends
/// one that has more.
extension Worker {
  /// Threads of a worker. Rendering takes a handful; the others are for plugins.
  package static let maxThreads = 64
  /// How often the client looks.
  static let usageInterval = Duration.milliseconds(50)
  /// Memory besides data: the first thread's stack, and pages of libraries that were relocated.
  private static let toleratedMemory = 160 << 20

  /// Whether it has too many threads or too much memory while no request is in progress.
  package var exceedsLimits: Bool { Self.excess(of: process, memoryLimit: memoryLimit) != nil }

  /// Which limit a process exceeds; `nil` if none, or nothing can be seen.
  static func excess(of process: ChildProcess, memoryLimit: Int) -> WorkerCrash.Cause? {
    if let threads = process.threads, threads > maxThreads { return .threadLimit(maxThreads) }
    if let memory = process.anonymousMemory, memory > memoryLimit + toleratedMemory {
      return .memoryLimit(bytes: memoryLimit)
    }
    return nil
  }
}

import Glibc
import ScrimDocument
import ScrimJSON
public import ScrimLinux
public import ScrimProtocol

/// A running `scrim-worker`.
///
/// It is asked one thing at a time, by one thread. After any answer but `finished`, `failed` and
/// `effects` it is to be let go, which ends its process.
///
/// It is believed only in what the request justifies: one that names an effect which the document does not
/// name, or a plugin that it was not asked to load, is broken.
public final class Worker {
  /// What this kernel cannot deny the worker.
  public let lacking: [String]
  /// What it refused of plugins at start.
  public let refused: [RefusedFile]
  /// The plugins that it loaded at start.
  public let plugins: [WorkerPlugin]
  /// Those that it was asked to load since.
  private(set) var addedPlugins: [WorkerPlugin] = []
  /// Why it should do no other job; `nil` if it may.
  public private(set) var retireReason: String?
  private let channel: Channel
  private let process: ChildProcess
  /// What the process may have of memory, bytes.
  private let memoryLimit: Int
  /// What it writes to standard error; `nil` where that is this process's own.
  let output: WorkerOutputLog?

  /// How long a worker may take to load its plugins and enter its sandbox.
  private static let startLimit = Duration.seconds(30)
  /// The worker ends itself at the limit; this is for one that cannot any more.
  private static let grace = Duration.seconds(2)

  /// Starts the program and waits until it is ready.
  ///
  /// - Parameters:
  ///   - program: The program, with its arguments.
  ///   - output: Takes what the worker writes to standard error; without it that is this process's own.
  /// - Throws: ``WorkerError`` notStarted, notReady.
  public convenience init(
    _ program: WorkerProgram, output: WorkerOutputLog? = nil
  ) throws(WorkerError) {
    let (channel, process) = try Self.start(program, standardError: output?.writingEnd.raw ?? 2)
    output?.begin(nil, process: process.id)
    defer { output?.end() }
    try self.init(channel, process, memoryLimit: program.options.memory, output: output)
  }

  /// Waits until a program that was started is ready.
  ///
  /// - Throws: ``WorkerError`` notReady.
  init(
    _ channel: Channel, _ process: ChildProcess, memoryLimit: Int, output: WorkerOutputLog? = nil
  ) throws(WorkerError) {
    self.output = output
    self.channel = channel
    self.process = process
    self.memoryLimit = memoryLimit
    (lacking, refused, plugins) = try Self.ready(channel, process)
  }

  /// Starts the program, and does not wait for it.
  ///
  /// - Throws: ``WorkerError`` notStarted.
  static func start(
    _ program: WorkerProgram, standardError: Int32 = 2
  ) throws(WorkerError) -> (Channel, ChildProcess) {
    do {
      let (channel, other) = try Channel.pair()
      let process = try ChildProcess(
        program: program.path, arguments: program.options.arguments,
        environment: program.environment, socket: other, standardError: standardError)
      return (channel, process)
    } catch {
      throw WorkerError(.notStarted, error.description)
    }
  }

  /// The process number, for logs and tests.
  public var processID: Int32 { process.id }

  /// The memory that the process has now, bytes; `nil` where that cannot be seen.
  var memory: Int? { process.memory }

  /// True while it waits for work: it has neither ended nor said anything unasked.
  public var isWaiting: Bool {
    let signs = try? Readiness.wait(
      for: [channel.socket.raw, process.descriptor.raw], timeout: .zero)
    return signs?.isEmpty ?? false
  }

  /// Asks for one thing and waits for the answer, at most for the request's time limit.
  ///
  /// - Parameters:
  ///   - request: What is asked.
  ///   - descriptors: Go with it.
  ///   - allowed: What the replies may name.
  ///   - stop: Once given, the answer is awaited for `stopGrace` at most.
  ///   - stopGrace: See `stop`.
  ///   - onStep: Called with each step that the worker announces.
  /// - Returns: How it ended.
  public func ask(
    _ request: WorkerRequest, descriptors: [OwnedDescriptor] = [],
    allowed: AllowedReplies = .none, stop: ShutdownEvent? = nil, stopGrace: Duration = .zero,
    onStep: (WorkerStep) -> Void = { _ in }
  ) -> WorkerAnswer {
    addedPlugins += allowed.plugins.filter { !addedPlugins.contains($0) }
    let loadable = Set(allowed.plugins.flatMap { [$0.path, $0.variantPath] })
    let seconds = request.seconds
    var end = ContinuousClock.now + .seconds(seconds) + Self.grace
    var stopping = false
    var step: WorkerStep?
    var outputs: [WorkerOutput] = []
    var quota = MemoryFileQuota(bytes: request.memoryFileBytes)
    do {
      try channel.send(request.json, descriptors: descriptors)
      while true {
        let watched =
          [channel.socket.raw, process.descriptor.raw] + (output?.readable.map { [$0] } ?? [])
          + (stopping ? [] : stop.map { [$0.descriptor.raw] } ?? [])
        let ready = try Readiness.wait(for: watched, timeout: max(end - .now, .zero))
        if ready.contains(channel.socket.raw) {
          guard let (message, content) = try channel.receive() else {
            return crash(after: step, seconds: seconds)
          }
          retireReason = retireReason ?? WorkerResponse.retireReason(message)
          switch try WorkerResponse(json: message) {
          case .ready:
            return protocolViolation("ready twice", after: step)
          case .loading(let path):
            guard loadable.contains(path) else {
              return protocolViolation(
                "it loaded an unrequested plugin", after: step)
            }
            step = WorkerStep(stage: "load", plugin: path)
          case .allocate(let bytes): try quota.grant(bytes, to: channel)
          case .progress(let stage, let layer, let effect):
            guard effect.map(allowed.effects.contains) ?? true else {
              return protocolViolation("it named an effect that is not in the job", after: step)
            }
            let now = WorkerStep(stage: stage, layer: layer, effect: effect)
            step = now
            output?.reached(effect: effect, plugin: plugin(of: now)?.file)
            onStep(now)
          case .output(let info):
            guard request.allows(info, among: allowed.outputs) else {
              return protocolViolation("it named an output that is not in the job", after: step)
            }
            guard let file = content.first, try MemoryFile.size(ofSealed: file) == info.bytes else {
              return protocolViolation("an output without its bytes", after: step)
            }
            // Each holds a descriptor of ours.
            guard outputs.count < request.maxOutputs else {
              return protocolViolation("more than \(request.maxOutputs) outputs", after: step)
            }
            outputs.append(WorkerOutput(info: info, content: file))
          case .finished(let report): return .finished(report: report, outputs: outputs)
          case .failed(let diagnostics): return .failed(diagnostics)
          case .effects(let list): return .effects(list)
          case .schema(let schema): return .schema(schema)
          case .checked(let report): return .checked(report)
          }
        } else if ready.contains(process.descriptor.raw) {
          return crash(after: step, seconds: seconds)
        } else if let output, ready.contains(where: { $0 == output.readable }) {
          output.take()
        } else if !ready.isEmpty {
          stopping = true
          end = min(end, .now + stopGrace)
        } else {
          process.kill()
          if stopping { return .stopped }
          return crashed(.timeLimit(seconds: seconds), after: step)
        }
      }
    } catch let error as ChannelError where error.code == .closed {
      return crash(after: step, seconds: seconds)
    } catch let error as SystemError where error.isTransient {
      process.kill()
      return .systemError(error.description)
    } catch {
      return protocolViolation("\(error)", after: step)
    }
  }

  private func protocolViolation(_ what: String, after step: WorkerStep?) -> WorkerAnswer {
    process.kill()
    return crashed(.protocolViolation(what), after: step)
  }

  private func crashed(_ cause: WorkerCrash.Cause, after step: WorkerStep?) -> WorkerAnswer {
    .crashed(WorkerCrash(cause: cause, step: step, plugin: step.flatMap(plugin(of:))))
  }

  private func plugin(of step: WorkerStep) -> WorkerPlugin? {
    (plugins + addedPlugins).first { plugin in
      step.effect.map(plugin.effects.contains) ?? false
        || step.plugin.map { $0 == plugin.path || $0 == plugin.variantPath } ?? false
    }
  }

  /// The worker hung up: gives it a moment to end by itself, so that its own status is seen.
  private func crash(after step: WorkerStep?, seconds: Int) -> WorkerAnswer {
    let ended = try? Readiness.wait(for: [process.descriptor.raw], timeout: .seconds(1))
    if ended?.isEmpty ?? true { process.kill() }
    let cause: WorkerCrash.Cause =
      switch process.wait() {
      case .exited(WorkerExit.outOfMemory): .memoryLimit(bytes: memoryLimit)
      case .exited(let status): .exit(status)
      case .signalled(SIGALRM), .signalled(SIGXCPU): .timeLimit(seconds: seconds)
      case .signalled(let number):
        isOutOfMemory(endedBy: number) ? .memoryLimit(bytes: memoryLimit) : .signal(number)
      }
    return crashed(cause, after: step)
  }

  /// Whether a fault is that of code which was refused memory, as malloc's callers are that don't look
  /// at what it returns: by the kernel's account the process had nearly all that it may have.
  private func isOutOfMemory(endedBy number: Int32) -> Bool {
    WorkerCrash.isCrashSignal(number) && process.peakMemory >= memoryLimit / 8 * 7
  }

  private static func ready(
    _ channel: Channel, _ process: ChildProcess
  ) throws(WorkerError) -> (lacking: [String], refused: [RefusedFile], plugins: [WorkerPlugin]) {
    let end = ContinuousClock.now + startLimit
    var quota = MemoryFileQuota(bytes: Channel.largestMessage)
    var plugin: String?
    var reason = "unexpected first message"
    do {
      receiving: while true {
        guard let (message, _) = try channel.receive(timeout: max(end - .now, .zero)) else {
          reason = "it exited: \(process.wait())"
          break
        }
        switch try WorkerResponse(json: message) {
        case .loading(let path): plugin = path
        case .allocate(let bytes): try quota.grant(bytes, to: channel)
        case .ready(let lacking, let refused, let plugins): return (lacking, refused, plugins)
        default: break receiving
        }
      }
    } catch {
      reason = "\(error)"
    }
    // A SIGKILL comes from outside or for want of memory: it says nothing of the plugin.
    let signs = try? Readiness.wait(for: [process.descriptor.raw], timeout: .milliseconds(100))
    if signs?.isEmpty == false, process.wait() == .signalled(SIGKILL) { plugin = nil }
    let place = plugin.map { " while loading \($0)" } ?? ""
    throw WorkerError(
      .notReady, "scrim-worker did not start\(place): \(reason)", plugin: plugin)
  }
}

extension WorkerRequest {
  /// The time limit of the request.
  var seconds: Int {
    switch self {
    case .render(let request): request.limits.seconds
    case .effects, .schema: RenderLimits().seconds
    case .check: CheckRequest.seconds
    }
  }

  /// What the worker may be given of memory files for what it answers, bytes.
  fileprivate var memoryFileBytes: Int {
    let outputs = if case .render(let request) = self { request.limits.outputBytes } else { 0 }
    return outputs + 2 * Channel.largestMessage
  }

  /// Whether it may have this output: a file that the job names, or the image of a layer where those are asked for.
  fileprivate func allows(_ output: OutputInfo, among names: OutputNames) -> Bool {
    guard case .render(let request) = self else { return false }
    return output.layer == nil ? names.contains(output.file) : request.showsLayers
  }

  /// How many outputs may come of the request.
  var maxOutputs: Int {
    guard case .render(let request) = self else { return 0 }
    return request.limits.outputs + (request.showsLayers ? request.limits.layers : 0)
  }
}

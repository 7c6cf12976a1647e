import Glibc
import ScrimLinux
import ScrimProtocol

/// A request with all that bounds the replies to it.
struct Exchange {
  let request: WorkerRequest
  /// The document of a job.
  let content: ImmutableBytes?
  let descriptors: [OwnedDescriptor]
  /// What the replies may name.
  let allowed: AllowedReplies
  /// The time limit.
  let seconds: Int
  /// The memory files that the worker may get for its replies, bytes.
  let memoryFileBytes: Int
  /// Once set, the reply is awaited for `stopGrace` at most.
  let stop: ShutdownEvent?
  let stopGrace: Duration

  init(
    _ request: WorkerRequest, content: ImmutableBytes? = nil, descriptors: [OwnedDescriptor] = [],
    allowed: AllowedReplies = .none, seconds: Int, outputBytes: Int = 0,
    stop: ShutdownEvent? = nil, stopGrace: Duration = .zero
  ) {
    self.request = request
    self.content = content
    self.descriptors = descriptors
    self.allowed = allowed
    self.seconds = seconds
    memoryFileBytes = outputBytes + 2 * Channel.largestMessage
    self.stop = stop
    self.stopGrace = stopGrace
  }
}

extension Worker {
  /// The worker ends itself at the time limit; this is for one that cannot any more.
  private static let grace = Duration.seconds(2)

  /// Sends a request and waits for the reply.
  ///
  /// - Parameters:
  ///   - exchange: The request.
  ///   - onStep: Called with the worker's step whenever it has changed, some times a second.
  ///   - whileAtWork: Called once the request has been sent.
  ///   - read: Takes each response that is about the result, with what came with it; returns `nil` until it is the
  ///     last. Throws ``ProtocolViolation`` for one that is not allowed.
  /// - Returns: What `read` returned.
  /// - Throws: ``WorkerFailure`` if there is no reply.
  func perform<Reply>(
    _ exchange: Exchange, onStep: ((WorkerStep) -> Void)? = nil,
    whileAtWork: () -> Void = {},
    read: (WorkerResponse, Attachments) throws -> Reply?
  ) throws(WorkerFailure) -> Reply {
    addedPlugins += exchange.allowed.plugins.filter { !addedPlugins.contains($0) }
    // The last one of the request before.
    started.steps.write([])
    do throws(WorkerFailure) {
      defer { output?.take { place(exchange.allowed) } }
      return try loop(exchange, onStep, whileAtWork, read)
    } catch {
      retireReason = retireReason ?? "it did not reply"
      throw error
    }
  }

  private func loop<Reply>(
    _ exchange: Exchange, _ onStep: ((WorkerStep) -> Void)?, _ whileAtWork: () -> Void,
    _ read: (WorkerResponse, Attachments) throws -> Reply?
  ) throws(WorkerFailure) -> Reply {
    let seconds = exchange.seconds
    var shown: WorkerStep?
    var end = ContinuousClock.now + .seconds(seconds) + Self.grace
    var stopping = false
    var nextLook = ContinuousClock.now + Self.usageInterval
    var quota = MemoryFileQuota(bytes: exchange.memoryFileBytes)
    do {
      try channel.send(
        exchange.request.json, content: exchange.content, descriptors: exchange.descriptors)
      whileAtWork()
      while true {
        let watched =
          [channel.socket.raw, process.descriptor.raw] + (output?.readable.map { [$0] } ?? [])
          + (stopping ? [] : exchange.stop.map { [$0.descriptor.raw] } ?? [])
        let ready = try Readiness.wait(
          for: watched, timeout: min(max(end - .now, .zero), Self.usageInterval))
        // Also of one that answers all the time.
        if ContinuousClock.now >= nextLook {
          nextLook = .now + Self.usageInterval
          if let excess = Self.excess(of: process, memoryLimit: memoryLimit) {
            process.kill()
            throw crashed(excess, exchange)
          }
        }
        if ready.contains(channel.socket.raw) {
          guard let (message, attached) = try channel.receive() else {
            throw ended(exchange)
          }
          switch try WorkerResponse(json: message) {
          case .allocate(let bytes): try quota.grant(bytes, to: channel)
          case .ready: throw ProtocolViolation("ready twice")
          case let response:
            if attached.content != nil, !response.hasOutput {
              throw ProtocolViolation("a content that was not requested")
            }
            if let reply = try read(response, attached) { return reply }
            if response.endsDocument {
              // The limits are those of each document.
              if !stopping { end = .now + .seconds(seconds) + Self.grace }
              quota = MemoryFileQuota(bytes: exchange.memoryFileBytes)
            }
          }
        } else if ready.contains(process.descriptor.raw) {
          throw ended(exchange)
        } else if let output, ready.contains(where: { $0 == output.readable }) {
          output.take { place(exchange.allowed) }
        } else if !ready.isEmpty {
          stopping = true
          end = min(end, .now + exchange.stopGrace)
        } else if end > .now {
          if let onStep, let step = started.step, step != shown {
            shown = step
            onStep(step)
          }
        } else {
          process.kill()
          throw stopping ? WorkerFailure.stopped : crashed(.timeLimit(seconds: seconds), exchange)
        }
      }
    } catch let failure as WorkerFailure {
      throw failure
    } catch let error as ChannelError where error.code == .closed {
      throw ended(exchange)
    } catch let error as SystemError where error.isTransient {
      process.kill()
      throw .systemError(error.description)
    } catch {
      process.kill()
      let words = (error as? ProtocolViolation)?.words ?? "\(error)"
      throw crashed(.protocolViolation(words), exchange)
    }
  }

  /// The step of a request.
  ///
  /// - Throws: ``ProtocolViolation`` if the request does not justify it.
  private func step(_ allowed: AllowedReplies) throws(ProtocolViolation) -> WorkerStep? {
    guard let step = started.step else { return nil }
    guard step.effect.map(allowed.effects.contains) ?? true else {
      throw ProtocolViolation("it named an effect that is not in the job")
    }
    guard
      step.plugin.map({ path in
        allowed.plugins.contains { path == $0.path || path == $0.variantPath }
      }) ?? true
    else { throw ProtocolViolation("it loaded an unrequested plugin") }
    return step
  }

  /// Where the worker is, for the log of its output.
  private func place(_ allowed: AllowedReplies) -> WorkerOutputLog.Place {
    let step = try? step(allowed)
    return .init(effect: step?.effect, plugin: step.flatMap(plugin(of:))?.file)
  }

  private func crashed(_ cause: WorkerCrash.Cause, _ exchange: Exchange) -> WorkerFailure {
    do throws(ProtocolViolation) {
      let step = try step(exchange.allowed)
      let all = plugins + addedPlugins
      return .crashed(
        WorkerCrash(
          cause: cause, step: step, plugin: step.flatMap(plugin(of:)),
          suspects: all.filter { !exchange.allowed.effects.isDisjoint(with: $0.effects) }))
    } catch {
      return .crashed(WorkerCrash(cause: .protocolViolation(error.words)))
    }
  }

  private func plugin(of step: WorkerStep) -> WorkerPlugin? {
    (plugins + addedPlugins).first { plugin in
      step.effect.map(plugin.effects.contains) ?? false
        || step.plugin.map { $0 == plugin.path || $0 == plugin.variantPath } ?? false
    }
  }

  /// The worker hung up: gives it a moment to end by itself, so that its own status is seen.
  private func ended(_ exchange: Exchange) -> WorkerFailure {
    let ended = try? Readiness.wait(for: [process.descriptor.raw], timeout: .seconds(1))
    if ended?.isEmpty ?? true { process.kill() }
    let cause: WorkerCrash.Cause =
      switch process.wait() {
      case .exited(WorkerExit.outOfMemory): .memoryLimit(bytes: memoryLimit)
      case .exited(let status): .exit(status)
      case .signalled(SIGALRM), .signalled(SIGXCPU): .timeLimit(seconds: exchange.seconds)
      case .signalled(let number):
        isOutOfMemory(endedBy: number) ? .memoryLimit(bytes: memoryLimit) : .signal(number)
      }
    return crashed(cause, exchange)
  }

  /// Whether a fault is that of code which was refused memory, as malloc's callers are that don't look
  /// at what it returns: by the kernel's account the process had nearly all that it may have.
  private func isOutOfMemory(endedBy number: Int32) -> Bool {
    WorkerCrash.isCrashSignal(number) && process.peakMemory >= memoryLimit / 8 * 7
  }
}

extension WorkerResponse {
  fileprivate var hasOutput: Bool {
    switch self {
    case .output, .rendered(_, output: .some), .renderedTogether: true
    default: false
    }
  }

  /// Whether the worker is done with a document.
  fileprivate var endsDocument: Bool {
    switch self {
    case .rendered, .renderedTogether: true
    default: false
    }
  }
}

/// A message that the protocol does not allow at this point.
struct ProtocolViolation: Error {
  let words: String

  init(_ words: String) { self.words = words }

  static let unexpectedReply = ProtocolViolation("a reply to another request")
}

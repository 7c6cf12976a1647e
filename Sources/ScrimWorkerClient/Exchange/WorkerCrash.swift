import Glibc
import ScrimDocument
package import ScrimProtocol

/// Why a request got no reply. The worker is of no use after that.
package enum WorkerFailure: Error, Sendable, Hashable {
  case crashed(WorkerCrash)
  /// The system refused the client what it needed. Nothing that a worker sends causes this.
  case systemError(String)
  /// The client was told to stop before the reply came.
  case stopped
}

/// The end of a worker that did not reply.
package struct WorkerCrash: Sendable, Hashable {
  package enum Cause: Sendable, Hashable {
    case signal(Int32)
    case exit(Int32)
    case timeLimit(seconds: Int)
    /// It was refused memory.
    case memoryLimit(bytes: Int)
    /// It had more threads.
    case threadLimit(Int)
    /// So many system errors, while other jobs succeeded.
    case systemErrors(Int)
    /// It sent what no worker sends.
    case protocolViolation(String)
  }

  package var cause: Cause
  /// The last step that it announced.
  package var step: WorkerStep?
  /// The plugin of the effect that was running, or that was being loaded.
  package var plugin: WorkerPlugin?
  /// The plugins of the effects that the job names: outside of an effect, one of them may have written to memory
  /// that was not its own.
  package var suspects: [WorkerPlugin] = []

  package init(
    cause: Cause, step: WorkerStep? = nil, plugin: WorkerPlugin? = nil,
    suspects: [WorkerPlugin] = []
  ) {
    self.cause = cause
    self.step = step
    self.plugin = plugin
    self.suspects = suspects
  }
}

extension WorkerCrash {
  /// True for an end that the code of a plugin brought about: a bad access, a trap, an abort, an exit,
  /// a broken protocol. A SIGKILL comes from outside. Memory and time are limits of the job: how much of
  /// them an effect needs, the job's canvas and parameters say.
  package var isCausedByPlugin: Bool {
    switch cause {
    case .signal(let number): Self.isCrashSignal(number)
    case .protocolViolation, .threadLimit: true
    // Between effects a worker exits by itself only when something around it is broken.
    case .exit: effect != nil
    case .timeLimit, .memoryLimit, .systemErrors: false
    }
  }

  /// The effect that was running.
  package var effect: String? { step?.effect }

  /// As in "… ended by SIGSEGV in effect \"glow\" (libGlow.so) of layers[2]".
  package var words: String {
    let how =
      switch cause {
      case .signal(SIGKILL): "was killed by SIGKILL (perhaps for lack of memory)"
      case .signal(let number): "was killed by \(Self.name(ofSignal: number))"
      case .exit(WorkerExit.outOfDescriptors): "ran out of file descriptors"
      case .exit(WorkerExit.internalError): "had an internal error"
      case .exit(let status): "exited with status \(status)"
      case .timeLimit(let seconds): "took longer than \(seconds) s"
      case .memoryLimit(let bytes): "needed more than \(bytes >> 20) MiB of memory"
      case .threadLimit(let most): "started more than \(most) threads"
      case .systemErrors(let count):
        "had more than \(count) system errors while other jobs succeeded"
      case .protocolViolation(let what): "violated the protocol (\(what))"
      }
    guard let step else { return "the worker \(how)" }
    let layer = step.layer.map { " of layers[\($0)]" } ?? ""
    if let effect = step.effect {
      let file = plugin.map { " (\($0.file))" } ?? ""
      return "the worker \(how) in \(ContentName.words(effect))\(file)\(layer)"
    }
    if let plugin = step.plugin { return "the worker \(how) while loading \(plugin.fileName)" }
    return "the worker \(how) in stage \(step.stage)\(layer)\(suspicion)"
  }

  /// As in " (the job has effects of libGlow.so and libSpill.so)".
  private var suspicion: String {
    guard case .signal(let number) = cause, Self.isCrashSignal(number), !suspects.isEmpty else {
      return ""
    }
    let files = suspects.map(\.file)
    let last = files.count > 1 ? " and \(files[files.count - 1])" : ""
    return
      " (the job has effects of \(files.prefix(max(1, files.count - 1)).joined(separator: ", "))\(last))"
  }

  private static let crashSignals: [(number: Int32, name: String)] = [
    (SIGSEGV, "SIGSEGV"), (SIGBUS, "SIGBUS"), (SIGILL, "SIGILL"), (SIGFPE, "SIGFPE"),
    (SIGABRT, "SIGABRT"), (SIGTRAP, "SIGTRAP"), (SIGSYS, "SIGSYS"), (SIGXFSZ, "SIGXFSZ"),
  ]

  /// Whether code causes a signal, in contrast to a sender.
  static func isCrashSignal(_ number: Int32) -> Bool {
    crashSignals.contains { $0.number == number }
  }

  private static func name(ofSignal number: Int32) -> String {
    if number == SIGTERM { return "SIGTERM" }
    return crashSignals.first { $0.number == number }?.name ?? "signal \(number)"
  }
}

package import ScrimProtocol

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

  package init(cause: Cause, step: WorkerStep? = nil, plugin: WorkerPlugin? = nil) {
    self.cause = cause
    self.step = step
    self.plugin = plugin
  }
}

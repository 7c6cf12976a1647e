public import ScrimJSON
public import ScrimLinux
public import ScrimProtocol

/// A finished picture and its bytes, sealed.
public struct WorkerOutput: Sendable {
  public let info: OutputInfo
  public let content: OwnedDescriptor
}

/// Where in a job a worker was.
public struct WorkerStep: Sendable, Hashable {
  /// `decode`, `layout`, `encode` …
  public var stage: String
  /// The layer's index, from 0.
  public var layer: Int?
  /// The effect that was being applied.
  public var effect: String?
  /// The path of the plugin that was being loaded.
  public var plugin: String?

  public init(
    stage: String, layer: Int? = nil, effect: String? = nil, plugin: String? = nil
  ) {
    self.stage = stage
    self.layer = layer
    self.effect = effect
    self.plugin = plugin
  }
}

/// A worker that did not come back with an answer.
public struct WorkerCrash: Sendable, Hashable {
  public enum Cause: Sendable, Hashable {
    case signal(Int32)
    case exit(Int32)
    case timeLimit(seconds: Int)
    /// It was refused memory.
    case memoryLimit(bytes: Int)
    /// The system refused so often what the job needed, while other jobs were done.
    case systemErrors(Int)
    /// It said what no worker says.
    case protocolViolation(String)
  }

  public var cause: Cause
  /// The last step that it announced.
  public var step: WorkerStep?
  /// The plugin of the effect that was at work, or that was being loaded.
  public var plugin: WorkerPlugin?

  public init(cause: Cause, step: WorkerStep? = nil, plugin: WorkerPlugin? = nil) {
    self.cause = cause
    self.step = step
    self.plugin = plugin
  }
}

/// How a request ended.
public enum WorkerAnswer: Sendable {
  case finished(report: JSON, outputs: [WorkerOutput])
  case failed([Diagnostic])
  case effects(JSON)
  case schema(JSON)
  case checked(JSON)
  /// The system refused the supervisor what it needed. Nothing that a worker says brings this about.
  case systemError(String)
  case crashed(WorkerCrash)
  /// The supervisor was told to stop before an answer came.
  case stopped
}

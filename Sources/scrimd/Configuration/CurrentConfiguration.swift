import ScrimWorkerClient
import Synchronization

/// The configuration as it is now: it may be read again while the daemon runs.
final class CurrentConfiguration: Sendable {
  private struct State {
    var configuration: Configuration
    var render: RenderSettings
  }

  private let read: @Sendable () throws -> Configuration
  private let state: Mutex<State>

  /// Keys that are read once: the daemon would have to be another for them.
  private static let fixed = ["spool.path", "workers.count", "intake.watch"]

  /// - Parameters:
  ///   - configuration: The one to start with.
  ///   - read: Reads it again.
  /// - Throws: ``WorkerError`` when there is no worker program.
  init(_ configuration: Configuration, read: @escaping @Sendable () throws -> Configuration) throws
  {
    self.read = read
    state = Mutex(
      State(configuration: configuration, render: try configuration.renderSettings()))
  }

  var now: Configuration { state.withLock { $0.configuration } }

  /// How jobs are rendered.
  var render: RenderSettings { state.withLock { $0.render } }

  /// Reads the configuration again. With an error all stays as it was.
  ///
  /// - Parameter lacking: What this kernel cannot deny workers.
  /// - Returns: The keys that have changed but stay as they are until the daemon is started anew.
  /// - Throws: ``ConfigurationError`` with every error; ``SystemError``; ``WorkerError``.
  func reload(lacking: [String]) throws -> [String] {
    let fresh = try read()
    let render = try fresh.renderSettings()
    if render.requiresSandbox { try render.program.insist(on: lacking) }
    return state.withLock { state in
      let old = state.configuration
      state.configuration = fresh
      let generation = state.render.generation + 1
      state.render = render
      state.render.generation = generation
      return Configuration.keys
        .filter { Self.fixed.contains($0.path) && $0.value(in: old) != $0.value(in: fresh) }
        .map(\.path)
    }
  }
}

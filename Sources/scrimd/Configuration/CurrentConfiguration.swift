import ScrimService
import ScrimWorkerClient
import ScrimWorkers
import Synchronization

/// The current configuration, which may be reloaded while the daemon runs.
final class CurrentConfiguration: Sendable {
  private struct State {
    var configuration: Configuration
    var render: RenderSettings
  }

  private let read: @Sendable () throws -> Configuration
  private let state: Mutex<State>

  /// Keys that are read once; changing them requires a restart.
  private static let fixed = ["spool.path", "workers.count", "intake.watch"]

  /// - Parameters:
  ///   - configuration: The initial configuration.
  ///   - read: Reads the configuration again.
  /// - Throws: ``WorkerError`` if there is no worker program.
  init(_ configuration: Configuration, read: @escaping @Sendable () throws -> Configuration) throws
  {
    self.read = read
    state = Mutex(
      State(configuration: configuration, render: try configuration.renderSettings()))
  }

  var now: Configuration { state.withLock { $0.configuration } }

  /// Settings for rendering jobs.
  var render: RenderSettings { state.withLock { $0.render } }

  /// Reloads the configuration. After an error the old one stays in effect.
  ///
  /// - Parameters:
  ///   - lacking: The sandbox features that this kernel lacks.
  ///   - apply: Puts the part of the new configuration into effect that may fail.
  /// - Returns: The keys that have changed but take effect only after a restart.
  /// - Throws: ``ConfigurationError`` with every error; ``SystemError``; ``WorkerError``.
  func reload(lacking: [String], apply: (Configuration) throws -> Void) throws -> [String] {
    let fresh = try read()
    let render = try fresh.renderSettings()
    if render.workers.requiresSandbox { try render.program.insist(on: lacking) }
    try apply(fresh)
    return state.withLock { state in
      let old = state.configuration
      state.configuration = fresh
      let generation = state.render.workers.generation + 1
      state.render = render
      state.render.workers.generation = generation
      return Configuration.keys
        .filter { Self.fixed.contains($0.path) && $0.value(in: old) != $0.value(in: fresh) }
        .map(\.path)
    }
  }
}

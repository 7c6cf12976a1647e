package import ScrimProtocol
import ScrimRecords
package import ScrimWorkerClient

extension WorkerCrash {
  /// The limit of the job that was exceeded; `nil` if it was another end.
  var exceededLimit: History.ExceededLimit? {
    switch cause {
    case .timeLimit: .time
    case .memoryLimit: .memory
    case .signal, .exit, .threadLimit, .protocolViolation, .systemErrors: nil
    }
  }

  /// The plugins that an end counts against.
  ///
  /// A third-party plugin shares memory with all other code of its worker: once there is one, what happens in
  /// Scrim's own effects, or outside of any, may be its doing, and it may have announced any of them. So one
  /// that is used by the job answers for it, and Scrim's own plugins never do.
  ///
  /// - Parameters:
  ///   - worker: That ended.
  ///   - needed: The third-party plugins whose effects the job names.
  /// - Returns: None for an end that no plugin brought about.
  package func suspectPlugins(of worker: Worker, needed: [WorkerPlugin]) -> [WorkerPlugin] {
    guard isCausedByPlugin else { return [] }
    guard !worker.addedPlugins.isEmpty else { return plugin.map { [$0] } ?? [] }
    if let plugin, needed.contains(plugin) { return [plugin] }
    return needed
  }
}

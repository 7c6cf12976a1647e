import ScrimWorkerClient

extension PluginWatch {
  /// Scans the folders, and enables those disabled plugins again that have changed: their errors may be fixed.
  ///
  /// - Parameters:
  ///   - health: Which plugins are disabled.
  ///   - program: The worker program, which may name other folders than before.
  /// - Returns: The plugins, and what has changed since the last scan, for the log: "libGlow.so replaced".
  func renew(
    _ health: PluginHealth, at program: WorkerProgram
  ) -> (plugins: PluginFolders, changes: [String]) {
    let (plugins, changes) = scan(at: program)
    health.forget(changes.map(\.path))
    return (plugins, changes.map { "\($0.path) \($0.what)" })
  }
}

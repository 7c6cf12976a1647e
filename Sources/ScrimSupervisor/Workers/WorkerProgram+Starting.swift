public import ScrimProtocol

extension WorkerProgram {
  /// Starts a worker, without the plugins that no worker survives the loading of: such a plugin costs itself
  /// only.
  ///
  /// - Returns: The worker, and the plugins that it was started without, each with what happened.
  /// - Throws: ``WorkerError`` notStarted, notReady.
  public func startWithoutCrashingPlugins() throws(WorkerError) -> (
    worker: Worker, crashed: [RefusedFile]
  ) {
    var program = self
    var crashed: [RefusedFile] = []
    while true {
      do {
        return (try Worker(program), crashed)
      } catch {
        guard let plugin = error.plugin, !program.options.without.contains(plugin) else {
          throw error
        }
        program.options.without.append(plugin)
        crashed.append(RefusedFile(path: plugin, reason: "\(error.message)."))
      }
    }
  }
}

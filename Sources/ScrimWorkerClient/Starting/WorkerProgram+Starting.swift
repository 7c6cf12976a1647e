import ScrimLinux
package import ScrimProtocol

extension WorkerProgram {
  /// Starts a worker, without the plugins that no worker survives the loading of: such a plugin costs itself
  /// only.
  ///
  /// - Parameter report: Called with each line that the worker writes to standard error; without it that is
  ///   this process's own.
  /// - Returns: The worker, and the plugins that it was started without, each with what happened.
  /// - Throws: ``WorkerError`` notStarted, notReady.
  package func startWithoutCrashingPlugins(
    report: ((WorkerOutputLog.Line) -> Void)? = nil
  ) throws(WorkerError) -> (worker: Worker, crashed: [RefusedFile]) {
    var program = self
    var crashed: [RefusedFile] = []
    while true {
      do throws(WorkerError) {
        return (try Worker(program, output: try Self.output(report)), crashed)
      } catch {
        guard let plugin = error.plugin, !program.options.without.contains(plugin) else {
          throw error
        }
        program.options.without.append(plugin)
        crashed.append(RefusedFile(path: plugin, reason: "\(error.message)."))
      }
    }
  }

  private static func output(
    _ report: ((WorkerOutputLog.Line) -> Void)?
  ) throws(WorkerError) -> WorkerOutputLog? {
    guard let report else { return nil }
    do throws(SystemError) {
      return try WorkerOutputLog(report)
    } catch {
      throw WorkerError(.notStarted, error.description)
    }
  }
}

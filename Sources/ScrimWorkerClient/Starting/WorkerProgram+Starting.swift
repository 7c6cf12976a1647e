package import ScrimDocument
import ScrimLinux
import ScrimProtocol

extension WorkerProgram {
  /// How often a start that no plugin failed is repeated. A plugin in another worker may have taken all threads that
  /// the unit has; that worker is ended within moments.
  private static let startRetries = 5
  private static let startPause = Duration.milliseconds(100)

  /// Starts a worker, without the plugins that no worker survives the loading of: such a plugin costs itself
  /// only.
  ///
  /// - Parameters:
  ///   - maxLines: Lines of each job that are passed on.
  ///   - report: Called with each line that the worker writes to standard error; without it that is this process's
  ///     own.
  /// - Returns: The worker, and the plugins that it was started without, each with what happened.
  /// - Throws: ``WorkerError`` notStarted, notReady.
  package func startWithoutCrashingPlugins(
    maxLines: Int = WorkerOutputLog.maxLines, report: ((WorkerOutputLog.Line) -> Void)? = nil
  ) throws(WorkerError) -> (worker: Worker, crashed: [RefusedFile]) {
    var program = self
    var crashed: [RefusedFile] = []
    var retries = 0
    while true {
      do throws(WorkerError) {
        return (try Worker(program, output: try Self.output(maxLines, report)), crashed)
      } catch {
        guard let plugin = error.plugin, !program.options.without.contains(plugin) else {
          guard error.plugin == nil, retries < Self.startRetries else { throw error }
          retries += 1
          _ = try? Readiness.wait(for: [], timeout: Self.startPause)
          continue
        }
        program.options.without.append(plugin)
        crashed.append(RefusedFile(path: plugin, reason: "\(error.message)."))
      }
    }
  }

  private static func output(
    _ maxLines: Int, _ report: ((WorkerOutputLog.Line) -> Void)?
  ) throws(WorkerError) -> WorkerOutputLog? {
    guard let report else { return nil }
    do throws(SystemError) {
      return try WorkerOutputLog(maxLines: maxLines, report)
    } catch {
      throw WorkerError(.notStarted, error.description)
    }
  }
}

extension WorkerProgram {
  /// What this kernel cannot deny workers, found by starting one that loads no plugins and ending it.
  ///
  /// - Returns: Words for a log; empty when everything is on.
  /// - Throws: ``WorkerError`` notStarted, notReady.
  package func lacking() throws(WorkerError) -> [String] {
    var bare = self
    bare.options.plugins = []
    return try Worker(bare).lacking
  }

  /// Refuses to go on without a part of the sandbox.
  ///
  /// - Parameter lacking: What there is not of it.
  /// - Throws: ``WorkerError`` unsandboxed.
  package func insist(on lacking: [String]) throws(WorkerError) {
    guard !lacking.isEmpty else { return }
    throw WorkerError(
      .unsandboxed,
      "the kernel's sandbox lacks \(lacking.joined(separator: ", ")), and the configuration requires "
        + "a complete one ([workers] sandbox = \"required\")")
  }
}

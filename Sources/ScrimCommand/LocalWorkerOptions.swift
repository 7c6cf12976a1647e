package import ArgumentParser
package import ScrimWorkerClient

/// Where effects are looked for.
package struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugins"),
    help: ArgumentHelp(
      "Plugin or folder of plugins, taking precedence over the installed ones; may be repeated.",
      valueName: "path"),
    completion: .directory)
  package var folders: [String] = []

  package init() {}

  /// Starts a worker, and names the plugins that it refused.
  ///
  /// - Throws: A ``Failure``.
  package func worker(_ console: Console) throws -> LocalWorker {
    let worker = try LocalWorker(plugins: folders)
    console.noteRefused(worker)
    return worker
  }
}

/// What a command's own workers load.
package struct LocalWorkerOptions: ParsableArguments {
  @OptionGroup package var plugins: PluginOptions

  @Option(
    help: ArgumentHelp(
      "Font file or folder of fonts besides the installed ones; may be repeated.",
      valueName: "path"),
    completion: .directory)
  package var fonts: [String] = []

  package init() {}

  /// Workers that name the plugins that they refused.
  ///
  /// - Parameters:
  ///   - console: Where these are named.
  ///   - environments: See ``LocalWorker``.
  ///   - fetcher: See ``LocalWorker``.
  ///   - isDebugged: See ``LocalWorker``.
  ///   - onStart: Called with each worker before its first job. One serves many jobs.
  /// - Returns: The workers, none of them started.
  package func workers(
    _ console: Console, environments: EnvironmentReader? = nil, fetcher: SourceFetcher? = nil,
    isDebugged: Bool = false, onStart: @escaping (LocalWorker) -> Void = { _ in }
  ) -> LocalWorkers {
    LocalWorkers {
      let fresh = try LocalWorker(
        plugins: plugins.folders, fonts: fonts, isDebugged: isDebugged, environments: environments,
        fetcher: fetcher)
      console.noteRefused(fresh)
      onStart(fresh)
      return fresh
    }
  }
}

extension Console {
  /// Names the plugins that a worker refused.
  package func noteRefused(_ worker: LocalWorker) {
    for refusal in worker.refusals { note(refusal) }
  }
}

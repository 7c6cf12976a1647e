package import ScrimDocument
import ScrimLinux
package import ScrimProtocol
package import ScrimWorkerClient
import Synchronization

/// Which plugin provides which effect, without one being loaded where jobs are rendered.
///
/// Workers load Scrim's own plugins at start. What the others provide, a worker that does nothing else is
/// asked for, one for each plugin: a plugin can say something wrong of itself only.
package final class PluginCatalog: Sendable {
  /// What others than Scrim provide.
  package struct ThirdParty: Sendable {
    /// In the order of the folders; of two that provide the same effect the first counts.
    package var plugins: [WorkerPlugin] = []
    package var refused: [RefusedFile] = []

    /// Nothing.
    package init() {}

    /// The path of the plugin that provides each effect.
    package var providers: [String: String] {
      Dictionary(plugins.flatMap { plugin in plugin.effects.map { ($0, plugin.path) } }) {
        first, _ in first
      }
    }

    /// For the message about an unknown effect.
    package var otherEffects: OtherEffects {
      OtherEffects(names: plugins.flatMap(\.effects), refused: refused)
    }

    /// The plugins that provide some of these effects.
    package func providing(_ effects: Set<String>) -> [WorkerPlugin] {
      let paths = Set(effects.compactMap { providers[$0] })
      return plugins.filter { paths.contains($0.path) }
    }
  }

  private struct State {
    var folders: PluginFolders?
    /// The files of Scrim's own plugins.
    var firstParty: [String] = []
    var thirdPartyFiles: [String] = []
    var thirdParty: ThirdParty?
  }

  private let state = Mutex(State())
  /// Held while plugins are loaded, which may take long, so that it is done once.
  private let scanning = Mutex(())

  private let report: @Sendable (WorkerOutputLog.Line) -> Void

  /// - Parameter report: Called with each line that plugins write to standard error while they are looked at.
  package init(report: @escaping @Sendable (WorkerOutputLog.Line) -> Void) {
    self.report = report
  }

  /// The plugins that each worker loads at start.
  package func firstParty(in folders: PluginFolders, of program: WorkerProgram) -> [String] {
    state.withLock { state in
      Self.refresh(at: folders, of: program, &state)
      return state.firstParty
    }
  }

  /// What the other plugins provide. They are loaded for it once, unless their files change; meanwhile all who
  /// ask wait.
  ///
  /// - Returns: That, and whether this call has found it out.
  /// - Throws: ``WorkerError`` notStarted, notReady, when no worker can be started at all.
  package func thirdParty(
    in folders: PluginFolders, of program: WorkerProgram
  ) throws(WorkerError) -> (found: ThirdParty, isNews: Bool) {
    if let known = known(in: folders, of: program) { return (known, false) }
    return try scanning.withLock { _ throws(WorkerError) in
      // Another thread may have scanned it meanwhile.
      if let known = known(in: folders, of: program) { return (known, false) }
      let files = state.withLock { $0.thirdPartyFiles.map(\.self) }
      let found = try scan(files, program)
      state.withLock { state in
        if state.folders == folders { state.thirdParty = found }
      }
      return (found, true)
    }
  }

  /// Whether plugins have changed since they were looked at.
  package func isStale(for program: WorkerProgram) -> Bool {
    known(in: PluginFolders(program.options.plugins), of: program) == nil
  }

  /// Finds out what third-party plugins provide, if they have changed.
  ///
  /// - Returns: That; `nil` if it was known.
  /// - Throws: ``WorkerError`` notStarted, notReady.
  package func renew(of program: WorkerProgram) throws(WorkerError) -> ThirdParty? {
    let (found, isNews) = try thirdParty(
      in: PluginFolders(program.options.plugins), of: program)
    return isNews ? found : nil
  }

  private func known(in folders: PluginFolders, of program: WorkerProgram) -> ThirdParty? {
    state.withLock { state in
      Self.refresh(at: folders, of: program, &state)
      return state.thirdParty
    }
  }

  private static func refresh(
    at folders: PluginFolders, of program: WorkerProgram, _ state: inout State
  ) {
    guard state.folders != folders else { return }
    let sums = program.installedPlugins.map(FirstPartyChecksums.init(of:))
    let files = folders.files
    let firstParty = files.filter { sums?.has($0) ?? false }
    state = State(
      folders: folders, firstParty: firstParty,
      thirdPartyFiles: files.filter { !firstParty.contains($0) })
  }

  private func scan(
    _ files: [String], _ program: WorkerProgram
  ) throws(WorkerError) -> ThirdParty {
    var found = ThirdParty()
    for file in files {
      var alone = program
      alone.options.loaded = [file]
      let (worker, crashed) = try alone.startWithoutCrashingPlugins(report: report)
      found.plugins += worker.plugins.map { WorkerPlugin(path: file, effects: $0.effects) }
      found.refused += crashed.isEmpty ? worker.refused : crashed
    }
    return found
  }
}

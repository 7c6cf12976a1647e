import ScrimDocument
package import ScrimProtocol
package import ScrimRecords
package import ScrimWorkerClient
import Synchronization

/// Which plugins crash too often to be used.
///
/// Crashes in three jobs of one owner within ten minutes disable a plugin, with all its effects, for that
/// owner; disabled for two owners, it is disabled for all. Jobs that need it are put into `hold/`. It is tried
/// again ten minutes later, and at once when its file has changed, when the configuration is read
/// again, and with a new start of the daemon.
package final class PluginHealth: Sendable {
  private struct Crash {
    let job: JobID
    let time: ContinuousClock.Instant
  }

  private struct Record {
    var effects: [String]
    var crashes: [Crash] = []
    /// Until when the plugin is disabled, by owner.
    var disabled: [Owner: ContinuousClock.Instant] = [:]
  }

  private struct State {
    /// By the plugin's path.
    var records: [String: Record] = [:]
    var isReleaseDue = false
    /// The names of files for which jobs wait that were refused.
    var awaited: Set<String> = []

    /// Forgets what is over.
    mutating func expire(_ now: ContinuousClock.Instant) {
      for path in records.keys {
        guard let record = records[path] else { continue }
        let lasting = record.disabled.filter { $0.value > now }
        if lasting.count < record.disabled.count { isReleaseDue = true }
        let crashes = record.crashes.filter { now - $0.time < PluginHealth.period }
        records[path] =
          lasting.isEmpty && crashes.isEmpty
          ? nil : Record(effects: record.effects, crashes: crashes, disabled: lasting)
      }
    }
  }

  /// Jobs of one owner.
  private static let jobs = 3
  private static let owners = 2
  /// The time that crashes count for, and for which a plugin is disabled.
  private static let period = Duration.seconds(600)
  private let state = Mutex(State())

  package init() {}

  /// Notes a crash that a plugin brought about.
  package func note(_ plugin: WorkerPlugin, job: JobID, now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      state.expire(now)
      var record = state.records[plugin.path] ?? Record(effects: [])
      guard record.disabled[job.owner] == nil else { return }
      record.effects = plugin.effects
      record.crashes.removeAll { $0.job == job }
      record.crashes.append(Crash(job: job, time: now))
      if record.crashes.count(where: { $0.job.owner == job.owner }) >= Self.jobs {
        record.crashes.removeAll { $0.job.owner == job.owner }
        record.disabled[job.owner] = now + Self.period
      }
      state.records[plugin.path] = record
    }
  }

  /// The plugins that are disabled for anybody, by their paths.
  package func disabled(now: ContinuousClock.Instant = .now) -> [DisabledPlugin] {
    state.withLock { state in
      state.expire(now)
      return state.records.filter { !$0.value.disabled.isEmpty }.sorted { $0.key < $1.key }
        .map { path, record in
          DisabledPlugin(
            path: path, effects: record.effects,
            owners: record.disabled.keys.sorted(),
            isForAll: record.disabled.count >= Self.owners)
        }
    }
  }

  /// The plugin of one of these effects that an owner's jobs may not use now.
  package func disabled(
    among effects: Set<String>, for owner: Owner, now: ContinuousClock.Instant = .now
  ) -> (effect: String, plugin: DisabledPlugin)? {
    for disabled in disabled(now: now) where disabled.isForAll || disabled.owners.contains(owner) {
      if let effect = disabled.effects.first(where: effects.contains) {
        return (effect, disabled)
      }
    }
    return nil
  }

  /// Lets every plugin be used again, and the jobs that are held be tried again.
  package func forget() {
    state.withLock { $0 = State(isReleaseDue: true) }
  }

  /// Lets plugins be used again whose files have changed.
  ///
  /// - Parameter paths: The files. One that is built for some CPUs counts as the one that is built
  ///   for all, which has its name.
  package func forget(_ paths: [String]) {
    let files = Set(paths.map(\.fileName))
    state.withLock { state in
      if !state.awaited.isDisjoint(with: files) {
        state.awaited.subtract(files)
        state.isReleaseDue = true
      }
      for path in state.records.keys where files.contains(path.fileName) {
        let record = state.records.removeValue(forKey: path)
        state.isReleaseDue = state.isReleaseDue || record?.disabled.isEmpty == false
      }
    }
  }

  /// To be called once a job is in `hold/`.
  ///
  /// - Parameters:
  ///   - path: Of the plugin that the job waits for.
  ///   - owner: Of the job.
  ///   - isStale: Whether plugins have changed since it was decided to hold the job, so that nothing
  ///     else may release it.
  package func held(for path: String, _ owner: Owner, isStale: Bool) {
    state.withLock { state in
      let disabled = state.records[path]?.disabled ?? [:]
      if disabled[owner] == nil, disabled.count < Self.owners {
        state.awaited.insert(path.fileName)
      }
      if isStale { state.isReleaseDue = true }
    }
  }

  /// Whether held jobs are to be tried again. It is false after that, until there is another reason.
  package func takeRelease(now: ContinuousClock.Instant = .now) -> Bool {
    state.withLock { state in
      state.expire(now)
      defer { state.isReleaseDue = false }
      return state.isReleaseDue
    }
  }

  /// Takes back that held jobs were tried again.
  package func deferRelease() {
    state.withLock { $0.isReleaseDue = true }
  }
}

extension PluginWatch {
  /// Scans the folders, and enables those disabled plugins again that have changed: their errors may be fixed.
  ///
  /// - Parameters:
  ///   - health: Which plugins are disabled.
  ///   - program: The worker program, which may name other folders than before.
  /// - Returns: The plugins, and what has changed since the last scan, for the log: "libGlow.so replaced".
  package func renew(
    _ health: PluginHealth, at program: WorkerProgram
  ) -> (plugins: PluginFolders, changes: [String]) {
    let (plugins, changes) = scan(at: program)
    health.forget(changes.map(\.path))
    return (plugins, changes.map { "\($0.path) \($0.what)" })
  }
}

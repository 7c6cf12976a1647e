import ScrimDocument
public import ScrimProtocol
public import ScrimSpool
import Synchronization

/// Which plugins crash too often to be used: three different jobs within ten minutes, by whichever of their
/// effects.
///
/// Jobs that need such a plugin are put into `hold/`. They are due again when its file has changed, when the
/// configuration is read again, and with a new start of the daemon.
public final class PluginHealth: Sendable {
  private struct Crash {
    let job: JobID
    let time: ContinuousClock.Instant
  }

  private struct Record {
    var effects: [String]
    var crashes: [Crash] = []

    var isSick: Bool { crashes.count >= PluginHealth.jobs }
  }

  private struct State {
    /// By the plugin's path.
    var records: [String: Record] = [:]
    var isReleaseDue = false
  }

  private static let jobs = 3
  private static let window = Duration.seconds(600)
  private let state = Mutex(State())

  public init() {}

  /// Notes a crash inside one of a plugin's effects.
  public func note(_ plugin: WorkerPlugin, job: JobID, now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      var record = state.records[plugin.path] ?? Record(effects: [])
      guard !record.isSick else { return }
      record.effects = plugin.effects
      record.crashes = record.crashes.filter { now - $0.time < Self.window && $0.job != job }
      record.crashes.append(Crash(job: job, time: now))
      state.records[plugin.path] = record
    }
  }

  /// The plugins that are not used any more, by their paths.
  public var disabled: [WorkerPlugin] {
    state.withLock { state in
      state.records.filter(\.value.isSick).sorted { $0.key < $1.key }
        .map { WorkerPlugin(path: $0.key, effects: $0.value.effects) }
    }
  }

  /// Lets every plugin be used again, and the jobs that are held be tried anew.
  public func forget() {
    state.withLock { $0 = State(isReleaseDue: true) }
  }

  /// Lets plugins be used again whose files have changed.
  ///
  /// - Parameter paths: The files. One that is built for some processors stands for the one that is built
  ///   for all, which has its name.
  public func forget(_ paths: [String]) {
    let files = Set(paths.map(\.fileName))
    state.withLock { state in
      for path in state.records.keys where files.contains(path.fileName) {
        let record = state.records.removeValue(forKey: path)
        state.isReleaseDue = state.isReleaseDue || record?.isSick ?? false
      }
    }
  }

  /// To be told once a job is in `hold/`: its plugin may have changed meanwhile.
  func held(for path: String) {
    state.withLock { state in
      if !(state.records[path]?.isSick ?? false) { state.isReleaseDue = true }
    }
  }

  /// Whether held jobs are to be tried anew. Whoever does that asks, and it is false then.
  public func takeRelease() -> Bool {
    state.withLock { state in
      defer { state.isReleaseDue = false }
      return state.isReleaseDue
    }
  }

  /// Takes back that held jobs were tried anew.
  public func putOffRelease() {
    state.withLock { $0.isReleaseDue = true }
  }

  /// The first effect of a document whose plugin is not used any more, and the plugin's path.
  func sick(in document: [UInt8], limits: Limits) -> (effect: String, plugin: String)? {
    let pairs = disabled.flatMap { plugin in plugin.effects.map { ($0, plugin.path) } }
    guard !pairs.isEmpty, let node = try? Node.parse(document, limits: limits) else { return nil }
    let plugins = Dictionary(pairs) { first, _ in first }
    guard let effect = Self.first(of: Set(plugins.keys), in: node), let path = plugins[effect]
    else { return nil }
    return (effect, path)
  }

  private static func first(of names: Set<String>, in node: Node) -> String? {
    if let name = node["effect"]?.string, names.contains(name) { return name }
    let inner = node.array ?? node.object?.filter { !$0.isAnnotation }.map(\.value) ?? []
    for child in inner {
      if let found = first(of: names, in: child) { return found }
    }
    return nil
  }
}

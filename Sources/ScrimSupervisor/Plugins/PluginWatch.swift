import Glibc
import ScrimLinux
import ScrimProtocol
import Synchronization

/// Sees whether plugins were added, replaced or removed. All slots share one, so that each change is
/// told once.
///
/// A worker has the plugins that were there when it started: after a change each slot takes a new one
/// before its next job, and what is in work ends with the old.
public final class PluginWatch: Sendable {
  private let known: Mutex<PluginFolders>

  /// For how long a library must not have been written before it is taken for whole, and how long that
  /// is waited for. Whatever is still not whole then, the worker refuses.
  private static let settle = 300_000_000
  private static let retries = 10

  /// - Parameter program: The worker program, with the plugins that it is started with.
  public init(of program: WorkerProgram) {
    known = Mutex(PluginFolders(program.options.plugins))
  }

  /// Looks, and lets those be used again that have changed: they may be mended.
  ///
  /// - Parameters:
  ///   - health: Which are not used.
  ///   - program: The worker program, which may name other folders than before.
  /// - Returns: What has become of them since anybody looked, for the log: "libGlow.so replaced".
  @discardableResult
  public func renew(_ health: PluginHealth, at program: WorkerProgram) -> [String] {
    renewed(health, at: program).changes
  }

  func renewed(
    _ health: PluginHealth, at program: WorkerProgram
  ) -> (plugins: PluginFolders, changes: [String]) {
    let (plugins, changes) = scan(at: program)
    health.forget(changes.map(\.path))
    return (plugins, changes.map { "\($0.path) \($0.what)" })
  }

  /// Looks, and if something has changed waits until nothing is being written, a second at most.
  ///
  /// - Parameter program: The worker program, which may name other folders than before.
  /// - Returns: What there is, and what has become of it since anybody looked.
  private func scan(
    at program: WorkerProgram
  ) -> (plugins: PluginFolders, changes: [(path: String, what: String)]) {
    let paths = program.options.plugins
    return known.withLock { known in
      var now = PluginFolders(paths)
      guard now != known else { return (now, []) }
      for _ in 0..<Self.retries where WallClock.nanoseconds - now.lastWritten < Self.settle {
        usleep(100_000)
        now = PluginFolders(paths)
      }
      defer { known = now }
      return (now, now.changes(since: known))
    }
  }
}

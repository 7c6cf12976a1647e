import ScrimLinux
import Glibc
import ScrimProtocol
import Synchronization

/// Detects that plugins were added, replaced or removed. All users of a process share one, so that each change is
/// reported once.
///
/// A worker has the plugins that were there when it started: after a change the next job gets a
/// new one, and running jobs end with the old.
package final class PluginWatch: Sendable {
  private let known: Mutex<PluginFolders>

  /// For how long a library must not have been written before it counts as complete, nanoseconds, and how often
  /// that is checked. What is still incomplete then, the worker refuses.
  private static let settle = 300_000_000
  private static let retries = 10

  /// - Parameter program: The worker program, with the plugins that it is started with.
  package init(of program: WorkerProgram) {
    known = Mutex(PluginFolders(program.options.plugins))
  }

  /// Scans the folders; if something has changed, waits until nothing is being written, for 1 s at most.
  ///
  /// - Parameter program: The worker program, which may name other folders than before.
  /// - Returns: The plugins, and what has changed since the last scan.
  package func scan(
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

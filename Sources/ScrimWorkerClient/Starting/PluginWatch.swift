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
  private struct State {
    var known: PluginFolders
    var paths: [String]
    /// Reports changes of the folders; `nil` where they cannot be watched.
    var changes: Inotify?
    var scanned: ContinuousClock.Instant
  }

  private let state: Mutex<State>

  /// How often the folders are scanned although no change was reported: a link in them may lead elsewhere.
  private static let longestTrust = Duration.seconds(1)

  /// For how long a library must not have been written before it counts as complete, nanoseconds, and how often
  /// that is checked. What is still incomplete then, the worker refuses.
  private static let settle = 300_000_000
  private static let retries = 10

  /// - Parameter program: The worker program, with the plugins that it is started with.
  package init(of program: WorkerProgram) {
    let paths = program.options.plugins
    // Watched first, so that no change falls between the two.
    let changes = Self.watch(paths)
    state = Mutex(
      State(known: PluginFolders(paths), paths: paths, changes: changes, scanned: .now))
  }

  /// Scans the folders; if something has changed, waits until nothing is being written, for 1 s at most.
  ///
  /// - Parameter program: The worker program, which may name other folders than before.
  /// - Returns: The plugins, and what has changed since the last scan.
  package func scan(
    at program: WorkerProgram
  ) -> (plugins: PluginFolders, changes: [(path: String, what: String)]) {
    let paths = program.options.plugins
    return state.withLock { state in
      let isUnchanged = state.changes?.events().isEmpty ?? false
      if isUnchanged, state.paths == paths, .now - state.scanned < Self.longestTrust {
        return (state.known, [])
      }
      if !isUnchanged || state.paths != paths { state.changes = Self.watch(paths) }
      (state.paths, state.scanned) = (paths, .now)
      var now = PluginFolders(paths)
      guard now != state.known else { return (now, []) }
      for _ in 0..<Self.retries where WallClock.nanoseconds - now.lastWritten < Self.settle {
        usleep(100_000)
        now = PluginFolders(paths)
      }
      defer { state.known = now }
      return (now, now.changes(since: state.known))
    }
  }

  private static func watch(_ paths: [String]) -> Inotify? {
    guard let inotify = try? Inotify() else { return nil }
    let events =
      IN_CLOSE_WRITE | IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
      | IN_DELETE_SELF | IN_MOVE_SELF
    for path in paths {
      guard (try? inotify.add(path, events)) != nil else { return nil }
      // Missing folders appear as new names in those above.
      for folder in ["glibc-hwcaps", PluginFolders.variants] {
        _ = try? inotify.add("\(path)/\(folder)", events)
      }
    }
    return inotify
  }
}

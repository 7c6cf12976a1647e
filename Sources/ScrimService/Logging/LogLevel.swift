package import Logging
import Synchronization

/// The minimum level of logged messages; may change while the daemon runs.
package final class LogLevel: Sendable {
  private let level: Mutex<Logger.Level>

  package init(_ level: Logger.Level) {
    self.level = Mutex(level)
  }

  package var now: Logger.Level {
    get { level.withLock { $0 } }
    set { level.withLock { $0 = newValue } }
  }
}

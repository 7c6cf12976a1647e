import Logging
import Synchronization

/// The minimum level of logged messages; may change while the daemon runs.
final class LogLevel: Sendable {
  private let level: Mutex<Logger.Level>

  init(_ level: Logger.Level) {
    self.level = Mutex(level)
  }

  var now: Logger.Level {
    get { level.withLock { $0 } }
    set { level.withLock { $0 = newValue } }
  }
}

extension Configuration {
  var level: Logger.Level { Logger.Level(rawValue: logLevel) ?? .info }
}

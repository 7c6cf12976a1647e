import Glibc
import Logging
import ScrimLinux

/// Writes one line per message to standard error: with syslog's `<N>` priority under journald, otherwise with time
/// and level.
struct LineLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  private let current: LogLevel
  private var own: Logger.Level?
  private let forJournal: Bool

  /// Creates a log that follows a level which may change.
  init(_ current: LogLevel) {
    self.current = current
    forJournal = LogPriority.isReadByJournal
  }

  var logLevel: Logger.Level {
    get { own ?? current.now }
    set { own = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
    let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    let head = forJournal ? priority(of: event.level).prefix : "\(time()) \(event.level) "
    // Always one line: the name of a dropped file must not forge another.
    let text = "\(event.message)\(details)".unicodeScalars.map { Self.isText($0) ? $0 : " " }
    StandardStream.error.write(head + String(String.UnicodeScalarView(text)) + "\n")
  }

  /// False for characters that move a terminal's cursor or begin a line.
  private static func isText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  private func priority(of level: Logger.Level) -> LogPriority {
    switch level {
    case .trace, .debug: .debug
    case .info: .info
    case .notice: .notice
    case .warning: .warning
    case .error: .error
    case .critical: .critical
    }
  }

  /// The local time of day.
  private func time() -> String {
    var now = Glibc.time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

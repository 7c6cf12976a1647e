import Glibc
import Logging
import ScrimLinux

/// Writes a line a message to standard error: with the `<N>` priorities of syslog under journald,
/// with the time and level for people otherwise.
struct LineLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  private let current: LogLevel
  private var own: Logger.Level?
  private let forJournal: Bool

  /// Tells what the level that is current at the time lets through.
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
    // One line whatever is in it: a name that was dropped must not forge another.
    let text = "\(event.message)\(details)".unicodeScalars.map { Self.isText($0) ? $0 : " " }
    StandardStream.error.write(head + String(String.UnicodeScalarView(text)) + "\n")
  }

  /// False for what moves a terminal's cursor, or begins a line.
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

  /// Local time of day.
  private func time() -> String {
    var now = Glibc.time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

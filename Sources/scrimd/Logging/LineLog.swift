import Glibc
import Logging
import ScrimJSON
import ScrimLinux
import ScrimSpool

/// Writes one entry per message: a line of text or JSON to standard error, or an entry with fields to journald.
struct LineLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  private let current: LogLevel
  private var own: Logger.Level?
  private let format: LogFormat
  private let forJournal: Bool

  /// journald's socket for entries with fields.
  private static let journal = "/run/systemd/journal/socket"

  /// Creates a log that follows a level which may change.
  init(_ current: LogLevel, format: LogFormat) {
    self.current = current
    self.format = format
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
    let entry = LogEntry(
      "\(event.message)", level: event.level,
      metadata: metadata.merging(event.metadata ?? [:]) { _, new in new })
    switch format {
    case .text: write(line: entry)
    case .json:
      StandardStream.error.write(entry.json(time: Self.time).text(pretty: false) + "\n")
    case .journal:
      do {
        try DatagramSocket.send(entry.journal, to: Self.journal)
      } catch {
        // journald restarts, or the socket is not visible here.
        write(line: entry)
      }
    }
  }

  private func write(line entry: LogEntry) {
    let head = forJournal ? entry.priority.prefix : "\(Self.time) \(entry.level) "
    StandardStream.error.write("\(head)\(entry.text)\n")
  }

  /// The time as in RFC 3339, with milliseconds, in UTC.
  private static var time: String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Timestamp.text(
      ofMilliseconds: Int(now.tv_sec) * 1000 + Int(now.tv_nsec) / 1_000_000)
  }
}

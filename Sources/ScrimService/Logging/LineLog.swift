import Glibc
package import Logging
import ScrimJSON
import ScrimLinux

/// The program of log entries.
package struct LoggingProgram: Sendable {
  let name: String
  /// Identifiers of messages that operators search or alert on, by the text of the message.
  let messageIDs: [String: String]

  package init(name: String, messageIDs: [String: String]) {
    self.name = name
    self.messageIDs = messageIDs
  }

  /// Makes ``LineLog`` the log of this process, in the standard format if none is given.
  package func startLog(_ level: LogLevel, _ format: LogFormat?) {
    let format = format ?? .standard
    LoggingSystem.bootstrap { _ in LineLog(of: self, level, format: format) }
  }

  /// Writes why the program ends to standard error, each line with the priority of an error where journald reads it.
  package func complain(_ text: String) {
    let head = LogPriority.isReadByJournal ? LogPriority.error.prefix : ""
    for (index, line) in text.split(separator: "\n").enumerated() {
      StandardStream.error.write("\(head)\(index == 0 ? "\(name): " : "")\(line)\n")
    }
  }
}

/// Writes one entry per message: a line of text or JSON to standard error, or an entry with fields to journald.
package struct LineLog: LogHandler {
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?
  private let program: LoggingProgram
  private let current: LogLevel
  private var own: Logger.Level?
  private let format: LogFormat
  private let forJournal: Bool

  /// journald's socket for entries with fields.
  private static let journal = "/run/systemd/journal/socket"

  /// Creates a log that follows a level which may change.
  package init(of program: LoggingProgram, _ current: LogLevel, format: LogFormat) {
    self.program = program
    self.current = current
    self.format = format
    forJournal = LogPriority.isReadByJournal
  }

  package var logLevel: Logger.Level {
    get { own ?? current.now }
    set { own = newValue }
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let entry = LogEntry(
      of: program, "\(event.message)", level: event.level,
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

import Glibc
import Logging
import ScrimJSON
import ScrimLinux

/// Quotes a line that a program wrote, complete: the caller limits its length.
///
/// - Parameter line: Any text.
/// - Returns: The text in double quotes, without characters that move a terminal's cursor.
package func quotedLine(_ line: String) -> String {
  "\"\(printable(line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")))\""
}

/// A log message with its details, ready to be written in any of the formats.
struct LogEntry {
  let program: LoggingProgram
  let message: String
  let level: Logger.Level
  /// Sorted by key, each value on one line.
  let details: [(key: String, value: String)]

  init(
    of program: LoggingProgram, _ message: String, level: Logger.Level, metadata: Logger.Metadata
  ) {
    self.program = program
    self.message = Self.oneLine(message)
    self.level = level
    details = metadata.sorted { $0.key < $1.key }.map { ($0.key, Self.oneLine("\($0.value)")) }
  }

  /// Message and details: `job done id=… ms=12`.
  var text: String {
    message + details.map { " \($0.key)=\($0.value)" }.joined()
  }

  /// A JSON object: time (as in RFC 3339), level, message, and each detail as a string.
  func json(time: String) -> JSON {
    .object(
      [
        .init("time", .string(time)), .init("level", .string("\(level)")),
        .init("message", .string(message)),
      ] + details.map { .init($0.key, .string($0.value)) })
  }

  /// A datagram of journald's native protocol. No value has a line feed, so none needs a length.
  var journal: String {
    var fields = [
      "MESSAGE=\(text)", "PRIORITY=\(priority.rawValue)", "SYSLOG_IDENTIFIER=\(program.name)",
      "SYSLOG_PID=\(getpid())",
    ]
    if let id = program.messageIDs[message] { fields.append("MESSAGE_ID=\(id)") }
    fields += details.map { "\(Self.field($0.key))=\($0.value)" }
    return fields.joined(separator: "\n") + "\n"
  }

  /// The name of a detail's field: `SCRIM_JOB_ID` for `id`, `SCRIM_LARGEST_USER` for `largest-user`.
  private static func field(_ key: String) -> String {
    let name = key == "id" ? "JOB_ID" : key.uppercased().replacing("-", with: "_")
    return "SCRIM_\(name)"
  }

  var priority: LogPriority {
    switch level {
    case .trace, .debug: .debug
    case .info: .info
    case .notice: .notice
    case .warning: .warning
    case .error: .error
    case .critical: .critical
    }
  }

  /// Replaces control characters: the name of a dropped file must not forge another line.
  private static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isText($0) ? $0 : " " }))
  }

  /// False for characters that move a terminal's cursor or begin a line.
  private static func isText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}

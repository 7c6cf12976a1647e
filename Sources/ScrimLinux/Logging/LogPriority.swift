import Glibc

/// The severities of syslog(3).
package enum LogPriority: Int, Sendable {
  case critical = 2
  case error, warning, notice, info, debug

  /// Whether standard error is read by journald.
  package static var isReadByJournal: Bool { getenv("JOURNAL_STREAM") != nil }

  /// The prefix of a line of this priority for journald (sd-daemon(3)).
  package var prefix: String { "<\(rawValue)>" }
}

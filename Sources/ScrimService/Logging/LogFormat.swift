import Glibc

/// How a daemon writes its log.
package enum LogFormat: String, CaseIterable {
  /// Lines on standard error: with syslog's `<N>` priority where journald reads it, otherwise with time and level.
  case text
  /// One JSON object per line on standard error.
  case json
  /// Entries with fields of their own, by journald's native protocol.
  case journal

  /// `journal` where journald reads standard error, otherwise `text`.
  package static var standard: LogFormat { isJournalOnStandardError ? .journal : .text }

  /// Whether `JOURNAL_STREAM` names the device and inode of standard error (systemd.exec(5)). The variable alone could
  /// be inherited from a parent process that logs elsewhere.
  private static var isJournalOnStandardError: Bool {
    var about = stat()
    guard let stream = getenv("JOURNAL_STREAM"), fstat(2, &about) == 0 else { return false }
    return String(cString: stream) == "\(about.st_dev):\(about.st_ino)"
  }
}

import ScrimLinux

/// Lines for the log, with a priority where journald reads it and without one for people.
enum Journal {
  static func error(_ text: String) { write(text, .error) }
  static func warning(_ text: String) { write(text, .warning) }

  private static func write(_ text: String, _ priority: LogPriority) {
    let prefix = LogPriority.isReadByJournal ? priority.prefix : ""
    StandardStream.error.write("\(prefix)scrim-worker: \(text)\n")
  }
}

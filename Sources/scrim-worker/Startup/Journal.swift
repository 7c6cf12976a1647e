import Glibc
import ScrimLinux

/// Lines for the log, with a priority where journald reads it and without one for people.
enum Journal {
  static func error(_ text: String) { write(text, priority: 3) }
  static func warning(_ text: String) { write(text, priority: 4) }

  private static func write(_ text: String, priority: Int) {
    let prefix = getenv("JOURNAL_STREAM") == nil ? "" : "<\(priority)>"
    let bytes = Array("\(prefix)scrim-worker: \(text)\n".utf8)
    // A log that is gone is nothing to fail for.
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}

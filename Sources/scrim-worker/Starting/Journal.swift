import Glibc
import ScrimLinux

/// Lines for the log, with the priority that journald reads.
enum Journal {
  static func error(_ text: String) { write("<3>scrim-worker: \(text)") }
  static func warning(_ text: String) { write("<4>scrim-worker: \(text)") }

  private static func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // A log that is gone is nothing to fail for.
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}

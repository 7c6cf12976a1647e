import CLinux

/// Ends this process at a time, by SIGALRM's default action, which code running in it cannot delay.
package enum ProcessDeadline {
  /// Ends the process after this number of seconds of wall-clock time, unless it is set again or cleared.
  package static func set(seconds: Int) {
    _ = scrim_alarm(UInt64(seconds) * 1000)
  }

  package static func clear() {
    _ = scrim_alarm(0)
  }
}

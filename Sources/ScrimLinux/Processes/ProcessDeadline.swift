import CLinux

/// The end of this process at a time, by SIGALRM's default action: nothing that runs in it can put it off.
package enum ProcessDeadline {
  /// Ends the process in so many seconds of wall-clock time, unless it is set anew or cleared.
  package static func set(seconds: Int) {
    _ = scrim_alarm(UInt64(seconds) * 1000)
  }

  package static func clear() {
    _ = scrim_alarm(0)
  }
}

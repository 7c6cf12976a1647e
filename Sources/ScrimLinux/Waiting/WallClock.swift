import Glibc

/// The clock of job IDs and tickets.
package enum WallClock {
  /// UTC, milliseconds since 1970. At least a time in 2001, in case the clock is not set yet, so that IDs have 13
  /// digits and sort as text.
  package static var milliseconds: Int {
    max(1_000_000_000_000, nanoseconds / 1_000_000)
  }

  /// UTC, nanoseconds since 1970, like file times.
  package static var nanoseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

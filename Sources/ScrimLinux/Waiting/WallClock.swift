import Glibc

/// The clock that ids and tickets are made by.
package enum WallClock {
  /// UTC, milliseconds since 1970. A machine whose clock is not set yet is taken to be in 2001, so
  /// that ids have 13 digits and sort as text.
  package static var milliseconds: Int {
    max(1_000_000_000_000, nanoseconds / 1_000_000)
  }

  /// UTC, nanoseconds since 1970, as in the times of files.
  package static var nanoseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

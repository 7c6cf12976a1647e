import Glibc
import SystemPackage

/// Waits for descriptors.
public enum Readiness {
  /// Waits until a descriptor is readable, hung up or closed. Without a timeout the wait is unlimited; zero returns
  /// at once.
  ///
  /// - Returns: The ready ones, in the given order; empty after the timeout.
  /// - Throws: ``SystemError``.
  public static func wait(
    for descriptors: [Int32], timeout: Duration?
  ) throws(SystemError) -> [Int32] {
    let end = timeout.map { ContinuousClock.now + $0 }
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let count = poll(&polled, nfds_t(polled.count), milliseconds(until: end))
      if count < 0 && errno == EINTR { continue }
      try check(count, "wait for descriptors")
      // A wait of more than 24 days returns early: poll's timeout has 32 bits.
      if count == 0, let end, ContinuousClock.now < end { continue }
      return polled.filter { $0.revents != 0 }.map(\.fd)
    }
  }

  /// Waits until a descriptor takes bytes, or its reader has gone. Without a timeout the wait is unlimited.
  ///
  /// - Returns: False after the timeout.
  /// - Throws: ``SystemError``.
  package static func waitUntilWritable(
    _ descriptor: Int32, timeout: Duration?
  ) throws(SystemError) -> Bool {
    let end = timeout.map { ContinuousClock.now + $0 }
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while true {
      let count = poll(&polled, 1, milliseconds(until: end))
      if count < 0 && errno == EINTR { continue }
      try check(count, "wait for a descriptor")
      if count == 0, let end, ContinuousClock.now < end { continue }
      return count > 0
    }
  }

  private static func milliseconds(until end: ContinuousClock.Instant?) -> Int32 {
    guard let end else { return -1 }
    let left = end - .now
    guard left > .zero else { return 0 }
    // Rounded up, to avoid spinning during the last millisecond.
    let milliseconds = left / .milliseconds(1)
    return Int32(min(milliseconds.rounded(.up), Double(Int32.max)))
  }
}

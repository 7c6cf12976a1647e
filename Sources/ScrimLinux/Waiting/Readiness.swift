import Glibc
import SystemPackage

/// Waiting for descriptors.
public enum Readiness {
  /// Waits until one of the descriptors can be read, has hung up or has ended. Without a timeout
  /// it waits for ever; zero only looks.
  ///
  /// - Returns: Which ones, in the order given; empty when the time was up.
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
      // A wait of more than 24 days comes back early: poll counts in 32 bits.
      if count == 0, let end, ContinuousClock.now < end { continue }
      return polled.filter { $0.revents != 0 }.map(\.fd)
    }
  }

  private static func milliseconds(until end: ContinuousClock.Instant?) -> Int32 {
    guard let end else { return -1 }
    let left = end - .now
    guard left > .zero else { return 0 }
    // Rounded up, or the last millisecond would be spent spinning.
    let milliseconds = left / .milliseconds(1)
    return Int32(min(milliseconds.rounded(.up), Double(Int32.max)))
  }
}

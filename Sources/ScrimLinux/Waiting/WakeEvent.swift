import CLinux
import Glibc
import SystemPackage

/// Wakes one waiting thread. Rings that come while it is busy are heard as one when it waits again.
public final class WakeEvent: Sendable {
  /// Readable after a ring.
  public let descriptor: OwnedDescriptor

  /// - Throws: ``SystemError``.
  public init() throws(SystemError) {
    descriptor = OwnedDescriptor(owning: try check(scrim_event(), "create an event descriptor"))
  }

  public func signal() {
    var one: UInt64 = 1
    _ = write(descriptor.raw, &one, 8)
  }

  /// Waits for a ring, a call to stop, or the end of the time.
  ///
  /// - Throws: ``SystemError``.
  public func wait(orFor stop: ShutdownEvent, timeout: Duration?) throws(SystemError) {
    _ = try Readiness.wait(for: [descriptor.raw, stop.descriptor.raw], timeout: timeout)
    reset()
  }

  /// Forgets rings.
  public func reset() {
    var count: UInt64 = 0
    _ = read(descriptor.raw, &count, 8)
  }
}

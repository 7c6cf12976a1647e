import CLinux
import Glibc
import SystemPackage

/// Wakes one waiting thread. Signals during its work are merged into one for its next wait.
public final class WakeEvent: Sendable {
  /// Readable while the event is signalled.
  public let descriptor: OwnedDescriptor

  /// - Throws: ``SystemError``.
  public init() throws(SystemError) {
    descriptor = OwnedDescriptor(owning: try check(scrim_event(), "create an event descriptor"))
  }

  public func signal() {
    var one: UInt64 = 1
    _ = write(descriptor.raw, &one, 8)
  }

  /// Waits for a signal, a stop request, or the timeout.
  ///
  /// - Throws: ``SystemError``.
  public func wait(orFor stop: ShutdownEvent, timeout: Duration?) throws(SystemError) {
    _ = try Readiness.wait(for: [descriptor.raw, stop.descriptor.raw], timeout: timeout)
    reset()
  }

  /// Clears pending signals.
  public func reset() {
    var count: UInt64 = 0
    _ = read(descriptor.raw, &count, 8)
  }
}

import CLinux
import Glibc
import Synchronization
import SystemPackage

/// Wakes one waiting thread. Signals during its work are merged into one for its next wait.
public final class WakeEvent: Sendable {
  /// Readable while the event is signalled.
  public let descriptor: OwnedDescriptor
  /// Whether the descriptor is readable, or about to be: no further write is needed.
  private let isSignalled = Atomic(false)

  /// - Throws: ``SystemError``.
  public init() throws(SystemError) {
    descriptor = OwnedDescriptor(owning: try check(scrim_event(), "create an event descriptor"))
  }

  public func signal() {
    guard !isSignalled.exchange(true, ordering: .sequentiallyConsistent) else { return }
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

  /// Clears pending signals, for the work that follows.
  public func reset() {
    // Before the flag: a signal in between writes nothing, and the work that follows serves it. After the flag, its
    // write would be taken away, and all later signals would count as pending.
    var count: UInt64 = 0
    _ = read(descriptor.raw, &count, 8)
    // An exchange, so that what was done before such a signal is seen.
    _ = isSignalled.exchange(false, ordering: .sequentiallyConsistent)
  }
}

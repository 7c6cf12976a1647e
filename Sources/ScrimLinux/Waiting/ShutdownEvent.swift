import CLinux
import Glibc
import Synchronization
import SystemPackage

/// A stop request that any thread can set and that poll can wait for.
public final class ShutdownEvent: Sendable {
  /// Readable once the event is set.
  public let descriptor: OwnedDescriptor
  private let flag = Atomic(false)

  /// - Throws: ``SystemError``.
  public init() throws(SystemError) {
    descriptor = OwnedDescriptor(owning: try check(scrim_event(), "create an event descriptor"))
  }

  /// Sets the event permanently; repeated calls have no effect.
  public func set() {
    guard !flag.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var one: UInt64 = 1
    _ = write(descriptor.raw, &one, 8)
  }

  public var isSet: Bool { flag.load(ordering: .acquiring) }
}

import CLinux
import Glibc
import Synchronization
import SystemPackage

/// A call to stop that any thread can give and that poll can wait for.
public final class ShutdownEvent: Sendable {
  /// Readable from the moment of the call on.
  public let descriptor: OwnedDescriptor
  private let flag = Atomic(false)

  /// - Throws: ``SystemError``.
  public init() throws(SystemError) {
    descriptor = OwnedDescriptor(owning: try check(scrim_event(), "create an event descriptor"))
  }

  /// Stays given; a second call does nothing.
  public func set() {
    guard !flag.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var one: UInt64 = 1
    _ = write(descriptor.raw, &one, 8)
  }

  public var isSet: Bool { flag.load(ordering: .acquiring) }
}

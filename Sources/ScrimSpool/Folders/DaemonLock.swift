import Glibc
import ScrimLinux

/// Tells the daemons of one spool from one another: each has a share in a lock as long as it runs, however
/// it ends.
public final class DaemonLock: Sendable {
  private static let name = "daemons.lock"

  private let lock: OwnedDescriptor

  /// Takes its share.
  ///
  /// - Parameters:
  ///   - spool: The spool.
  ///   - alone: What is done before, if no other daemon runs. None starts meanwhile.
  /// - Throws: ``SystemError``, and what `alone` throws.
  public init(in spool: Spool, ifAlone alone: () throws -> Void) throws {
    lock = try spool.root.open(Self.name, O_RDWR | O_CREAT, mode: 0o600)
    if try lock.lock(LOCK_EX | LOCK_NB, Self.name) { try alone() }
    _ = try lock.lock(LOCK_SH, Self.name)
  }
}

import Glibc
import ScrimLinux

/// A lock that the daemons of one spool share, to detect whether another one runs. The kernel releases it when the
/// process ends, for any reason.
package final class DaemonLock: Sendable {
  static let name = "daemons.lock"

  private let lock: OwnedDescriptor

  /// Acquires the shared lock.
  ///
  /// - Parameters:
  ///   - spool: The spool.
  ///   - alone: Called first if no other daemon runs. None can start during the call.
  /// - Throws: ``SystemError``, and errors of `alone`.
  package init(in spool: Spool, ifAlone alone: () throws -> Void) throws {
    lock = try spool.root.open(Self.name, O_RDWR | O_CREAT, mode: 0o600)
    if try lock.lock(LOCK_EX | LOCK_NB, Self.name) { try alone() }
    _ = try lock.lock(LOCK_SH, Self.name)
  }
}

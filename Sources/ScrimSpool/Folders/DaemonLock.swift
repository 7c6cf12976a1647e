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
    if try take(LOCK_EX | LOCK_NB) { try alone() }
    _ = try take(LOCK_SH)
  }

  /// - Returns: False when another daemon has it.
  private func take(_ operation: Int32) throws(SystemError) -> Bool {
    while flock(lock.raw, operation) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw .current("lock \(Self.name)") }
    }
    return true
  }
}

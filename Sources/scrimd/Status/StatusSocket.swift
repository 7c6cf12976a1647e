import Glibc
import ScrimJSON
import ScrimLinux
import ScrimSpool

/// Answers each connection to `status.sock` with a JSON snapshot and closes it.
final class StatusSocket {
  private static let name = "status.sock"
  private static let lockName = "status.lock"

  let descriptor: OwnedDescriptor
  private let spool: Spool
  private let snapshot: () throws -> Snapshot
  private let lock: OwnedDescriptor

  /// `nil` if another daemon of this spool answers already.
  init?(_ spool: Spool, snapshot: @escaping () throws -> Snapshot) throws(SystemError) {
    lock = try spool.root.open(Self.lockName, O_RDWR | O_CREAT, mode: 0o600)
    guard try lock.lock(LOCK_EX | LOCK_NB, Self.lockName) else { return nil }
    descriptor = try StreamSocket.listen(as: Self.name, in: spool.root, mode: 0o660)
    self.spool = spool
    self.snapshot = snapshot
  }

  deinit {
    try? spool.root.removeFile(Self.name)
  }

  /// Answers waiting clients. The snapshot fits the socket's buffer, so a client that does not read cannot block the
  /// daemon.
  func answer() {
    while let caller = StreamSocket.accept(from: descriptor) {
      guard let now = try? snapshot() else { continue }
      try? caller.write(now.full.json.bytes(pretty: true) + [10], to: "a caller")
    }
  }
}

import Glibc
import ScrimJSON
import ScrimLinux
import ScrimSpool

/// Answers each connection to a daemon's socket with a JSON snapshot and closes it.
///
/// The daemons of a spool are numbered: each has the lowest number that is free, and the first listens at
/// `status.sock`, the second at `status.2.sock`.
final class StatusSocket {
  /// From 1.
  let number: Int
  let descriptor: OwnedDescriptor
  private let spool: Spool
  private let snapshot: () throws -> Snapshot
  private let lock: OwnedDescriptor

  /// - Returns: The socket with the lowest number below `limit` that is free; `nil` if none is.
  /// - Throws: ``SystemError``.
  static func lowest(
    below limit: Int, _ spool: Spool, snapshot: @escaping () throws -> Snapshot
  ) throws(SystemError) -> StatusSocket? {
    for number in 1..<limit {
      if let socket = try StatusSocket(number, spool, snapshot) { return socket }
    }
    return nil
  }

  /// `nil` if another daemon of this spool has this number.
  private init?(
    _ number: Int, _ spool: Spool, _ snapshot: @escaping () throws -> Snapshot
  ) throws(SystemError) {
    let lockName = DaemonStatus.fileName("lock", ofDaemon: number)
    lock = try spool.root.open(lockName, O_RDWR | O_CREAT, mode: 0o600)
    guard try lock.lock(LOCK_EX | LOCK_NB, lockName) else { return nil }
    let name = DaemonStatus.fileName("sock", ofDaemon: number)
    descriptor = try StreamSocket.listen(as: name, in: spool.root, mode: 0o660)
    self.number = number
    self.spool = spool
    self.snapshot = snapshot
  }

  deinit {
    try? spool.root.removeFile(DaemonStatus.fileName("sock", ofDaemon: number))
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

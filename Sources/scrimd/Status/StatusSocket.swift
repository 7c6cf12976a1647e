import CLinux
import Glibc
import ScrimJSON
import ScrimLinux
import ScrimSpool

/// Answers each connection to `status.sock` with a JSON snapshot and hangs up.
final class StatusSocket {
  private static let name = "status.sock"
  private static let lockName = "status.lock"

  let descriptor: OwnedDescriptor
  private let spool: Spool
  private let snapshot: () throws -> Snapshot
  private let lock: OwnedDescriptor

  /// `nil` when another daemon of this spool answers already.
  init?(_ spool: Spool, snapshot: @escaping () throws -> Snapshot) throws(SystemError) {
    lock = try spool.root.open(Self.lockName, O_RDWR | O_CREAT, mode: 0o600)
    guard flock(lock.raw, LOCK_EX | LOCK_NB) == 0 else { return nil }
    if try spool.root.has(Self.name) { try spool.root.removeFile(Self.name) }
    // By way of the open folder: a socket's path may have 107 bytes only.
    let path = "/proc/self/fd/\(spool.root.descriptor.raw)/\(Self.name)"
    descriptor = OwnedDescriptor(
      owning: try check(scrim_listen(path), "listen on \(spool.root.name)/\(Self.name)"))
    try check(chmod(path, 0o660), "set the mode of \(Self.name)")
    self.spool = spool
    self.snapshot = snapshot
  }

  deinit {
    try? spool.root.removeFile(Self.name)
  }

  /// Answers whoever is waiting. The snapshot fits the socket's buffer, so nobody can hold this up
  /// by not reading.
  func answer() {
    while true {
      let number = scrim_accept(descriptor.raw)
      guard number >= 0 else { return }
      let caller = OwnedDescriptor(owning: number)
      guard let now = try? snapshot() else { continue }
      try? caller.write(now.json.bytes(pretty: true) + [10], to: "a caller")
    }
  }
}

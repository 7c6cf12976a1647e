import Glibc
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool

/// Answers each connection to a daemon's socket with a JSON snapshot and closes it, in a thread of its own.
///
/// The daemons of a spool are numbered: each has the lowest number that is free, and the first listens at
/// `status.sock`, the second at `status.2.sock`.
final class StatusSocket {
  /// From 1.
  let number: Int
  private let spool: Spool
  private let lock: OwnedDescriptor
  private let stop: ShutdownEvent
  private let thread: Thread

  /// - Returns: The socket with the lowest number below `limit` that is free; `nil` if none is.
  /// - Throws: ``SystemError``.
  static func lowest(
    below limit: Int, _ spool: Spool, snapshot: @escaping @Sendable () throws -> Snapshot
  ) throws(SystemError) -> StatusSocket? {
    for number in 1..<limit {
      if let socket = try StatusSocket(number, spool, snapshot) { return socket }
    }
    return nil
  }

  /// `nil` if another daemon of this spool has this number.
  private init?(
    _ number: Int, _ spool: Spool, _ snapshot: @escaping @Sendable () throws -> Snapshot
  ) throws(SystemError) {
    let lockName = DaemonStatus.fileName("lock", ofDaemon: number)
    lock = try spool.root.open(lockName, O_RDWR | O_CREAT, mode: 0o600)
    guard try lock.lock(LOCK_EX | LOCK_NB, lockName) else { return nil }
    let name = DaemonStatus.fileName("sock", ofDaemon: number)
    let listener = try StreamSocket.listen(as: name, in: spool.root, mode: 0o660)
    let stop = try ShutdownEvent()
    self.number = number
    self.spool = spool
    self.stop = stop
    thread = try Thread { Self.serve(listener, until: stop, snapshot) }
  }

  deinit {
    try? spool.root.removeFile(DaemonStatus.fileName("sock", ofDaemon: number))
    stop.set()
    thread.join()
  }

  /// The answers take at most this part of a processor's time, unless a snapshot takes more than a second.
  private static let share = 20
  private static let maxAge = Duration.seconds(1)

  /// Answers clients until it is stopped. The snapshot fits the socket's buffer, so a client that does not read cannot
  /// block it. Clients that come soon after another one get the same snapshot.
  private static func serve(
    _ listener: OwnedDescriptor, until stop: ShutdownEvent,
    _ snapshot: @Sendable () throws -> Snapshot
  ) {
    var answer: [UInt8]?
    var end = ContinuousClock.now
    while !stop.isSet {
      _ = try? Readiness.wait(for: [stop.descriptor.raw, listener.raw], timeout: nil)
      while !stop.isSet {
        guard let caller = StreamSocket.accept(from: listener) else {
          // While no descriptor can be opened, the listener stays ready.
          if errno == EMFILE || errno == ENFILE {
            _ = try? Readiness.wait(for: [stop.descriptor.raw], timeout: .milliseconds(100))
          }
          break
        }
        let begin = ContinuousClock.now
        if answer == nil || begin >= end {
          answer = (try? snapshot()).map { $0.full.json.bytes(pretty: true) + [10] }
          end = .now + min((ContinuousClock.now - begin) * share, maxAge)
        }
        // A client that gets nothing has gone, or reports that the daemon does not answer.
        if let answer { try? caller.write(answer, to: "a caller") }
      }
    }
  }
}

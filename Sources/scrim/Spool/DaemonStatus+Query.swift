import Glibc
import ScrimJSON
import ScrimLinux
import ScrimSpool
import SystemPackage

extension DaemonStatus {
  private static let limit = 4 << 20

  /// Queries the daemon through the spool's `status.sock`; `nil` when no daemon answers.
  ///
  /// - Parameter spool: The spool's folder.
  init?(of spool: FilePath) {
    guard let daemon = try? StreamSocket.connect(to: "status.sock", inFolder: spool.string),
      let content = try? JSON(parsing: Self.readAll(daemon)),
      let status = try? DaemonStatus(json: content)
    else { return nil }
    self = status
  }

  /// Whether it is known that no daemon is running: one that this user may not query counts as running.
  ///
  /// - Parameter spool: The spool's folder.
  /// - Returns: Whether jobs would wait there until a daemon is started.
  static func isAbsent(from spool: FilePath) -> Bool {
    guard access(spool.appending("status.sock").string, W_OK) == 0 else { return errno == ENOENT }
    return DaemonStatus(of: spool) == nil
  }

  private static func readAll(_ line: OwnedDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    // A daemon that hangs is one that does not answer.
    while try !Readiness.wait(for: [line.raw], timeout: .seconds(2)).isEmpty {
      let count = read(line.raw, &piece, piece.count)
      guard count > 0, bytes.count < limit else { break }
      bytes += piece[..<count]
    }
    return bytes
  }
}

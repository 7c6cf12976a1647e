import Glibc
import ScrimJSON
import ScrimLinux
import ScrimRecords

extension DaemonStatus {
  private static let limit = 4 << 20

  /// Reads a daemon's answer; `nil` if there is none in time.
  ///
  /// - Parameter connection: A connection to the spool's `status.sock`.
  init?(over connection: OwnedDescriptor) {
    guard let content = try? JSON(parsing: Self.readAll(connection)),
      let status = try? DaemonStatus(json: content)
    else { return nil }
    self = status
  }

  private static func readAll(_ line: OwnedDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    // Longer than a scan of a large spool takes on a busy disk.
    while try !Readiness.wait(for: [line.raw], timeout: .seconds(15)).isEmpty {
      let count = Glibc.read(line.raw, &piece, piece.count)
      guard count > 0, bytes.count < limit else { break }
      bytes += piece[..<count]
    }
    return bytes
  }
}

import Glibc
import ScrimJSON
import ScrimLinux
import ScrimRecords
import SystemPackage

/// The result of a query to the daemon of a spool.
enum DaemonQuery {
  case answered(DaemonStatus)
  /// No daemon listens.
  case notRunning
  /// This user may not query the daemon, or it does not answer.
  case unknown(reason: String)

  /// Queries the first daemon of a spool.
  ///
  /// - Parameter spool: The spool's folder.
  init(of spool: FilePath) {
    self.init(of: spool, daemon: 1)
  }

  /// Queries all daemons of a spool.
  ///
  /// - Parameter spool: The spool's folder.
  /// - Returns: One at least. Another one that answers comes first if the first one does not.
  static func all(of spool: FilePath) -> [DaemonQuery] {
    let first = DaemonQuery(of: spool)
    let others = (2...DaemonStatus.maxDaemons).map { DaemonQuery(of: spool, daemon: $0) }
      .filter { $0.status != nil }
    return first.status == nil && !others.isEmpty ? others : [first] + others
  }

  private init(of spool: FilePath, daemon number: Int) {
    do throws(SystemError) {
      let daemon = try StreamSocket.connect(
        to: DaemonStatus.fileName("sock", ofDaemon: number), inFolder: spool.string)
      self = DaemonStatus(over: daemon).map(Self.answered) ?? .unknown(reason: "does not answer")
    } catch {
      let isAbsent = [.noSuchFileOrDirectory, .connectionRefused].contains(error.code)
      self = isAbsent ? .notRunning : .unknown(reason: "not accessible: \(error)")
    }
  }

  var status: DaemonStatus? {
    guard case .answered(let status) = self else { return nil }
    return status
  }

  /// Why a user's jobs stay in `drop/` now: no daemon runs, intake is suspended, or a quota is reached.
  ///
  /// - Parameters:
  ///   - what: What waits, as in "the jobs wait".
  ///   - user: The user.
  ///   - spool: The spool's folder.
  /// - Returns: A sentence; `nil` if no reason is known.
  func reason(why what: String, of user: UInt32, in spool: FilePath) -> String? {
    if case .notRunning = self {
      return "No scrimd is running for \(spool): \(what) until it is started."
    }
    guard let status else { return nil }
    let pressure = status.pressure.map { "intake is suspended: \($0)" }
    return (pressure ?? status.overQuota.first { $0.name == "\(user)" }?.value).map {
      "\(what.prefix(1).uppercased())\(what.dropFirst()) in \(spool)/drop: \($0)."
    }
  }

  /// The state of the daemon as one word, for `--json`.
  var health: String {
    switch self {
    case .answered(let status): status.degradations.isEmpty ? "healthy" : "degraded"
    case .notRunning: "notRunning"
    case .unknown: "unknown"
    }
  }

  /// Exit status of `scrim status`: 3 and 4 as the Linux Standard Base has them for `status` of a service.
  var exitStatus: Int32 {
    switch self {
    case .answered(let status): status.degradations.isEmpty ? 0 : 1
    case .notRunning: 3
    case .unknown: 4
    }
  }
}

extension DaemonStatus {
  private static let limit = 4 << 20

  /// Reads a daemon's answer; `nil` if there is none in time.
  ///
  /// - Parameter connection: A connection to the spool's `status.sock`.
  fileprivate init?(over connection: OwnedDescriptor) {
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

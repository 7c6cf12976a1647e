import Synchronization

/// Errors of jobs that were logged: passes over all jobs meet a lasting one every few seconds.
final class SeenErrors: Sendable {
  private static let most = 10_000
  private let seen = Mutex<[String: String]>([:])

  /// Whether the job's last error was another, or none. Beyond 10,000 jobs all are forgotten.
  func isNew(_ name: String, _ reason: String) -> Bool {
    seen.withLock { seen in
      if seen[name] == reason { return false }
      if seen.count >= Self.most { seen.removeAll() }
      seen[name] = reason
      return true
    }
  }
}

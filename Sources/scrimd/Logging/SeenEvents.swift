package import ScrimRecords
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

/// Detects that more than one owner submits jobs.
final class SeenOwners: Sendable {
  private let first = Mutex<(owner: Owner?, isTold: Bool)>((nil, false))

  /// - Returns: True once: for the first job of a second owner.
  func isSecond(_ owner: Owner) -> Bool {
    first.withLock { seen in
      guard let known = seen.owner else {
        seen.owner = owner
        return false
      }
      guard known != owner, !seen.isTold else { return false }
      seen.isTold = true
      return true
    }
  }
}

/// Folds changes of one job's priority: of those between two scans the history has the first and the last.
package final class PriorityEvents: Sendable {
  /// Jobs whose priority has changed since the last scan, with the latest event that is not recorded.
  private let changed = Mutex<[JobID: JobEvent?]>([:])

  package init() {}

  /// Whether to record an event now.
  package func admits(_ event: JobEvent) -> Bool {
    guard event.kind == .priority else { return true }
    return changed.withLock { changed in
      defer { changed[event.id] = .some(changed.keys.contains(event.id) ? event : nil) }
      return !changed.keys.contains(event.id)
    }
  }

  /// The last events that were not recorded.
  package func takeLatest() -> [JobEvent] {
    changed.withLock { changed in
      defer { changed = [:] }
      return changed.values.compactMap(\.self).sorted { $0.id < $1.id }
    }
  }
}

package import ScrimRecords
import Synchronization

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

/// The states of a job: each is a folder of the spool, and a job's folder stands in that of its state.
public enum State: String, Sendable, Hashable, CaseIterable {
  // In the order in which a job passes through them.
  /// Written by submitters; not accepted yet.
  case drop
  /// Claimed from `drop/`, being copied and checked.
  case ingest
  /// Accepted, waits for a worker.
  case queue
  /// A worker renders it.
  case active
  /// Committed, being delivered.
  case ready
  // Those in which it stays.
  case done
  case failed
  /// Damaged; kept for an operator to look at.
  case corrupt
  /// Waits for a plugin.
  case hold

  /// Whether the job is still on its way.
  public var isUnfinished: Bool {
    switch self {
    case .drop, .ingest, .queue, .active, .ready: true
    case .done, .failed, .corrupt, .hold: false
    }
  }

  /// Whether an operator has to look at it.
  public var needsAttention: Bool { self == .corrupt || self == .hold }
}

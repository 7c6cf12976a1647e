import ScrimJSON

/// The state of a job: the name of the spool's folder that contains the job's folder.
package enum State: String, Sendable, Hashable, CaseIterable, FieldValue {
  // Transient states, in the order in which a job passes through them.
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
  /// A batch of rows, whose chunks are rendered as jobs.
  case batches
  // Final states.
  /// Its images are delivered.
  case done
  /// Ended with an error, which its report describes.
  case failed
  /// Damaged; kept for an operator to inspect.
  case corrupt
  /// Waits for a plugin.
  case hold

  /// Whether the job is neither finished, held nor quarantined.
  package var isUnfinished: Bool {
    switch self {
    case .drop, .ingest, .queue, .active, .ready, .batches: true
    case .done, .failed, .corrupt, .hold: false
    }
  }

  /// Whether an operator has to inspect it.
  package var needsAttention: Bool { self == .corrupt || self == .hold }
}

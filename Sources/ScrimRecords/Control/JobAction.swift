/// A change of a job that a user asks for.
package enum JobAction: Sendable, Hashable {
  /// Ends a job that waits, is held or is being rendered; it counts as failed.
  case cancel
  /// Keeps a waiting job from being rendered, until ``release``.
  case hold
  /// Returns a job to the queue that a user held.
  case release
  /// Returns a failed job to the queue, with all its attempts.
  case retry
  /// Deletes a finished job. Its outputs stay.
  case purge
  /// Deletes the fetched outputs of a job with private delivery.
  case acknowledge
  /// Sets the priority of a waiting job.
  case priority(Int)

  /// As on the command line.
  package var name: String {
    switch self {
    case .cancel: "cancel"
    case .hold: "hold"
    case .release: "release"
    case .retry: "retry"
    case .purge: "purge"
    case .acknowledge: "acknowledge"
    case .priority: "priority"
    }
  }

  /// As in "job cancelled".
  package var pastName: String {
    switch self {
    case .cancel: "cancelled"
    case .hold: "held"
    case .release: "released"
    case .retry: "retried"
    case .purge: "purged"
    case .acknowledge: "acknowledged"
    case .priority: "prioritised"
    }
  }

  package init?(name: String, priority: Int?) {
    switch name {
    case "cancel": self = .cancel
    case "hold": self = .hold
    case "release": self = .release
    case "retry": self = .retry
    case "purge": self = .purge
    case "acknowledge": self = .acknowledge
    case "priority":
      guard let priority, AttemptName.priorities.contains(priority) else { return nil }
      self = .priority(priority)
    default: return nil
    }
  }

  /// The states of jobs that it changes.
  package var states: Set<State> {
    switch self {
    case .cancel: [.queue, .active, .batches, .hold]
    case .hold, .priority: [.queue]
    case .release: [.hold]
    case .retry: [.failed]
    case .purge: [.done, .failed, .corrupt]
    case .acknowledge: [.done]
    }
  }
}

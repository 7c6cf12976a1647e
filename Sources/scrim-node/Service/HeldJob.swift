import ScrimQueue
import ScrimRecords

/// A job that this node has leased.
struct HeldJob: Sendable {
  enum Phase: Sendable {
    /// A copier brings it into the spool.
    case staging
    /// The spool has it.
    case rendering
    /// A copier returns its result.
    case returning
  }

  let job: LeasedJob
  /// Names its report in the spool.
  let reportToken: String
  var phase = Phase.staging
  /// When the lease ends for this node, which is before it ends for the server.
  var deadline: ContinuousClock.Instant
  /// How often it could not be brought into the spool, and since when.
  var stagingFailures = 0
  var firstFailure: ContinuousClock.Instant?
  /// How often another session had locked it.
  var lockedTries = 0

  /// The local job's idempotency key: after a restart, the same lease is the same job.
  var key: String { Self.key(of: job) }

  static func key(of job: LeasedJob) -> String { "\(keyPrefix)\(job.id)/\(job.token)" }

  static let keyPrefix = "queue/"
}

/// What copiers are to do.
enum CopyTask: Sendable {
  case stage(HeldJob)
  case returnResult(HeldJob, JobReport)

  var job: LeasedJob {
    switch self {
    case .stage(let held), .returnResult(let held, _): held.job
    }
  }
}

/// What became of it.
enum CopyResult: Sendable {
  case staged(LeasedJob)
  /// The result was committed to the queue.
  case returned(LeasedJob, isDone: Bool)
  /// The lease was lost: somebody else's result counts.
  case fenced(LeasedJob)
  /// The attempt was counted, and the job is back in the queue.
  case attemptFailed(LeasedJob, reason: String)
  /// Another session has locked the job, such as its tenant's.
  case locked(CopyTask)
  /// Neither: it is tried again while the lease lasts.
  case failed(CopyTask, reason: String)
}

package import ScrimJSON
import ScrimLinux

/// What happened to a job, and when: a line of the history.
package struct JobEvent: Sendable, Hashable, Record {
  package enum Kind: String, Sendable, CaseIterable, FieldValue {
    case accepted
    /// An attempt has begun.
    case started
    /// An attempt has failed, and the job waits for the next.
    case attemptFailed = "attempt-failed"
    /// Returned to the queue without using up an attempt, or after its daemon has ended.
    case requeued
    case held, released
    case priority
    /// Its images are delivered.
    case done
    case failed
    case cancelled, retried, purged
    /// The submitter has its images, which were delivered privately.
    case acknowledged
    /// Deleted since it exceeded the retention.
    case removed
    /// Moved to `corrupt/`.
    case corrupt
  }

  /// UTC, milliseconds since 1970.
  package var time = 0
  package var id = JobID.none
  package var kind = Kind.accepted
  /// The job's name; `nil` where the daemon would have to open the job to find it.
  package var name: String?
  package var attempt: Int?
  /// The code of the first error.
  package var code: String?
  /// Without text from the job.
  package var reason: String?
  /// The user who asked for it.
  package var user: UInt32?

  package init(
    _ kind: Kind, _ id: JobID, time: Int = WallClock.milliseconds, name: String? = nil,
    attempt: Int? = nil, code: String? = nil, reason: String? = nil, by user: UInt32? = nil
  ) {
    self.time = time
    self.id = id
    self.kind = kind
    self.name = name
    self.attempt = attempt
    self.code = code
    self.reason = reason.map { String($0.prefix(Self.longestReason)) }
    self.user = user
  }

  private static let longestReason = 500

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("time", timestamp: &time)
    try fields.required("id", &id)
    fields.derived("owner", id.owner)
    try fields.required("event", &kind)
    try fields.optional("name", &name)
    try fields.optional("attempt", &attempt)
    try fields.optional("code", &code)
    try fields.optional("reason", &reason)
    try fields.optional("by", &user)
  }

  /// Begins with time and ID, by which ``EventLog`` selects lines without parsing them.
}

extension JobAction {
  /// The event of a job that was changed.
  package var event: JobEvent.Kind {
    switch self {
    case .cancel: .cancelled
    case .hold: .held
    case .release: .released
    case .retry: .retried
    case .purge: .purged
    case .acknowledge: .acknowledged
    case .priority: .priority
    }
  }
}

package import ScrimJSON
import ScrimLinux

/// What happened to a job, and when: a line of the history.
package struct JobEvent: Sendable, Hashable, JSONRecord {
  package enum Kind: String, Sendable, CaseIterable {
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
  package let time: Int
  package let id: JobID
  package let kind: Kind
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

  package init(fields: FieldReader) throws(FieldError) {
    guard let time = Timestamp.milliseconds(of: try fields.string("time")) else {
      throw fields.error("time", expected: "a time")
    }
    guard let id = JobID(try fields.string("id")) else {
      throw fields.error("id", expected: "a job ID")
    }
    self.time = time
    self.id = id
    kind = try fields.choice("event")
    name = try fields.optionalString("name")
    attempt = try fields.optionalInteger("attempt")
    code = try fields.optionalString("code")
    reason = try fields.optionalString("reason")
    user = try fields.optionalInteger("by", in: 0...Int(UInt32.max)).map(UInt32.init)
  }

  /// Begins with time and ID, by which ``EventLog`` selects lines without parsing them.
  package var json: JSON {
    var members: [JSON.Member] = [
      .init("time", .string(Timestamp.text(ofMilliseconds: time))),
      .init("id", .string(id.description)),
      .init("owner", .string(id.owner.description)), .init("event", .string(kind.rawValue)),
    ]
    if let name { members.append(.init("name", .string(name))) }
    if let attempt { members.append(.init("attempt", .integer(attempt))) }
    if let code { members.append(.init("code", .string(code))) }
    if let reason { members.append(.init("reason", .string(reason))) }
    if let user { members.append(.init("by", .integer(Int(user)))) }
    return .object(members)
  }
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

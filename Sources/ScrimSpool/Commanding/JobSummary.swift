package import ScrimJSON

/// A job in a list.
package struct JobSummary: Sendable, Hashable, JSONRecord {
  package let id: JobID
  package let state: State
  /// `nil` while it is being accepted, and if its ticket is damaged.
  package var name: String?
  /// Attempts begun; `nil` if that is not known.
  package var attempts: Int?
  package var priority = 0
  /// Not to be begun before this time: UTC, milliseconds since 1970.
  package var notBefore: Int?
  /// Why it failed, is held or is tried again.
  package var reason: String?
  /// How far a batch is.
  package var progress: DaemonStatus.Batch?

  init(_ id: JobID, in state: State) {
    self.id = id
    self.state = state
  }

  package init(fields: FieldReader) throws(FieldError) {
    guard let id = JobID(try fields.string("id")) else {
      throw fields.error("id", expected: "a job ID")
    }
    self.id = id
    state = try fields.choice("state")
    name = try fields.optionalString("name")
    attempts = try fields.optionalInteger("attempts")
    priority = try fields.optionalInteger("priority") ?? 0
    notBefore = try fields.optionalInteger("notBefore")
    reason = try fields.optionalString("reason")
    progress = try fields.optionalRecord("batch")
  }

  package var json: JSON {
    [
      "id": .string(id.description), "name": name.map(JSON.string) ?? .null,
      "owner": .string(id.owner.description), "state": .string(state.rawValue),
      "attempts": attempts.map(JSON.integer) ?? .null, "priority": .integer(priority),
      "notBefore": notBefore.map(JSON.integer) ?? .null, "time": .integer(id.time),
      "reason": reason.map(JSON.string) ?? .null, "batch": progress?.json ?? .null,
    ]
  }
}

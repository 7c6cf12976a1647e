package import ScrimJSON

/// A job in a list, or one that waits in `drop/` to be accepted.
package struct JobSummary: Sendable, Hashable, Record {
  /// `nil` in `drop/`: the daemon gives IDs when it accepts jobs.
  package var id: JobID?
  package var owner = Owner.none
  /// When it was claimed, or in `drop/` last changed: UTC, milliseconds since 1970.
  package var time = 0
  package var state = State.drop
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
  package var progress: BatchProgress?

  package init(_ id: JobID, in state: State) {
    self.id = id
    owner = id.owner
    time = id.time
    self.state = state
  }

  /// A job in `drop/`.
  package init(dropped name: String, by owner: Owner, at time: Int) {
    id = nil
    self.owner = owner
    self.time = time
    state = .drop
    self.name = name
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.nullable("id", &id)
    try fields.nullable("name", &name)
    try fields.required("owner", &owner)
    try fields.required("state", &state)
    try fields.nullable("attempts", &attempts)
    try fields.defaulted("priority", &priority)
    try fields.nullable("notBefore", &notBefore)
    try fields.required("time", &time)
    try fields.nullable("reason", &reason)
    try fields.nullable("batch", &progress)
  }
}

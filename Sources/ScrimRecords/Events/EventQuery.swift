package import ScrimJSON

/// Which events of the history to read.
package struct EventQuery: Sendable, Hashable, Record {
  /// Whose jobs; `nil` for all.
  package var user: UInt32?
  /// From this time on: UTC, milliseconds since 1970.
  package var since: Int?
  /// Before this time.
  package var until: Int?
  /// Of these jobs; none for all.
  package var ids: [JobID] = []

  package static let mostJobs = 100

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.nullable("user", &user)
    try fields.nullable("since", &since)
    try fields.nullable("until", &until)
    try fields.required("ids", &ids)
    if let reader = fields.reader, ids.count > Self.mostJobs {
      throw reader.error("ids", expected: "at most \(Self.mostJobs) job IDs")
    }
  }
}

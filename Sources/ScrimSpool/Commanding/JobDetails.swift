package import ScrimJSON

/// All that a user may know of a job.
package struct JobDetails: Sendable, Hashable, JSONRecord {
  package let summary: JobSummary
  /// When it was accepted: UTC, milliseconds since 1970.
  package var accepted: Int?
  /// When its report was written: UTC, milliseconds since 1970.
  package var ended: Int?
  /// Why attempts failed, the first one first.
  package var failures: [String] = []
  /// The errors of its report.
  package var errors: [String] = []
  /// Its files, in `out/` or for `scrim fetch`.
  package var outputs: [String] = []
  /// The key with which it was submitted.
  package var key: String?
  /// The latest time to begin it: UTC, milliseconds since 1970.
  package var notAfter: Int?
  /// Whether the submitter has to fetch its outputs.
  package var isPrivate = false

  init(_ summary: JobSummary) {
    self.summary = summary
  }

  package init(fields: FieldReader) throws(FieldError) {
    summary = try JobSummary(fields: fields)
    accepted = try fields.optionalInteger("accepted")
    ended = try fields.optionalInteger("ended")
    failures = try fields.strings("failedAttempts")
    errors = try fields.strings("errors")
    outputs = try fields.strings("outputs")
    key = try fields.optionalString("key")
    notAfter = try fields.optionalInteger("notAfter")
    isPrivate = try fields.boolean("private")
  }

  package var json: JSON {
    .object(
      (summary.json.object ?? []) + [
        .init("accepted", accepted.map(JSON.integer) ?? .null),
        .init("ended", ended.map(JSON.integer) ?? .null),
        .init("failedAttempts", .array(failures.map(JSON.string))),
        .init("errors", .array(errors.map(JSON.string))),
        .init("outputs", .array(outputs.map(JSON.string))),
        .init("key", key.map(JSON.string) ?? .null),
        .init("notAfter", notAfter.map(JSON.integer) ?? .null),
        .init("private", .boolean(isPrivate)),
      ])
  }
}

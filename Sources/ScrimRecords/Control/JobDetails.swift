package import ScrimJSON

/// All that a user may know of a job.
package struct JobDetails: Sendable, Hashable, Record {
  package var summary = JobSummary()
  /// When it was accepted: UTC, milliseconds since 1970.
  package var accepted: Int?
  /// When its report was written: UTC, milliseconds since 1970.
  package var ended: Int?
  /// Why attempts failed, the first one first.
  package var failures: [String] = []
  /// The errors of its report.
  package var errors: [Diagnostic] = []
  /// Its files, in `out/` or for `scrim fetch`.
  package var outputs: [String] = []
  /// The key with which it was submitted.
  package var key: String?
  /// The latest time to begin it: UTC, milliseconds since 1970.
  package var notAfter: Int?
  /// Whether the submitter has to fetch its outputs.
  package var isPrivate = false

  /// The code of the error of a job that a user has cancelled.
  package static let cancelled = "cancelled"

  /// Whether a user has cancelled it.
  package var isCancelled: Bool { errors.contains { $0.code == Self.cancelled } }

  /// The errors, a line each.
  package var errorLines: [String] { errors.map(Self.line) }

  package static func line(_ error: Diagnostic) -> String {
    (error.position.map { "\($0.line):\($0.column): " } ?? "") + error.message
  }

  package init(_ summary: JobSummary) {
    self.summary = summary
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.include(&summary)
    try fields.nullable("accepted", &accepted)
    try fields.nullable("ended", &ended)
    try fields.required("failedAttempts", &failures)
    try fields.required("errors", &errors)
    try fields.required("outputs", &outputs)
    try fields.nullable("key", &key)
    try fields.nullable("notAfter", &notAfter)
    try fields.required("private", &isPrivate)
  }
}

package import ScrimJSON

/// The reply to a request to validate.
package struct ValidateReply: Sendable, Hashable, JSONRecord {
  /// The job's errors; none for a valid job.
  package var errors: [Diagnostic]
  /// Why the worker should do no other job; `nil` if it may.
  package var retireReason: String?

  package init(errors: [Diagnostic], retireReason: String? = nil) {
    self.errors = errors
    self.retireReason = retireReason
  }

  package init(fields: FieldReader) throws(FieldError) {
    errors = try fields.diagnostics("errors")
    retireReason = try fields.optionalString("retireReason")
  }

  package var json: JSON {
    [
      "errors": .array(errors.map(\.json)),
      "retireReason": retireReason.map(JSON.string) ?? .null,
    ]
  }
}

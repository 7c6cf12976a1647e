package import ScrimDocument
package import ScrimJSON

/// The reply to a request to validate.
package struct ValidateReply: Sendable, Hashable, Record {
  /// The job's errors; none for a valid job.
  package var errors: [Diagnostic] = []
  /// The warnings that the result would have; none for an invalid job.
  package var warnings: [Diagnostic] = []
  /// How the texts came out; none for a job that is invalid without being drawn.
  package var texts: [TextMeasure] = []
  /// Where everything is; `nil` for an invalid job, and if that was not asked for.
  package var measures: JSON?
  /// What effects conceal; none if the places were not asked for.
  package var concealed: [ConcealedContent] = []
  /// Why the worker should do no other job; `nil` if it may.
  package var retireReason: String?

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("errors", &errors)
    try fields.defaulted("warnings", &warnings)
    try fields.defaulted("texts", &texts)
    try fields.optional("measures", &measures)
    try fields.optional("concealed", &concealed, default: [])
    try fields.optional("retireReason", &retireReason)
  }
}

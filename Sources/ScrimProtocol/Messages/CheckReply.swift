package import ScrimJSON

/// The reply to a request to check an effect.
package enum CheckReply: Sendable, Hashable, JSONRecord {
  case checked(EffectCheck)
  /// The effect does not exist, or there was not enough memory.
  case failed([Diagnostic])

  package init(fields: FieldReader) throws(FieldError) {
    self =
      if let report = try fields.optional("report", EffectCheck.self) {
        .checked(report)
      } else {
        .failed(try fields.required("errors"))
      }
  }

  package var json: JSON {
    switch self {
    case .checked(let report): ["report": report.json]
    case .failed(let diagnostics): ["errors": .array(diagnostics.map(\.json))]
    }
  }
}

package import ScrimJSON

/// Why a command about a job is not carried out.
package struct CommandError: Error, Sendable, Hashable, Record, CustomStringConvertible {
  package enum Code: String, Sendable, CaseIterable, FieldValue {
    /// There is no such job.
    case missing
    /// The user may not see or change the job.
    case denied
    /// The job's state does not allow the change.
    case state
    /// Nothing was carried out, since there are too many requests: the client should repeat its own.
    case busy
    /// The request is not valid, or a system error prevents the change.
    case failed
  }

  package var code = Code.failed
  /// In a whole sentence.
  package var message = ""

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("code", &code)
    try fields.required("message", &message)
  }

  package var description: String { message }
}

package import ScrimJSON

/// Why a command about a job is not carried out.
package struct CommandError: Error, Sendable, Hashable, JSONRecord, CustomStringConvertible {
  package enum Code: String, Sendable, CaseIterable {
    /// There is no such job.
    case missing
    /// The user may not see or change the job.
    case denied
    /// The job's state does not allow the change.
    case state
    /// The request is not valid, or a system error prevents the change.
    case failed
  }

  package let code: Code
  /// In a whole sentence.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package init(fields: FieldReader) throws(FieldError) {
    code = try fields.choice("code")
    message = try fields.string("message")
  }

  package var json: JSON { ["code": .string(code.rawValue), "message": .string(message)] }

  package var description: String { message }
}

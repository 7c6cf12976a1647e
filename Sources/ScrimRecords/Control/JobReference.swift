package import ScrimJSON

/// How a client names a job: by its ID, or by the token of its submission, which it knows before the daemon has
/// accepted the job.
package enum JobReference: Sendable, Hashable, CustomStringConvertible, PlainValue {
  case id(JobID)
  case token(String)

  /// Parses the format of ``description``. Only IDs have dashes.
  package init?(_ text: some StringProtocol) {
    if DropName.isToken(text) {
      self = .token(String(text))
    } else if let id = JobID(text) {
      self = .id(id)
    } else {
      return nil
    }
  }

  package var description: String {
    switch self {
    case .id(let id): id.description
    case .token(let token): token
    }
  }

  package static var expectation: String { "a job ID or a token" }
  package init?(field: JSON) {
    guard let text = field.string else { return nil }
    self.init(text)
  }
  package var field: JSON { .string(description) }
}

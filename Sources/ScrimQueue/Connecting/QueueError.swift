/// Why the queue could not be asked, or refused something.
package struct QueueError: Error, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    /// The server cannot be reached, or the connection was lost: trying again helps.
    case unavailable
    /// The URL, the account, TLS or a pooler: trying again doesn't help.
    case configuration
    /// There is no schema, or one of another release.
    case schema
    /// The role has no right to do this.
    case denied
    /// What was asked is wrong, such as a key that belongs to another job.
    case refused
    /// A file of the job is not in the queue.
    case missingBlob
    /// The transaction can be repeated at once: a deadlock, or a conflict with another.
    case conflict
    /// The server has no more disk, memory or connections.
    case exhausted
    case failed
  }

  package let kind: Kind
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  package var description: String { message }
}

extension QueueError {
  /// An error of a statement.
  ///
  /// - Parameters:
  ///   - state: Its SQLSTATE, five characters (PostgreSQL's documentation, appendix A); `nil` if the connection was
  ///     lost.
  ///   - message: The server's.
  ///   - hint: The server's, or "".
  init(state: String?, message: String, hint: String) {
    guard let state else {
      self.init(.unavailable, "the connection to the queue was lost: \(message)")
      return
    }
    let text = hint.isEmpty ? message : "\(message) \(hint)"
    switch state {
    case "SQ001": self.init(.denied, text)
    case "SQ002": self.init(.refused, text)
    case "SQ003": self.init(.missingBlob, text)
    case "3F000", "42P01", "42883", "42703":
      self.init(
        .schema,
        "the queue's schema is missing or of another release (\(message)): see scrim-queue check.")
    case "42501":
      self.init(
        .denied,
        "\(message): the role must be a member of scrim_tenant, scrim_node or scrim_admin; see scrim-queue check."
      )
    case "40001", "40P01": self.init(.conflict, text)
    case "23514" where message.contains("blobs_hash_is_sha256"):
      self.init(.refused, "the file's SHA-256 is another than it was sent with.")
    case "53100":
      self.init(.exhausted, "the disk of the queue's server is full: \(message)")
    case "53300": self.init(.exhausted, "the queue's server has no connection left: \(message)")
    case _ where state.hasPrefix("53"): self.init(.exhausted, text)
    case _ where state.hasPrefix("57") || state.hasPrefix("08"):
      self.init(.unavailable, "the queue's server ended the statement: \(message)")
    case _ where state.hasPrefix("22") || state.hasPrefix("23"): self.init(.refused, text)
    default: self.init(.failed, "\(text) (SQLSTATE \(state))")
    }
  }
}

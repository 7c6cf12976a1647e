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
    /// Retention has deleted an image, or it was deleted once it was fetched.
    case deleted
    /// A file in the queue is not the one that was stored: its SHA-256 is another.
    case damaged
    /// The transaction can be repeated at once: a deadlock, or a conflict with another.
    case conflict
    /// The server has no more disk, memory or connections, or the tenant's quota is used up.
    case exhausted
    /// Another session has locked what the statement needs: trying again helps once that session's transaction ends.
    case locked
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
    case "SQ004": self.init(.refused, text)
    case "SQ005": self.init(.exhausted, text)
    case "3F000", "42P01", "42883", "42703":
      self.init(
        .schema,
        "the queue's schema is missing or of another release (\(message)): see scrim-queue check.")
    case "42501" where message.contains("to create role") || message.contains("for database"):
      self.init(
        .denied,
        "\(message): scrim-queue init needs a role that may create schemas and roles, such as postgres."
      )
    case "42501":
      self.init(
        .denied,
        "\(message): the role must be a member of scrim_tenant, scrim_node or scrim_admin; see scrim-queue check."
      )
    case "40001", "40P01": self.init(.conflict, text)
    case "55P03":
      self.init(
        .locked,
        "\(message): another session's transaction holds what this one needs; see pg_stat_activity."
      )
    case "53100":
      self.init(.exhausted, "the disk of the queue's server is full: \(message)")
    case _ where state.hasPrefix("53"): self.init(.exhausted, text)
    case _ where state.hasPrefix("57") || state.hasPrefix("08"):
      self.init(.unavailable, "the queue's server ended the statement: \(message)")
    case _ where state.hasPrefix("22") || state.hasPrefix("23") || state.hasPrefix("0A"):
      self.init(.refused, text)
    default: self.init(.failed, "\(text) (SQLSTATE \(state))")
    }
  }
}

extension QueueError {
  /// An error of connecting.
  ///
  /// libpq gives no SQLSTATE here, only a text, which is the server's own for what the server refuses: one that is not
  /// known, such as in another language, counts as a server that cannot be reached.
  ///
  /// - Parameter message: libpq's, in one line.
  init(connecting message: String) {
    func has(_ texts: String...) -> Bool { texts.contains { message.contains($0) } }
    if has(
      "too many clients", "too many connections", "remaining connection slots",
      "no more connections allowed")
    {
      self.init(
        .exhausted,
        "the queue's server has no connection left (max_connections, or the role's CONNECTION LIMIT): \(message)"
      )
    } else if has("SSL SYSCALL", "closed the connection unexpectedly", "closed unexpectedly") {
      // A server that restarts during the handshake.
      self.init(.unavailable, message)
    } else if has("certificate verify failed") {
      self.init(
        .configuration,
        "\(message): the server's certificate is not from an authority in the file that sslrootcert names "
          + "(default: ~/.postgresql/root.crt).")
    } else if has("does not match host name") {
      self.init(
        .configuration, "\(message): the URL must have a host name of the server's certificate.")
    } else if has("no encryption") {
      self.init(
        .configuration,
        "\(message): the server takes connections by TLS only (sslmode=verify-full).")
    } else if has(
      "password authentication failed", "no pg_hba.conf entry", "does not exist",
      "is not permitted to log in", "certificate", "SSL", "invalid", "missing \"=\"",
      "no password supplied", "authentication failed", "no such user", "no such database")
    {
      self.init(.configuration, message)
    } else {
      self.init(.unavailable, message)
    }
  }
}

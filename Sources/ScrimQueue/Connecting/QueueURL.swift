import CPostgres

/// The parts of a queue's URL, as libpq reads it.
package struct QueueURL {
  private var parts: [String: String] = [:]

  /// - Throws: ``QueueError`` configuration; its message does not quote the URL, which may have a password.
  package init(_ text: String) throws(QueueError) {
    var message: UnsafeMutablePointer<CChar>?
    let options = PQconninfoParse(text, &message)
    defer {
      PQconninfoFree(options)
      PQfreemem(message)
    }
    guard var option = options else {
      throw QueueError(.configuration, "libpq cannot read it")
    }
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        parts[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
  }

  /// Whether it names a role or has a password.
  package var hasCredentials: Bool { parts["user"] != nil || parts["password"] != nil }
}

extension Node {
  /// Reads one strict JSON document (RFC 8259) in UTF-8, which may begin with a byte order mark.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - limits: The limits on size and depth.
  /// - Returns: Its value.
  /// - Throws: The first error, with its position. A duplicate key is an error unless it begins with `//`.
  public static func parse(
    _ bytes: [UInt8], limits: JSONLimits = .standard
  ) throws(Diagnostic) -> Node {
    var duplicates: [Diagnostic] = []
    let node = try parse(bytes, limits: limits, duplicates: &duplicates)
    if let first = duplicates.first { throw first }
    return node
  }

  /// Reads one document from any sequence of bytes, such as a string's `utf8`.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - limits: The limits on size and depth.
  /// - Returns: Its value.
  /// - Throws: The first error, with its position.
  public static func parse(
    _ bytes: some Sequence<UInt8>, limits: JSONLimits = .standard
  ) throws(Diagnostic) -> Node {
    try parse(Array(bytes), limits: limits)
  }

  /// Reads one document and continues after duplicate keys, so that they can be reported together with other errors.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - limits: The limits on size and depth.
  ///   - duplicates: Receives an error for each duplicate of a key, at most 200; the value of the first use is kept.
  /// - Returns: Its value.
  /// - Throws: The first syntax error, with its position.
  public static func parse(
    _ bytes: [UInt8], limits: JSONLimits = .standard, duplicates: inout [Diagnostic]
  ) throws(Diagnostic) -> Node {
    var reader = Reader(bytes, limits: limits)
    let tape = try reader.document()
    duplicates += reader.duplicates
    return Node(tape, 0)
  }
}

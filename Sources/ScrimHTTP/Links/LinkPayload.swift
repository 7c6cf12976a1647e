package import ScrimJSON

/// What a link says of its image: `{"e": 1798761600, "i": {"title": "Hello"}, "k": "shop"}`, in base64url.
package struct LinkPayload: Sendable, Hashable {
  /// The values of the template's inputs: an object, with its keys in order.
  package let inputs: JSON
  /// When the link expires, in seconds since 1970; `nil` for never.
  package let expiry: Int?
  /// The name of the key that signed it.
  package let key: String

  /// Maximum nesting of inputs.
  private static let depth = 32
  private static let keys = ["i", "e", "k"]

  package init(inputs: JSON, expiry: Int?, key: String) {
    self.inputs = inputs.canonical
    self.expiry = expiry
    self.key = key
  }

  /// Decodes a payload, whose signature must have been checked.
  ///
  /// - Throws: A diagnostic for anything but an object of these keys.
  package init(decoding text: String) throws(Diagnostic) {
    func invalid(_ message: String, _ path: [PathElement] = []) -> Diagnostic {
      Diagnostic(code: "invalid-payload", message: message, path: path)
    }
    guard let bytes = Base64URL.decode(text) else {
      throw invalid("the payload is not base64url without padding (RFC 4648 §5).")
    }
    let json = JSON(
      try Node.parse(bytes, limits: JSONLimits(bytes: bytes.count, depth: Self.depth)))
    guard let members = json.object else {
      throw invalid("the payload must be an object with the keys i, k and, on request, e.")
    }
    for member in members where !Self.keys.contains(member.key) {
      throw invalid(
        "unknown key \(quoted(member.key)): a payload has i (inputs), k (key) and e (expiry).",
        [.key(member.key)])
    }
    guard let inputs = json["i"], inputs.object != nil else {
      throw invalid("i must be an object: the values of the template's inputs.", ["i"])
    }
    guard let key = json["k"]?.string else {
      throw invalid("k must be a string: the name of the key that signed the link.", ["k"])
    }
    var expiry: Int?
    if let value = json["e"] {
      guard let seconds = value.integer, seconds > 0 else {
        throw invalid(
          "e must be a whole number: when the link expires, in seconds since 1970.", ["e"])
      }
      expiry = seconds
    }
    self.init(inputs: inputs, expiry: expiry, key: key)
  }

  /// The text in a link: base64url of canonical JSON.
  package var encoded: String {
    let json = JSON.object(
      [.init("i", inputs), .init("k", .string(key))]
        + (expiry.map { [.init("e", .integer($0))] } ?? []))
    return Base64URL.encode(json.canonical.bytes())
  }
}

extension JSON {
  /// The same value with the keys of each object in the order of their bytes, so that equal values have equal bytes.
  var canonical: JSON {
    switch self {
    case .object(let members):
      .object(
        members.map { Member($0.key, $0.value.canonical) }
          .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    case .array(let items): .array(items.map(\.canonical))
    default: self
    }
  }
}

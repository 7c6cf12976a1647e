extension JSON: CustomStringConvertible {
  /// The value for messages; arrays and objects are named by their kind.
  public var description: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): value.plain
    case .string(let text): quoted(text)
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension Double {
  /// The number as in a JSON document, for messages: the shortest decimal form, 5 and not 5.0.
  public var plain: String {
    if let integer = whole(self), integer.magnitude < 1_000_000_000_000_000 {
      return String(integer)
    }
    // "1e300"; Swift's description is "1e+300".
    return String(String(self).filter { $0 != "+" })
  }
}

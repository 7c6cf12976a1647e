/// A JSON value as effects see it: what a job says for a parameter, or a parameter's default.
public indirect enum ParameterJSON: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A finite number.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([ParameterJSON])
  /// Members in the order of the document; no key twice.
  case object([Member])

  /// A key and its value.
  public struct Member: Hashable, Sendable {
    /// The key.
    public var key: String
    /// Its value.
    public var value: ParameterJSON

    /// `"key": value`.
    public init(_ key: String, _ value: ParameterJSON) {
      self.key = key
      self.value = value
    }
  }

  /// The value of `key`, if this is an object that has it.
  public subscript(key: String) -> ParameterJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// How the value is named in a message: the value itself where it is short, otherwise its kind.
  public var description: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let value): value.plain
    case .string(let text): quoted(text)
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension ParameterJSON {
  /// The number that a text such as "5" or "5px" was meant to be.
  var meantNumber: String? {
    guard case .string(let text) = self else { return nil }
    let digits = text.hasSuffix("px") ? text.dropLast(2) : text[...]
    guard let number = Double(digits), number.isFinite else { return nil }
    return number.plain
  }

  /// The boolean that a text was meant to be.
  var meantBoolean: String? {
    guard case .string(let text) = self else { return nil }
    return text == "true" || text == "false" ? text : nil
  }
}

extension Double {
  /// The number as jobs have it, for messages: the shortest decimal form, 5 and not 5.0.
  public var plain: String {
    if self == rounded() && abs(self) < 1e15 { return String(Int(self)) }
    // As people write it: "1e300", where Swift's is "1e+300".
    return String(String(self).filter { $0 != "+" })
  }
}

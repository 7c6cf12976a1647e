/// A value that a field of a record may have.
public protocol FieldValue {
  /// What the JSON value must be, as in "a string".
  static var expectation: String { get }

  /// - Parameters:
  ///   - json: The value; not null.
  ///   - path: Where it is, for errors.
  /// - Returns: The value.
  /// - Throws: ``FieldError`` if it is something else.
  static func read(_ json: JSON, at path: () -> String) throws(FieldError) -> Self

  var field: JSON { get }
}

extension Optional where Wrapped: FieldValue {
  /// Null if there is no value.
  @inlinable public var field: JSON { self?.field ?? .null }
}

/// A value that is not made of others.
public protocol PlainValue: FieldValue {
  /// - Returns: `nil` if the JSON value is something else.
  init?(field: JSON)
}

extension PlainValue {
  @inlinable public static func read(_ json: JSON, at path: () -> String) throws(FieldError) -> Self
  {
    guard let value = Self(field: json) else {
      throw FieldError(path: path(), expected: expectation)
    }
    return value
  }
}

/// An enumeration's texts.
extension FieldValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  @inlinable public static var expectation: String {
    "one of \(allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))"
  }

  @inlinable public static func read(_ json: JSON, at path: () -> String) throws(FieldError) -> Self
  {
    guard let text = json.string else { throw FieldError(path: path(), expected: "a string") }
    guard let value = Self(rawValue: text) else {
      throw FieldError(path: path(), expected: expectation)
    }
    return value
  }

  @inlinable public var field: JSON { .string(rawValue) }
}

extension Array: FieldValue where Element: FieldValue {
  @inlinable public static var expectation: String { "a list" }

  @inlinable public static func read(_ json: JSON, at path: () -> String) throws(FieldError)
    -> [Element]
  {
    guard let items = json.array else { throw FieldError(path: path(), expected: expectation) }
    var values: [Element] = []
    values.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      values.append(try Element.read(item) { "\(path())[\(index)]" })
    }
    return values
  }

  @inlinable public var field: JSON { .array(map(\.field)) }
}

/// An object whose keys are data; written sorted.
extension Dictionary: FieldValue where Key == String, Value: FieldValue {
  @inlinable public static var expectation: String { "an object" }

  @inlinable public static func read(
    _ json: JSON, at path: () -> String
  ) throws(FieldError) -> [String: Value] {
    guard let members = json.object else { throw FieldError(path: path(), expected: expectation) }
    var values: [String: Value] = [:]
    for member in members {
      values[member.key] = try Value.read(member.value) { "\(path()).\(member.key)" }
    }
    return values
  }

  @inlinable public var field: JSON {
    .object(sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value.field) })
  }
}

extension String: PlainValue {
  @inlinable public static var expectation: String { "a string" }
  @inlinable public init?(field: JSON) {
    guard let string = field.string else { return nil }
    self = string
  }
  @inlinable public var field: JSON { .string(self) }
}

extension Bool: PlainValue {
  @inlinable public static var expectation: String { "true or false" }
  @inlinable public init?(field: JSON) {
    guard let boolean = field.boolean else { return nil }
    self = boolean
  }
  @inlinable public var field: JSON { .boolean(self) }
}

extension Int: PlainValue {
  @inlinable public static var expectation: String { "an integer" }
  @inlinable public init?(field: JSON) {
    guard let integer = field.integer else { return nil }
    self = integer
  }
  @inlinable public var field: JSON { .integer(self) }
}

/// As for IDs of users.
extension UInt32: PlainValue {
  @inlinable public static var expectation: String { "an integer in 0…\(UInt32.max)" }
  @inlinable public init?(field: JSON) {
    guard let number = field.integer.flatMap(UInt32.init(exactly:)) else { return nil }
    self = number
  }
  @inlinable public var field: JSON { .integer(Int(self)) }
}

extension Double: PlainValue {
  @inlinable public static var expectation: String { "a number" }
  @inlinable public init?(field: JSON) {
    guard let number = field.number else { return nil }
    self = number
  }
  @inlinable public var field: JSON { .number(self) }
}

extension Diagnostic: PlainValue {
  @inlinable public static var expectation: String { "a diagnostic" }
  @inlinable public init?(field: JSON) { self.init(json: field) }
  @inlinable public var field: JSON { json }
}

/// Any value.
extension JSON: PlainValue {
  @inlinable public static var expectation: String { "a value" }
  @inlinable public init?(field: JSON) { self = field }
  @inlinable public var field: JSON { self }
}

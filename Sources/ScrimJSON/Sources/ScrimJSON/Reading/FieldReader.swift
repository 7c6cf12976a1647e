/// Why a record cannot be read, as in "sources[2].name: expected a string".
public struct FieldError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The field, from the outermost object.
  public let path: String
  /// What its value must be, as in "a string".
  public let expected: String

  public init(path: String, expected: String) {
    self.path = path
    self.expected = expected
  }

  public var description: String { "\(path): expected \(expected)" }
}

/// Reads the fields of a record. An absent field and null are the same; unknown fields are ignored.
public struct FieldReader: Sendable {
  /// The record.
  public let json: JSON
  /// Where it is in the outermost object; empty for that one itself.
  @usableFromInline let path: String

  /// - Throws: ``FieldError`` if the value is not an object.
  public init(_ json: JSON) throws(FieldError) {
    try self.init(json, at: "")
  }

  @usableFromInline init(_ json: JSON, at path: String) throws(FieldError) {
    guard json.object != nil else {
      throw FieldError(path: path.isEmpty ? "message" : path, expected: "an object")
    }
    self.json = json
    self.path = path
  }

  /// An error about a field.
  public func error(_ key: String, expected: String) -> FieldError {
    FieldError(path: location(of: key), expected: expected)
  }

  public func has(_ key: String) -> Bool { value(key) != nil }

  @usableFromInline func value(_ key: String) -> JSON? {
    // Not a ternary expression: in it, nil would be JSON's null.
    guard let value = json[key], value != .null else { return nil }
    return value
  }

  /// - Returns: `nil` if the field is absent.
  /// - Throws: ``FieldError`` if it is something else.
  @inlinable public func optional<Value: FieldValue>(
    _ key: String, _: Value.Type = Value.self
  ) throws(FieldError) -> Value? {
    guard let json = value(key) else { return nil }
    return try Value.read(json) { location(of: key) }
  }

  /// - Throws: ``FieldError`` if the field is absent or something else.
  @inlinable public func required<Value: FieldValue>(
    _ key: String, _: Value.Type = Value.self
  ) throws(FieldError) -> Value {
    guard let value: Value = try optional(key) else {
      throw error(key, expected: Value.expectation)
    }
    return value
  }

  /// An integer in a range.
  public func optional(
    _ key: String, in range: ClosedRange<Int>
  ) throws(FieldError) -> Int? {
    guard let json = value(key) else { return nil }
    guard let integer = json.integer, range.contains(integer) else {
      throw error(key, expected: Self.words(range))
    }
    return integer
  }

  /// An integer in a range.
  public func required(_ key: String, in range: ClosedRange<Int>) throws(FieldError) -> Int {
    guard let integer = try optional(key, in: range) else {
      throw error(key, expected: Self.words(range))
    }
    return integer
  }

  /// The members of an object whose keys are data, in their order.
  @inlinable func members<Value: FieldValue>(_ key: String) throws(FieldError) -> [Named<Value>] {
    guard let object = value(key)?.object else { throw error(key, expected: "an object") }
    var members: [Named<Value>] = []
    for member in object {
      let value = try Value.read(member.value) { "\(location(of: key)).\(member.key)" }
      members.append(Named(member.key, value))
    }
    return members
  }

  @usableFromInline func location(of key: String) -> String {
    path.isEmpty ? key : "\(path).\(key)"
  }

  private static func words(_ range: ClosedRange<Int>) -> String {
    switch (range.lowerBound, range.upperBound) {
    case (.min, .max): "an integer"
    case (let least, .max): "an integer of \(least) or more"
    case (let least, let most): "an integer in \(least)…\(most)"
    }
  }
}

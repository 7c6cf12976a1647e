/// A value that programs exchange as a JSON object, written and read in one place.
public protocol JSONRecord {
  /// Reads what ``json`` wrote.
  init(fields: FieldReader) throws(FieldError)

  /// An object.
  var json: JSON { get }
}

extension JSONRecord {
  /// Reads what ``json`` wrote.
  ///
  /// - Throws: ``FieldError``, naming the field.
  public init(json: JSON) throws(FieldError) {
    try self.init(fields: FieldReader(json))
  }
}

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
  private let path: String

  /// - Throws: ``FieldError`` if the value is not an object.
  public init(_ json: JSON) throws(FieldError) {
    try self.init(json, at: "")
  }

  private init(_ json: JSON, at path: String) throws(FieldError) {
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

  // MARK: Single values

  public func optionalValue(_ key: String) -> JSON? {
    // Not a ternary expression: in it, nil would be JSON's null.
    guard let value = json[key], value != .null else { return nil }
    return value
  }

  public func value(_ key: String) throws(FieldError) -> JSON {
    guard let value = optionalValue(key) else { throw error(key, expected: "a value") }
    return value
  }

  public func optionalString(_ key: String) throws(FieldError) -> String? {
    try optional(key, "a string", \.string)
  }

  public func string(_ key: String) throws(FieldError) -> String {
    try required(key, "a string", \.string)
  }

  public func boolean(_ key: String) throws(FieldError) -> Bool {
    try required(key, "true or false", \.boolean)
  }

  public func optionalNumber(_ key: String) throws(FieldError) -> Double? {
    try optional(key, "a number", \.number)
  }

  public func number(_ key: String) throws(FieldError) -> Double {
    try required(key, "a number", \.number)
  }

  public func optionalInteger(
    _ key: String, in range: ClosedRange<Int> = .min ... .max
  ) throws(FieldError) -> Int? {
    guard let integer = try optional(key, Self.words(range), \.integer) else { return nil }
    guard range.contains(integer) else { throw error(key, expected: Self.words(range)) }
    return integer
  }

  public func integer(
    _ key: String, in range: ClosedRange<Int> = .min ... .max
  ) throws(FieldError) -> Int {
    guard let integer = try optionalInteger(key, in: range) else {
      throw error(key, expected: Self.words(range))
    }
    return integer
  }

  /// One of an enumeration's texts.
  public func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of: Choice.Type = Choice.self
  ) throws(FieldError) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: try string(key)) else {
      let names = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw error(key, expected: "one of \(names)")
    }
    return choice
  }

  // MARK: Records and lists

  public func record<Record: JSONRecord>(
    _ key: String, of: Record.Type = Record.self
  ) throws(FieldError) -> Record {
    try Record(fields: FieldReader(try value(key), at: location(of: key)))
  }

  public func optionalRecord<Record: JSONRecord>(
    _ key: String, of: Record.Type = Record.self
  ) throws(FieldError) -> Record? {
    optionalValue(key) == nil ? nil : try record(key)
  }

  /// A list of records.
  public func list<Record: JSONRecord>(
    _ key: String, of: Record.Type = Record.self
  ) throws(FieldError) -> [Record] {
    var records: [Record] = []
    for (index, item) in try array(key).enumerated() {
      let place = "\(location(of: key))[\(index)]"
      records.append(try Record(fields: FieldReader(item, at: place)))
    }
    return records
  }

  /// A list of records; none if the field is absent.
  public func optionalList<Record: JSONRecord>(
    _ key: String, of: Record.Type = Record.self
  ) throws(FieldError) -> [Record] {
    optionalValue(key) == nil ? [] : try list(key)
  }

  public func strings(_ key: String) throws(FieldError) -> [String] {
    try items(key, "a string", \.string)
  }

  public func integers(_ key: String) throws(FieldError) -> [Int] {
    try items(key, "an integer", \.integer)
  }

  /// The members of an object whose keys are data, in their order.
  public func members(_ key: String) throws(FieldError) -> [JSON.Member] {
    try required(key, "an object", \.object)
  }

  public func diagnostics(_ key: String) throws(FieldError) -> [Diagnostic] {
    try items(key, "a diagnostic", Diagnostic.init(json:))
  }

  /// A list of diagnostics; none if the field is absent.
  public func optionalDiagnostics(_ key: String) throws(FieldError) -> [Diagnostic] {
    optionalValue(key) == nil ? [] : try diagnostics(key)
  }

  private func array(_ key: String) throws(FieldError) -> [JSON] {
    try required(key, "a list", \.array)
  }

  private func items<Item>(
    _ key: String, _ expected: String, _ read: (JSON) -> Item?
  ) throws(FieldError) -> [Item] {
    var items: [Item] = []
    for (index, json) in try array(key).enumerated() {
      guard let item = read(json) else {
        throw FieldError(path: "\(location(of: key))[\(index)]", expected: expected)
      }
      items.append(item)
    }
    return items
  }

  private func optional<Value>(
    _ key: String, _ expected: String, _ read: (JSON) -> Value?
  ) throws(FieldError) -> Value? {
    guard let json = optionalValue(key) else { return nil }
    guard let value = read(json) else { throw error(key, expected: expected) }
    return value
  }

  private func required<Value>(
    _ key: String, _ expected: String, _ read: (JSON) -> Value?
  ) throws(FieldError) -> Value {
    guard let value = try optional(key, expected, read) else {
      throw error(key, expected: expected)
    }
    return value
  }

  private func location(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  private static func words(_ range: ClosedRange<Int>) -> String {
    switch (range.lowerBound, range.upperBound) {
    case (.min, .max): "an integer"
    case (let least, .max): "an integer of \(least) or more"
    case (let least, let most): "an integer in \(least)…\(most)"
    }
  }
}

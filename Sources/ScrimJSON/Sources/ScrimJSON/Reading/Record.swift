/// A value that programs exchange as a JSON object, written and read in one place. Most declare their fields:
/// ``Record``.
public protocol JSONRecord: FieldValue {
  /// Reads what ``json`` wrote.
  init(fields: FieldReader) throws(FieldError)

  /// An object.
  var json: JSON { get }
}

extension JSONRecord {
  /// Reads what ``json`` wrote.
  ///
  /// - Throws: ``FieldError``, naming the field.
  @inlinable public init(json: JSON) throws(FieldError) {
    try self.init(fields: FieldReader(json))
  }

  @inlinable public static var expectation: String { "a value" }

  @inlinable public static func read(_ json: JSON, at path: () -> String) throws(FieldError) -> Self
  {
    try Self(fields: FieldReader(json, at: path()))
  }

  @inlinable public var field: JSON { json }
}

/// A ``JSONRecord`` whose fields are declared once, for its reader and its writer.
public protocol Record: JSONRecord {
  /// A record whose fields are all absent.
  init()

  /// Reads or writes each field, in the order in which they are written.
  ///
  /// - Throws: ``FieldError``; never while it writes.
  mutating func exchange(_ fields: inout RecordFields) throws(FieldError)
}

extension Record {
  /// A record with the fields that `set` sets.
  @inlinable public init(_ set: (inout Self) -> Void) {
    self.init()
    set(&self)
  }

  @inlinable public init(fields: FieldReader) throws(FieldError) {
    self.init()
    var reading = RecordFields(fields)
    try exchange(&reading)
  }

  @inlinable public var json: JSON {
    var (record, writing) = (self, RecordFields())
    do {
      try record.exchange(&writing)
    } catch {
      assertionFailure("\(Self.self) is not written: \(error)")
    }
    return .object(writing.members)
  }
}

/// The fields of a record that is read, or written. An absent field and null are the same; unknown fields are ignored.
///
/// - `required`: the field must be there.
/// - `optional`: it is left out if it is `nil`, or its default.
/// - `nullable`: it is null if it is `nil`.
/// - `defaulted`: it is always written; if it is absent, the value stays as it is.
public struct RecordFields {
  /// The record that is read; `nil` while one is written.
  public let reader: FieldReader?
  /// What is written.
  public private(set) var members: [JSON.Member] = []

  @usableFromInline init(_ reader: FieldReader? = nil) { self.reader = reader }

  @usableFromInline mutating func write(_ key: String, _ value: JSON) {
    members.append(JSON.Member(key, value))
  }

  @inlinable public mutating func required<Value: FieldValue>(
    _ key: String, _ value: inout Value
  ) throws(FieldError) {
    guard let reader else { return write(key, value.field) }
    value = try reader.required(key)
  }

  @inlinable public mutating func optional<Value: FieldValue>(
    _ key: String, _ value: inout Value?
  ) throws(FieldError) {
    if let reader {
      value = try reader.optional(key)
    } else if let value {
      write(key, value.field)
    }
  }

  @inlinable public mutating func optional<Value: FieldValue & Equatable>(
    _ key: String, _ value: inout Value, default: Value
  ) throws(FieldError) {
    if let reader {
      value = try reader.optional(key) ?? `default`
    } else if value != `default` {
      write(key, value.field)
    }
  }

  @inlinable public mutating func nullable<Value: FieldValue>(
    _ key: String, _ value: inout Value?
  ) throws(FieldError) {
    guard let reader else { return write(key, value.field) }
    value = try reader.optional(key)
  }

  @inlinable public mutating func defaulted<Value: FieldValue>(
    _ key: String, _ value: inout Value
  ) throws(FieldError) {
    guard let reader else { return write(key, value.field) }
    value = try reader.optional(key) ?? value
  }

  // MARK: Integers of a range

  @inlinable public mutating func required(
    _ key: String, _ value: inout Int, in range: ClosedRange<Int>
  ) throws(FieldError) {
    guard let reader else { return write(key, .integer(value)) }
    value = try reader.required(key, in: range)
  }

  @inlinable public mutating func optional(
    _ key: String, _ value: inout Int?, in range: ClosedRange<Int>
  ) throws(FieldError) {
    if let reader {
      value = try reader.optional(key, in: range)
    } else if let value {
      write(key, .integer(value))
    }
  }

  @inlinable public mutating func optional(
    _ key: String, _ value: inout Int, in range: ClosedRange<Int>, default: Int
  ) throws(FieldError) {
    var present = value == `default` ? nil : value
    try optional(key, &present, in: range)
    value = present ?? `default`
  }

  // MARK: Objects whose keys are data, in their order

  @inlinable public mutating func required<Value: FieldValue>(
    _ key: String, members values: inout [Named<Value>]
  ) throws(FieldError) {
    guard let reader else {
      return write(key, .object(values.map { JSON.Member($0.name, $0.value.field) }))
    }
    values = try reader.members(key)
  }

  @inlinable public mutating func optional<Value: FieldValue>(
    _ key: String, members values: inout [Named<Value>]?
  ) throws(FieldError) {
    guard reader?.has(key) ?? (values != nil) else { return }
    var present = values ?? []
    try required(key, members: &present)
    values = present
  }

  @inlinable public mutating func defaulted<Value: FieldValue>(
    _ key: String, members values: inout [Named<Value>]
  ) throws(FieldError) {
    if reader?.has(key) ?? true { try required(key, members: &values) }
  }

  // MARK: Parts

  /// All fields of another record.
  @inlinable public mutating func include(_ record: inout some Record) throws(FieldError) {
    try record.exchange(&self)
  }

  /// All fields of another record, which is `nil` if it is read and has none of its own `key`.
  @inlinable public mutating func include<Value: Record>(
    _ record: inout Value?, if key: String
  ) throws(FieldError) {
    guard reader?.has(key) ?? (record != nil) else { return }
    var present = record ?? Value()
    try present.exchange(&self)
    record = present
  }

  /// Writes a field that follows from others, for readers elsewhere.
  @inlinable public mutating func derived(_ key: String, _ value: some FieldValue) {
    if reader == nil { write(key, value.field) }
  }
}

/// A member of an object whose keys are data.
public struct Named<Value> {
  public var name: String
  public var value: Value

  @inlinable public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}

extension Named: Sendable where Value: Sendable {}
extension Named: Equatable where Value: Equatable {}
extension Named: Hashable where Value: Hashable {}

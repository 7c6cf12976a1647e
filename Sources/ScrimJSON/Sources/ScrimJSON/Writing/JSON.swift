/// A JSON value without positions, for messages and reports.
public indirect enum JSON: Sendable, Hashable {
  case null
  case boolean(Bool)
  case number(Double)
  case integer(Int)
  case string(String)
  case array([JSON])
  /// Members in the order in which they are written.
  case object([Member])

  public struct Member: Sendable, Hashable {
    public let key: String
    public let value: JSON

    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// Converts a node; a number without decimal point and exponent becomes an integer if it fits.
  public init(_ node: Node) {
    switch node.value {
    case .null: self = .null
    case .boolean(let boolean): self = .boolean(boolean)
    case .number(let number, let text): self = Int(text).map(JSON.integer) ?? .number(number)
    case .string(let string): self = .string(string)
    case .array(let items): self = .array(items.map(JSON.init))
    case .object(let members):
      self = .object(members.map { Member($0.key, JSON($0.value)) })
    }
  }

  /// Reads a document without keeping positions.
  ///
  /// - Parameters:
  ///   - bytes: Strict JSON in UTF-8.
  ///   - limits: The limits on size and depth.
  /// - Throws: The first error, with its position.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(Diagnostic) {
    self.init(try Node.parse(bytes, limits: limits))
  }
}

extension JSON {
  /// Compares numbers by value, regardless of their case: 1 and 1.0 are the same number (RFC 8259 §6).
  public static func == (one: JSON, other: JSON) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.boolean(let one), .boolean(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
      whole(number) == integer
    case (.string(let one), .string(let other)): one == other
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: break
    case .boolean(let boolean): hasher.combine(boolean)
    case .integer, .number: hasher.combine(number)
    case .string(let string): hasher.combine(string)
    case .array(let items): hasher.combine(items)
    case .object(let members): hasher.combine(members)
    }
  }

  /// The value under a key of an object.
  public subscript(key: String) -> JSON? {
    object?.first { $0.key == key }?.value
  }

  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  public var boolean: Bool? {
    if case .boolean(let boolean) = self { boolean } else { nil }
  }

  /// The integer, or the number if it is exactly an integer.
  public var integer: Int? {
    switch self {
    case .integer(let integer): integer
    case .number(let number): whole(number)
    default: nil
    }
  }

  /// The number of either kind; large integers are rounded to the nearest double.
  public var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  public var array: [JSON]? {
    if case .array(let items) = self { items } else { nil }
  }

  public var object: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(nilLiteral: ()) { self = .null }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

/// The number as an integer; `nil` if it is not one.
///
/// `Int(exactly:)` would need the mathematics library, and this module has no dependencies.
func whole(_ number: Double) -> Int? {
  guard number.magnitude < 0x1p63 else { return nil }
  let integer = Int(number)
  return Double(integer) == number ? integer : nil
}

/// A value of a template's evaluation: JSON, or a built-in function that has not been called.
///
/// Arrays and objects are immutable and shared, never copied. Each knows its size and depth, so that limits are checked
/// without visiting it.
package enum Value: Sendable {
  case null
  case boolean(Bool)
  /// Finite; whole numbers are at most 2⁵³ unless a document writes a larger one with an exponent.
  case number(Double)
  case string(String)
  case array(ValueArray)
  case object(ValueObject)
  case function(Builtin)

  /// The type as `typeof` returns it.
  package var typeName: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    case .function: "function"
    }
  }

  /// The type with its article, for messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .array, .object: "an \(typeName)"
    default: "a \(typeName)"
    }
  }

  /// False for null, false, 0, and the empty string, array and object.
  var isTruthy: Bool {
    switch self {
    case .null: false
    case .boolean(let boolean): boolean
    case .number(let number): number != 0
    case .string(let string): !string.utf8.isEmpty
    case .array(let array): !array.items.isEmpty
    case .object(let object): !object.members.isEmpty
    case .function: true
    }
  }

  /// The size as if nothing were shared, bytes.
  var size: Int {
    switch self {
    case .string(let string): Self.scalarSize + string.utf8.count
    case .array(let array): array.size
    case .object(let object): object.size
    default: Self.scalarSize
    }
  }

  /// Levels of nested arrays and objects; 0 for other values.
  package var depth: Int {
    switch self {
    case .array(let array): array.depth
    case .object(let object): object.depth
    default: 0
    }
  }

  var containsFunctions: Bool {
    switch self {
    case .array(let array): array.containsFunctions
    case .object(let object): object.containsFunctions
    case .function: true
    default: false
    }
  }

  /// What a value of fixed size counts as, and an element of an array in addition to its value, bytes.
  static let scalarSize = 16
}

/// An array with its size and depth.
package final class ValueArray: Sendable {
  package let items: [Value]
  let size: Int
  let depth: Int
  let containsFunctions: Bool

  package init(_ items: [Value]) {
    self.items = items
    size = items.reduce(2 * Value.scalarSize) { $0 + $1.size }
    depth = 1 + (items.lazy.map(\.depth).max() ?? 0)
    containsFunctions = items.contains { $0.containsFunctions }
  }
}

/// An object with its size and depth; the members have the order in which their keys were first set.
package final class ValueObject: Sendable {
  package let members: [(key: String, value: Value)]
  let size: Int
  let depth: Int
  let containsFunctions: Bool
  /// The members by key; only for objects with many members.
  private let indices: [ExactString: Int]

  init(_ builder: ObjectBuilder) {
    members = builder.members
    indices = builder.indices
    size = members.reduce(2 * Value.scalarSize) {
      $0 + Value.scalarSize + $1.key.utf8.count + $1.value.size
    }
    depth = 1 + (members.lazy.map(\.value.depth).max() ?? 0)
    containsFunctions = members.contains { $0.value.containsFunctions }
  }

  package subscript(key: String) -> Value? {
    ObjectBuilder.index(of: key, in: members, indices).map { members[$0].value }
  }
}

/// Members of an object that is being built. A key that is set again keeps its place and takes the later value.
struct ObjectBuilder {
  private(set) var members: [(key: String, value: Value)] = []
  private(set) var indices: [ExactString: Int] = [:]
  /// Up to this number, comparing keys one after the other is faster than hashing.
  private static let linearCount = 8

  init() {}

  init(_ object: ValueObject) {
    for member in object.members { self[member.key] = member.value }
  }

  subscript(key: String) -> Value? {
    get { Self.index(of: key, in: members, indices).map { members[$0].value } }
    set {
      guard let newValue else { return }
      if let index = Self.index(of: key, in: members, indices) {
        members[index].value = newValue
        return
      }
      members.append((key, newValue))
      if members.count == Self.linearCount + 1 {
        for (index, member) in members.enumerated() { indices[ExactString(member.key)] = index }
      } else if members.count > Self.linearCount {
        indices[ExactString(key)] = members.count - 1
      }
    }
  }

  static func index(
    of key: String, in members: [(key: String, value: Value)], _ indices: [ExactString: Int]
  ) -> Int? {
    if members.count > linearCount { return indices[ExactString(key)] }
    return members.firstIndex { isSame($0.key, key) }
  }
}

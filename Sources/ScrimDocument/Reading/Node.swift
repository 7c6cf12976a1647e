/// A value of a document with its place.
public struct Node: Sendable {
  public enum Value: Sendable {
    case null
    case boolean(Bool)
    /// The nearest double and the number as it was written.
    case number(Double, text: String)
    case string(String)
    case array([Node])
    case object([Member])
  }

  /// A key of an object and what stands under it.
  public struct Member: Sendable {
    public let key: String
    public let keyPosition: Position
    public let value: Node

    public init(key: String, keyPosition: Position, value: Node) {
      self.key = key
      self.keyPosition = keyPosition
      self.value = value
    }

    /// Whether the key is an annotation: `$schema`, or one that begins with `//`.
    public var isAnnotation: Bool { Node.isAnnotation(key: key) }
  }

  public let value: Value
  public let position: Position

  public init(_ value: Value, at position: Position) {
    self.value = value
    self.position = position
  }

  /// The value under a key of an object.
  public subscript(key: String) -> Node? {
    member(key)?.value
  }

  /// The member of an object with this key.
  public func member(_ key: String) -> Member? {
    object?.first { $0.key == key }
  }

  /// The value at a path below this one.
  public subscript(path: some Sequence<PathElement>) -> Node? {
    var node = self
    for element in path {
      switch (element, node.value) {
      case (.key(let key), .object):
        guard let value = node[key] else { return nil }
        node = value
      case (.index(let index), .array(let items)) where items.indices.contains(index):
        node = items[index]
      default:
        return nil
      }
    }
    return node
  }

  public var string: String? {
    if case .string(let string) = value { string } else { nil }
  }

  public var number: Double? {
    if case .number(let number, _) = value { number } else { nil }
  }

  public var boolean: Bool? {
    if case .boolean(let boolean) = value { boolean } else { nil }
  }

  public var array: [Node]? {
    if case .array(let items) = value { items } else { nil }
  }

  public var object: [Member]? {
    if case .object(let members) = value { members } else { nil }
  }

  /// What kind of value it is, for messages: "a string", "an object", "null".
  public var kind: String {
    switch value {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  static func isAnnotation(key: String) -> Bool {
    key == "$schema" || key.utf8.starts(with: [0x2F, 0x2F])
  }
}

extension Node {
  /// Reads one strict JSON document (RFC 8259) in UTF-8 without a byte order mark.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - limits: The size and depth that are accepted.
  /// - Returns: Its value.
  /// - Throws: The first mistake, with its position; a key that is given twice is one, unless it
  ///   begins with `//`.
  public static func parse(
    _ bytes: [UInt8], limits: Limits = .standard
  ) throws(Problem) -> Node {
    var duplicates: [Problem] = []
    let node = try parse(bytes, limits: limits, duplicates: &duplicates)
    if let first = duplicates.first { throw first }
    return node
  }

  /// Reads one document from any sequence of bytes, such as a string's `utf8`.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - limits: The size and depth that are accepted.
  /// - Returns: Its value.
  /// - Throws: The first mistake, with its position.
  public static func parse(
    _ bytes: some Sequence<UInt8>, limits: Limits = .standard
  ) throws(Problem) -> Node {
    try parse(Array(bytes), limits: limits)
  }

  /// Reads one document and goes on past keys that are given twice, so that they can be told
  /// together with the other mistakes.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - limits: The size and depth that are accepted.
  ///   - duplicates: Gets one problem for each later use of a key; the first use counts.
  /// - Returns: Its value.
  /// - Throws: The first mistake of syntax, with its position.
  public static func parse(
    _ bytes: [UInt8], limits: Limits = .standard, duplicates: inout [Problem]
  ) throws(Problem) -> Node {
    var reader = Reader(bytes, limits: limits)
    let node = try reader.document()
    duplicates += reader.duplicates
    return node
  }
}

/// A value of a document with its position.
public struct Node: Sendable {
  public enum Value: Sendable {
    case null
    case boolean(Bool)
    /// The nearest double, and the number as written.
    case number(Double, text: String)
    case string(String)
    case array([Node])
    case object([Member])
  }

  /// A key of an object and its value.
  public struct Member: Sendable {
    private let tape: Tape
    private let index: Int

    init(_ tape: Tape, _ index: Int) {
      self.tape = tape
      self.index = index
    }

    public var key: String { tape.string(index) }
    public var keyPosition: Position { tape.entries[index].position }
    public var value: Node { Node(tape, index + 1) }

    /// Whether the key is an annotation: `$schema`, or one that begins with `//`.
    public var isAnnotation: Bool { tape.isAnnotation(index) }
  }

  private let tape: Tape
  private let index: Int

  init(_ tape: Tape, _ index: Int) {
    self.tape = tape
    self.index = index
  }

  private var entry: Tape.Entry { tape.entries[index] }

  public var position: Position { entry.position }

  /// The bytes from the value to the next one, or to the end of the document. Values with equal bytes are equal.
  public var writtenBytes: ArraySlice<UInt8> {
    let next = tape.next(index)
    let end = next < tape.entries.count ? Int(tape.entries[next].start) : tape.bytes.count
    return tape.bytes[Int(entry.start)..<end]
  }

  /// The value with its direct children.
  public var value: Value {
    switch entry.kind {
    case .null: .null
    case .no: .boolean(false)
    case .yes: .boolean(true)
    case .number: .number(tape.number(index), text: tape.numberText(index))
    case .plain, .text, .escaped: .string(tape.string(index))
    case .array: .array(tape.children(of: index) { Node(tape, $0) })
    case .object: .object(tape.children(of: index) { Member(tape, $0) })
    }
  }

  /// The value under a key of an object.
  public subscript(key: String) -> Node? {
    member(key)?.value
  }

  /// The member of an object with the given key.
  public func member(_ key: String) -> Member? {
    tape.key(key, in: index).map { Member(tape, $0) }
  }

  /// The value at a path below this one.
  public subscript(path: some Sequence<PathElement>) -> Node? {
    var node = self
    for element in path {
      switch element {
      case .key(let key):
        guard let value = node[key] else { return nil }
        node = value
      case .index(let index):
        guard let items = node.array, items.indices.contains(index) else { return nil }
        node = items[index]
      }
    }
    return node
  }

  public var string: String? {
    entry.isString ? tape.string(index) : nil
  }

  public var number: Double? {
    entry.kind == .number ? tape.number(index) : nil
  }

  public var boolean: Bool? {
    switch entry.kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  public var array: [Node]? {
    guard entry.kind == .array else { return nil }
    return tape.children(of: index) { Node(tape, $0) }
  }

  public var object: [Member]? {
    guard entry.kind == .object else { return nil }
    return tape.children(of: index) { Member(tape, $0) }
  }

  /// The kind of the value, for messages: "a string", "an object", "null".
  public var kind: String {
    switch entry.kind {
    case .null: "null"
    case .no, .yes: "a boolean"
    case .number: "a number"
    case .plain, .text, .escaped: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  static func isAnnotation(key: String) -> Bool {
    key == "$schema" || key.utf8.starts(with: [0x2F, 0x2F])
  }
}

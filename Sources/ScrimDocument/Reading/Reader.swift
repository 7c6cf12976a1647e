/// Reads one JSON document from bytes by recursive descent.
///
/// The bytes stay in an array and every access is checked: `scrimd` runs this on what anybody
/// drops, outside the sandbox.
struct Reader {
  let bytes: [UInt8]
  let limits: Limits
  /// Where reading stands, in bytes.
  var offset = 0
  var line = 1
  /// The first byte of the current line.
  var lineStart = 0
  /// UTF-8 continuation bytes in the current line so far: they are no columns of their own.
  var continuations = 0
  private(set) var duplicates: [Problem] = []
  private var path: [PathElement] = []
  private var depth = 0

  init(_ bytes: [UInt8], limits: Limits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// The whole document: one value and nothing after it.
  mutating func document() throws(Problem) -> Node {
    guard bytes.count <= limits.bytes else {
      throw Problem(
        code: "too-large",
        message: "the document has \(bytes.count) bytes; at most \(limits.bytes) are allowed.",
        position: position)
    }
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw syntax("the document begins with a byte order mark; save it as UTF-8 without one.")
    }
    skipWhitespace()
    guard offset < bytes.count else { throw syntax("the document is empty.") }
    let node = try value()
    skipWhitespace()
    guard offset == bytes.count else {
      throw syntax("expected the end of the document, found \(found).")
    }
    return node
  }

  private mutating func value() throws(Problem) -> Node {
    let start = position
    guard let byte = peek else { throw syntax("expected a value, found \(found).") }
    switch byte {
    case UInt8(ascii: "{"):
      return Node(.object(try object()), at: start)
    case UInt8(ascii: "["):
      return Node(.array(try array()), at: start)
    case UInt8(ascii: "\""):
      return Node(.string(try string()), at: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let (number, text) = try number()
      return Node(.number(number, text: text), at: start)
    default:
      return Node(try literal(), at: start)
    }
  }

  private mutating func object() throws(Problem) -> [Node.Member] {
    try enter()
    var members: [Node.Member] = []
    var keys = Keys()
    skipWhitespace()
    if take(UInt8(ascii: "}")) {
      leave()
      return members
    }
    while true {
      guard peek == UInt8(ascii: "\"") else { throw syntax(missingKey(first: members.isEmpty)) }
      let keyPosition = position
      let key = try string()
      skipWhitespace()
      guard take(UInt8(ascii: ":")) else {
        throw syntax("expected a colon after the key, found \(found).")
      }
      skipWhitespace()
      path.append(.key(key))
      let member = Node.Member(key: key, keyPosition: keyPosition, value: try value())
      if let first = keys.earlier(key, in: members) {
        duplicates.append(
          Problem(
            code: "duplicate-key",
            message: "the key \(quoted(key)) is given twice; "
              + "the first is in line \(first.keyPosition.line).",
            path: path, position: keyPosition))
      } else {
        members.append(member)
      }
      path.removeLast()
      skipWhitespace()
      if take(UInt8(ascii: ",")) {
        skipWhitespace()
        continue
      }
      guard take(UInt8(ascii: "}")) else { throw syntax("expected a comma or }, found \(found).") }
      leave()
      return members
    }
  }

  private mutating func array() throws(Problem) -> [Node] {
    try enter()
    var items: [Node] = []
    skipWhitespace()
    if take(UInt8(ascii: "]")) {
      leave()
      return items
    }
    while true {
      if peek == UInt8(ascii: "]") {
        throw syntax("expected a value after the comma, found ].")
      }
      path.append(.index(items.count))
      items.append(try value())
      path.removeLast()
      skipWhitespace()
      if take(UInt8(ascii: ",")) {
        skipWhitespace()
        continue
      }
      guard take(UInt8(ascii: "]")) else { throw syntax("expected a comma or ], found \(found).") }
      leave()
      return items
    }
  }

  private mutating func enter() throws(Problem) {
    guard depth < limits.depth else {
      throw Problem(
        code: "too-deep",
        message: "more than \(limits.depth) arrays and objects inside each other.",
        path: path, position: position)
    }
    depth += 1
    offset += 1
  }

  private mutating func leave() {
    depth -= 1
  }

  private func missingKey(first: Bool) -> String {
    switch peek {
    case UInt8(ascii: "}") where !first: "expected a key after the comma, found }."
    case UInt8(ascii: "'"): "a key stands in double quotes, not in single ones."
    case UInt8(ascii: "/"): noComments
    default: "expected a key in double quotes, found \(found)."
    }
  }
}

/// Finds keys of one object that were there before; small objects are searched, large ones hashed.
private struct Keys {
  private var seen: Set<String> = []

  mutating func earlier(_ key: String, in members: [Node.Member]) -> Node.Member? {
    // Annotations are for people, who write `//` as often as they like.
    if key.utf8.first == 0x2F, Node.isAnnotation(key: key), key != "$schema" { return nil }
    if members.count < 12 {
      for member in members where member.key == key { return member }
      return nil
    }
    if seen.isEmpty { seen = Set(members.lazy.map(\.key)) }
    return seen.insert(key).inserted ? nil : members.first { $0.key == key }
  }
}

/// Reads one JSON document from bytes by recursive descent.
///
/// The bytes are in an array and every access is bounds-checked: `scrimd` reads untrusted job files with it, outside
/// the sandbox.
struct Reader {
  let bytes: [UInt8]
  let limits: JSONLimits
  /// The current position in bytes.
  var offset = 0
  var line = 1
  /// The first byte of the current line.
  var lineStart = 0
  /// UTF-8 continuation bytes in the current line so far, which do not count as columns.
  var continuations = 0
  var entries: [Tape.Entry] = []
  private(set) var duplicates: [Diagnostic] = []
  /// The current position in each open array and object: an index, or the complement of a key's entry.
  private var steps: [Int] = []
  private var depth = 0
  private var keys = Keys()

  init(_ bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// Reads the entire document: one value and nothing after it.
  mutating func document() throws(Diagnostic) -> Tape {
    // Offsets are stored in 32 bits.
    guard bytes.count <= min(limits.bytes, Int(UInt32.max)) else {
      throw Diagnostic(
        code: "too-large",
        message: "the document has \(bytes.count) bytes; at most \(limits.bytes) are allowed.",
        position: position)
    }
    // RFC 8259 lets readers ignore the byte order mark that some editors and spreadsheets write.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (offset, lineStart) = (3, 3) }
    guard !bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xFF, 0xFE]) else {
      throw syntax("the document is in UTF-16; save it as UTF-8.")
    }
    entries.reserveCapacity(bytes.count / 12 + 1)
    skipWhitespace()
    guard offset < bytes.count else { throw syntax("the document is empty.") }
    try value()
    skipWhitespace()
    guard offset == bytes.count else {
      throw syntax("expected the end of the document, found \(found).")
    }
    return Tape(bytes: bytes, entries: entries)
  }

  private mutating func value() throws(Diagnostic) {
    guard offset < bytes.count else { throw syntax("expected a value, found \(found).") }
    switch bytes[offset] {
    case UInt8(ascii: "{"): try object()
    case UInt8(ascii: "["): try array()
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: try literal()
    }
  }

  private mutating func object() throws(Diagnostic) {
    let object = try enter(.object)
    skipWhitespace()
    if take(UInt8(ascii: "}")) {
      leave(object)
      return
    }
    var known = keys.begin()
    while true {
      guard peek == UInt8(ascii: "\"") else {
        throw syntax(missingKey(first: entries.count == object + 1))
      }
      let key = entries.count
      try string()
      steps[depth - 1] = ~key
      skipWhitespace()
      guard take(UInt8(ascii: ":")) else {
        throw syntax("expected a colon after the key, found \(found).")
      }
      skipWhitespace()
      try value()
      if let first = keys.earlier(entries[key], among: &known, in: bytes) {
        reportDuplicate(key, firstInLine: first)
        entries.removeLast(entries.count - key)
      }
      skipWhitespace()
      if take(UInt8(ascii: ",")) {
        skipWhitespace()
        continue
      }
      guard take(UInt8(ascii: "}")) else { throw syntax("expected a comma or }, found \(found).") }
      keys.end(known)
      leave(object)
      return
    }
  }

  private mutating func array() throws(Diagnostic) {
    let array = try enter(.array)
    skipWhitespace()
    if take(UInt8(ascii: "]")) {
      leave(array)
      return
    }
    while true {
      if peek == UInt8(ascii: "]") {
        throw syntax("expected a value after the comma, found ].")
      }
      try value()
      skipWhitespace()
      if take(UInt8(ascii: ",")) {
        steps[depth - 1] += 1
        skipWhitespace()
        continue
      }
      guard take(UInt8(ascii: "]")) else { throw syntax("expected a comma or ], found \(found).") }
      leave(array)
      return
    }
  }

  /// Records the array or object at the current position and returns its entry.
  private mutating func enter(_ kind: Tape.Kind) throws(Diagnostic) -> Int {
    guard depth < limits.depth else {
      throw Diagnostic(
        code: "too-deep",
        message: "more than \(limits.depth) levels of nested arrays and objects.",
        path: path, position: position)
    }
    if depth == steps.count { steps.append(0) } else { steps[depth] = 0 }
    depth += 1
    entries.append(Tape.Entry(kind, start: offset, end: 0, at: position))
    offset += 1
    return entries.count - 1
  }

  private mutating func leave(_ index: Int) {
    depth -= 1
    entries[index].end = UInt32(truncatingIfNeeded: entries.count)
  }

  /// Records a value from `start` to the current position.
  mutating func note(_ kind: Tape.Kind, from start: Int, at position: Position) {
    entries.append(Tape.Entry(kind, start: start, end: offset, at: position))
  }

  /// The path to the current value.
  private var path: [PathElement] {
    steps.prefix(depth).map { $0 < 0 ? .key(Self.string(entries[~$0], in: bytes)) : .index($0) }
  }

  private mutating func reportDuplicate(_ key: Int, firstInLine line: Int) {
    // Further errors would not help, and a hostile document may have a hundred thousand.
    guard duplicates.count < 200 else { return }
    let entry = entries[key]
    duplicates.append(
      Diagnostic(
        code: "duplicate-key",
        message: "the key \(quoted(Self.string(entry, in: bytes))) is given twice; "
          + "the first is on line \(line).",
        path: path, position: entry.position))
  }

  private func missingKey(first: Bool) -> String {
    switch peek {
    case UInt8(ascii: "}") where !first: "expected a key after the comma, found }."
    case UInt8(ascii: "'"): "a key needs double quotes, not single quotes."
    case UInt8(ascii: "/"): noComments
    default: "expected a key in double quotes, found \(found)."
    }
  }
}

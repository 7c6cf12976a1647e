/// The reader's position, and messages about the bytes there.
extension Reader {
  // Always inlined: otherwise each call would first copy the entire reader.
  @inline(__always)
  var peek: UInt8? {
    offset < bytes.count ? bytes[offset] : nil
  }

  @inline(__always)
  var position: Position {
    Position(line: line, column: offset - lineStart - continuations + 1)
  }

  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  @inline(__always)
  mutating func skipWhitespace() {
    if offset < bytes.count, bytes[offset] > UInt8(ascii: " ") { return }
    passWhitespace()
  }

  private mutating func passWhitespace() {
    while offset < bytes.count, bytes[offset] <= UInt8(ascii: " ") {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        offset += 1
      case UInt8(ascii: "\n"):
        startLine()
      case UInt8(ascii: "\r"):
        // The second byte of `\r\n` ends the line.
        if offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "\n") {
          offset += 1
        } else {
          startLine()
        }
      default:
        return
      }
    }
  }

  private mutating func startLine() {
    offset += 1
    line += 1
    lineStart = offset
    continuations = 0
  }

  func syntax(_ message: String, at place: Position? = nil) -> Diagnostic {
    Diagnostic(code: "syntax", message: message, position: place ?? position)
  }

  var noComments: String {
    "JSON has no comments; write a key that begins with // instead."
  }

  /// The token at the current position, for messages.
  var found: String {
    guard let byte = peek else { return "the end of the document" }
    switch byte {
    case UInt8(ascii: "\""):
      return "a string"
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return "a number"
    case _ where isWordByte(byte):
      return quoted(word)
    case 0x21...0x7E:
      return String(UnicodeScalar(byte))
    default:
      return invalidCharacter
    }
  }

  /// The letters, digits and underscores at the current position, at most 24.
  var word: String {
    let rest = bytes[offset...].prefix(24)
    return String(decoding: rest.prefix(while: isWordByte), as: UTF8.self)
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default:
      false
    }
  }

  /// The code point of a character that cannot be printed.
  private var invalidCharacter: String {
    var decoder = UTF8()
    var rest = bytes[offset...].prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
      return "invalid UTF-8"
    }
    return codePoint(scalar)
  }

  /// Records `true`, `false` or `null`; anything else is not the start of a value.
  mutating func literal() throws(Diagnostic) {
    let place = position
    let start = offset
    switch bytes[offset] {
    case UInt8(ascii: "t") where takeWord("true"): note(.yes, from: start, at: place)
    case UInt8(ascii: "f") where takeWord("false"): note(.no, from: start, at: place)
    case UInt8(ascii: "n") where takeWord("null"): note(.null, from: start, at: place)
    default: throw syntax(notValue(word))
    }
  }

  /// Skips the given letters if they are a complete word at the current position.
  private mutating func takeWord(_ word: StaticString) -> Bool {
    let end = offset + word.utf8CodeUnitCount
    guard end <= bytes.count, end == bytes.count || !isWordByte(bytes[end]) else { return false }
    let isHere = word.withUTF8Buffer { bytes[offset..<end].elementsEqual($0) }
    if isHere { offset = end }
    return isHere
  }

  private func notValue(_ word: String) -> String {
    switch (word, peek) {
    case ("NaN", _), ("Infinity", _), ("inf", _), ("nan", _):
      return "\(word) is not a number in JSON."
    case ("None", _), ("nil", _), ("undefined", _):
      return "expected a value, found \(quoted(word)). Did you mean null?"
    case (_, UInt8(ascii: "'")):
      return "a string needs double quotes, not single quotes."
    case (_, UInt8(ascii: "/")), (_, UInt8(ascii: "#")):
      return noComments
    case (_, UInt8(ascii: ".")):
      return "a number begins with a digit: write 0 before the decimal point."
    case (_, UInt8(ascii: "+")):
      return "a number has no plus sign in JSON."
    default:
      let near = word.isEmpty ? nil : nearest(to: word, in: ["true", "false", "null"])
      return "expected a value, found \(found)." + (near.map { " Did you mean \($0)?" } ?? "")
    }
  }
}

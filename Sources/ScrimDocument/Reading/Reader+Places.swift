/// Where the reader stands, and how it says what it found there.
extension Reader {
  var peek: UInt8? {
    offset < bytes.count ? bytes[offset] : nil
  }

  var position: Position {
    Position(line: line, column: offset - lineStart - continuations + 1)
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  mutating func skipWhitespace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        offset += 1
      case UInt8(ascii: "\n"):
        startLine()
      case UInt8(ascii: "\r"):
        // Of `\r\n` the second byte ends the line.
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

  func syntax(_ message: String, at place: Position? = nil) -> Problem {
    Problem(code: "syntax", message: message, position: place ?? position)
  }

  var noComments: String {
    "JSON has no comments; write a key that begins with // instead."
  }

  /// What stands at the current place, for messages.
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
      return strangeCharacter
    }
  }

  /// The letters, digits and underscores from here on, at most 24 of them.
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

  /// A character that can't be shown as it is: by its code point.
  private var strangeCharacter: String {
    var decoder = UTF8()
    var rest = bytes[offset...].prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
      return "a byte that is no UTF-8"
    }
    return codePoint(scalar)
  }

  /// `true`, `false` or `null`; anything else is where no value can begin.
  mutating func literal() throws(Problem) -> Node.Value {
    let word = word
    let value: Node.Value
    switch word {
    case "true": value = .boolean(true)
    case "false": value = .boolean(false)
    case "null": value = .null
    default: throw syntax(notValue(word))
    }
    offset += word.utf8.count
    return value
  }

  private func notValue(_ word: String) -> String {
    switch (word, peek) {
    case ("NaN", _), ("Infinity", _), ("inf", _), ("nan", _):
      return "\(word) is not a number in JSON."
    case ("None", _), ("nil", _), ("undefined", _):
      return "expected a value, found \(quoted(word)). Did you mean null?"
    case (_, UInt8(ascii: "'")):
      return "a string stands in double quotes, not in single ones."
    case (_, UInt8(ascii: "/")), (_, UInt8(ascii: "#")):
      return noComments
    case (_, UInt8(ascii: ".")):
      return "a number begins with a digit: write 0 before the point."
    case (_, UInt8(ascii: "+")):
      return "a number has no plus sign in JSON."
    default:
      let near = word.isEmpty ? nil : nearest(to: word, in: ["true", "false", "null"])
      return "expected a value, found \(found)." + (near.map { " Did you mean \($0)?" } ?? "")
    }
  }
}

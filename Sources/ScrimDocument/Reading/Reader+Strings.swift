/// Strings: valid UTF-8, escapes, surrogate pairs.
extension Reader {
  /// The string that begins at the current quote.
  mutating func string() throws(Problem) -> String {
    let opening = position
    offset += 1
    let start = offset
    offset = plainEnd(from: offset)
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return String(decoding: bytes[start..<(offset - 1)], as: UTF8.self)
      case UInt8(ascii: "\\"):
        return try escapedString(from: start, opening: opening)
      case 0x20..<0x80:
        offset = plainEnd(from: offset)
      default:
        try passOther(byte, opening: opening)
      }
    }
    throw notClosed(opening)
  }

  /// The first byte from `start` on that is not plain ASCII inside a string.
  private func plainEnd(from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      guard byte &- 0x20 < 0x60, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
        break
      }
      index += 1
    }
    return index
  }

  /// The rest of a string that has escapes in it; so far it had none.
  private mutating func escapedString(
    from start: Int, opening: Position
  ) throws(Problem) -> String {
    var text = Array(bytes[start..<offset])
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        try escape(into: &text, opening: opening)
      case 0x20..<0x80:
        text.append(byte)
        offset += 1
      default:
        let before = offset
        try passOther(byte, opening: opening)
        text.append(contentsOf: bytes[before..<offset])
      }
    }
    throw notClosed(opening)
  }

  private func notClosed(_ opening: Position) -> Problem {
    syntax("the string is not closed: expected \" before the end of the document.", at: opening)
  }

  /// Passes one character beyond ASCII; refuses control characters and what is no UTF-8.
  private mutating func passOther(_ byte: UInt8, opening: Position) throws(Problem) {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      throw syntax(
        "the string is not closed in its line; a line break inside a string is written \\n.",
        at: opening)
    case UInt8(ascii: "\t"):
      throw syntax("a tab inside a string is written \\t.")
    case 0..<0x20:
      throw syntax("a control character inside a string is written \\u\(hex(byte)).")
    default:
      let length = sequenceLength(byte)
      guard length > 0 else { throw syntax("a byte that is no UTF-8.") }
      offset += length
      continuations += length - 1
    }
  }

  /// The bytes of the well-formed UTF-8 sequence at the current place (Unicode, table 3-7), or 0.
  private func sequenceLength(_ first: UInt8) -> Int {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return 0
    }
    guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return 0 }
    for index in (offset + 2)..<(offset + max(length, 2)) where bytes[index] & 0xC0 != 0x80 {
      return 0
    }
    return length
  }

  private mutating func escape(into text: inout [UInt8], opening: Position) throws(Problem) {
    guard offset + 1 < bytes.count else { throw notClosed(opening) }
    let byte = bytes[offset + 1]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "u"):
      let scalar = try unicodeEscape()
      text.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      return
    default:
      throw syntax("unknown escape in a string; a backslash itself is written \\\\.")
    }
    offset += 2
  }

  /// `\uXXXX`, or two of them that are a surrogate pair.
  private mutating func unicodeEscape() throws(Problem) -> UnicodeScalar {
    let place = position
    let first = try fourDigits()
    if let scalar = UnicodeScalar(first) { return scalar }
    let isPair =
      first < 0xDC00 && offset + 1 < bytes.count
      && bytes[offset] == UInt8(ascii: "\\") && bytes[offset + 1] == UInt8(ascii: "u")
    if isPair {
      let second = try fourDigits()
      let joined = 0x10000 + (UInt32(first & 0x3FF) << 10) + UInt32(second & 0x3FF)
      if 0xDC00...0xDFFF ~= second, let scalar = UnicodeScalar(joined) { return scalar }
    }
    throw syntax("half of a surrogate pair: \\u\(hex(first)) is no character.", at: place)
  }

  /// The value of the four hexadecimal digits of the `\u` at the current place.
  private mutating func fourDigits() throws(Problem) -> UInt16 {
    var value: UInt16 = 0
    for index in (offset + 2)..<(offset + 6) {
      guard index < bytes.count, let digit = hexDigit(bytes[index]) else {
        throw syntax("\\u takes four hexadecimal digits.")
      }
      value = value << 4 | digit
    }
    offset += 6
    return value
  }

  private func hexDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}

/// Strings: valid UTF-8, escapes, surrogate pairs.
extension Reader {
  /// Records the string at the current quote.
  mutating func string() throws(Diagnostic) {
    let opening = position
    let start = offset
    var kind = Tape.Kind.plain
    offset = plainEnd(from: offset + 1)
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        note(kind, from: start, at: opening)
        return
      case UInt8(ascii: "\\"):
        kind = .escaped
        _ = try escape(opening: opening)
      case 0x20..<0x80:
        offset = plainEnd(from: offset)
      default:
        if kind == .plain { kind = .text }
        try passOther(byte, opening: opening)
      }
    }
    throw notClosed(opening)
  }

  /// The content of a string that has been read.
  static func string(_ entry: Tape.Entry, in bytes: [UInt8]) -> String {
    let end = Int(entry.end) - 1
    guard entry.kind == .escaped else {
      return String(decoding: bytes[(Int(entry.start) + 1)..<end], as: UTF8.self)
    }
    var reader = Reader(bytes, limits: .standard)
    reader.offset = Int(entry.start) + 1
    var text: [UInt8] = []
    text.reserveCapacity(end - reader.offset)
    while reader.offset < end {
      let byte = bytes[reader.offset]
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        reader.offset += 1
        continue
      }
      // The escape has already been validated, so this does not fail.
      guard let scalar = try? reader.escape(opening: reader.position),
        let letters = UTF8.encode(scalar)
      else { break }
      text.append(contentsOf: letters)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The index of the first byte from `start` that is not unescaped ASCII inside a string.
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

  private func notClosed(_ opening: Position) -> Diagnostic {
    syntax("the string is not closed: expected \" before the end of the document.", at: opening)
  }

  /// Skips one non-ASCII character; throws for control characters and invalid UTF-8.
  private mutating func passOther(_ byte: UInt8, opening: Position) throws(Diagnostic) {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      throw syntax(
        "the string is not closed on this line; write a line break inside a string as \\n.",
        at: opening)
    case UInt8(ascii: "\t"):
      throw syntax("write a tab inside a string as \\t.")
    case 0..<0x20:
      throw syntax("write this control character inside a string as \\u\(hex(byte)).")
    default:
      let length = sequenceLength(byte)
      guard length > 0 else { throw syntax("invalid UTF-8.") }
      offset += length
      continuations += length - 1
    }
  }

  /// The length in bytes of the well-formed UTF-8 sequence at the current position (Unicode, table 3-7); 0 if invalid.
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

  /// Skips an escape sequence and returns its character.
  private mutating func escape(opening: Position) throws(Diagnostic) -> UnicodeScalar {
    guard offset + 1 < bytes.count else { throw notClosed(opening) }
    let scalar: UnicodeScalar
    switch bytes[offset + 1] {
    case UInt8(ascii: "\""): scalar = "\""
    case UInt8(ascii: "\\"): scalar = "\\"
    case UInt8(ascii: "/"): scalar = "/"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default:
      throw syntax("unknown escape sequence in a string; write a backslash as \\\\.")
    }
    offset += 2
    return scalar
  }

  /// Reads `\uXXXX`, or two of them as a surrogate pair.
  private mutating func unicodeEscape() throws(Diagnostic) -> UnicodeScalar {
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
    throw syntax("unpaired surrogate: \\u\(hex(first)) is not a character.", at: place)
  }

  /// The value of the four hexadecimal digits of the `\u` at the current position.
  private mutating func fourDigits() throws(Diagnostic) -> UInt16 {
    var value: UInt16 = 0
    for index in (offset + 2)..<(offset + 6) {
      guard index < bytes.count, let digit = hexDigit(bytes[index]) else {
        throw syntax("\\u must be followed by four hexadecimal digits.")
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

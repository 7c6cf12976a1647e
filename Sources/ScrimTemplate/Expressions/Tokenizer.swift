import ScrimJSON

/// Splits an expression into tokens, one at a time: what follows the closing brace of an interpolation is text.
struct Tokenizer {
  private let bytes: [UInt8]
  private var offset: Int

  init(_ bytes: [UInt8], from offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  mutating func next() throws(TemplateError) -> Token {
    skipSpace()
    let start = offset
    guard let byte = peek(0) else { return Token(kind: .end, start: start, end: start) }
    if isIdentifierStart(byte) { return word(from: start) }
    if isDigit(byte) { return try number(from: start) }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      return try string(from: start, quote: byte)
    }
    return try symbol(from: start)
  }

  private func peek(_ distance: Int) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  private mutating func skipSpace() {
    while let byte = peek(0) {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        offset += 1
      } else if byte >= 0x80, let space = UnicodeSpace.length(in: bytes, at: offset) {
        offset += space
      } else {
        return
      }
    }
  }

  private mutating func word(from start: Int) -> Token {
    while let byte = peek(0), isIdentifierPart(byte) { offset += 1 }
    let name = String(decoding: bytes[start..<offset], as: UTF8.self)
    let kind: Token.Kind =
      switch name {
      case "true": .true
      case "false": .false
      case "null": .null
      case "in": .symbol("in")
      default: .identifier(name)
      }
    return Token(kind: kind, start: start, end: offset)
  }

  /// Digits with an optional fraction. A leading zero has no meaning; there is no exponent.
  private mutating func number(from start: Int) throws(TemplateError) -> Token {
    while let byte = peek(0), isDigit(byte) { offset += 1 }
    if peek(0) == UInt8(ascii: "."), let digit = peek(1), isDigit(digit) {
      offset += 1
      while let byte = peek(0), isDigit(byte) { offset += 1 }
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    return Token(kind: .number(text), start: start, end: offset)
  }

  /// Everything up to the next quote of the same kind; there are no escapes.
  private mutating func string(from start: Int, quote: UInt8) throws(TemplateError) -> Token {
    guard let end = bytes[(start + 1)...].firstIndex(of: quote) else {
      throw TemplateError(.syntax, "the string has no closing quote.", offset: start)
    }
    offset = end + 1
    let string = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    return Token(kind: .string(string), start: start, end: offset)
  }

  private static let symbols = ["**", ">=", "<=", "==", "!=", "&&", "||"].map { Array($0.utf8) }
  private static let signs = Set("+-*/[].(){}:,<>!".utf8)

  private mutating func symbol(from start: Int) throws(TemplateError) -> Token {
    if let symbol = Self.symbols.first(where: { bytes[start...].starts(with: $0) }) {
      offset += 2
      return Token(
        kind: .symbol(String(decoding: symbol, as: UTF8.self)), start: start, end: offset)
    }
    guard Self.signs.contains(bytes[start]) else {
      let character = String(decoding: bytes[start..<min(start + 4, bytes.count)], as: UTF8.self)
        .unicodeScalars.prefix(1)
      throw TemplateError(
        .syntax, "\(quoted(String(character))) is not allowed in an expression.", offset: start)
    }
    offset += 1
    return Token(
      kind: .symbol(String(UnicodeScalar(bytes[start]))), start: start, end: offset)
  }
}

/// Space characters by Unicode's White_Space property.
enum UnicodeSpace {
  static func contains(_ scalar: UnicodeScalar) -> Bool {
    // Nearly all are ASCII, for which a lookup takes long.
    scalar.value < 0x80
      ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
  }

  /// The length of the space character at an offset of UTF-8 text, bytes; `nil` if another character is there.
  static func length(in bytes: [UInt8], at offset: Int) -> Int? {
    let text = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
    guard let first = text.unicodeScalars.first, contains(first) else { return nil }
    return UTF8.width(first)
  }
}

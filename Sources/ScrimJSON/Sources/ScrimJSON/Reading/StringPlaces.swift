extension Node {
  /// The position in the document of a character inside this string, also after escapes.
  ///
  /// - Parameters:
  ///   - offset: The character, as a UTF-8 offset into ``string``.
  ///   - document: The bytes that the node was read from.
  /// - Returns: The position of the character or its escape; `nil` if the node is not a string or has no character
  ///   there.
  public func position(ofUTF8 offset: Int, in document: [UInt8]) -> Position? {
    guard let string, (0..<string.utf8.count).contains(offset),
      var index = Self.offset(of: position, in: document)
    else { return nil }
    index += 1
    var column = position.column + 1
    var left = offset
    // A string is always on a single line, so only columns count.
    while left > 0 {
      let (bytes, utf8) = Self.character(at: index, in: document)
      guard bytes > 0 else { return nil }
      column += document[index] == UInt8(ascii: "\\") ? bytes : 1
      index += bytes
      left -= utf8
    }
    return left == 0 ? Position(line: position.line, column: column) : nil
  }

  /// The length of a string's character in the document and in UTF-8, bytes; 0 at the string's end.
  private static func character(at index: Int, in document: [UInt8]) -> (bytes: Int, utf8: Int) {
    guard index < document.count else { return (0, 0) }
    switch document[index] {
    case UInt8(ascii: "\""): return (0, 0)
    case UInt8(ascii: "\\"):
      guard let scalar = escaped(at: index, in: document) else { return (2, 1) }
      // A lone surrogate is not a character; the reader has accepted only complete pairs.
      return UnicodeScalar(scalar).map { (6, UTF8.width($0)) } ?? (12, 4)
    case 0x80...:
      let length = document[(index + 1)...].prefix { $0 & 0xC0 == 0x80 }.count + 1
      return (length, length)
    default: return (1, 1)
    }
  }

  /// The value of a `\uXXXX` escape; `nil` for other escapes.
  private static func escaped(at index: Int, in document: [UInt8]) -> UInt16? {
    guard index + 6 <= document.count, document[index + 1] == UInt8(ascii: "u") else { return nil }
    return UInt16(String(decoding: document[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
  }

  /// The byte offset of a position in the document.
  private static func offset(of position: Position, in document: [UInt8]) -> Int? {
    var index = 0
    var line = 1
    while line < position.line {
      guard index < document.count else { return nil }
      let byte = document[index]
      index += 1
      if byte == UInt8(ascii: "\r"), index < document.count, document[index] == UInt8(ascii: "\n") {
        index += 1
      }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { line += 1 }
    }
    var column = 1
    while column < position.column {
      guard index < document.count else { return nil }
      index += 1
      while index < document.count, document[index] & 0xC0 == 0x80 { index += 1 }
      column += 1
    }
    return index
  }
}

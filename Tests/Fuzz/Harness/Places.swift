import ScrimJSON

/// Finds the bytes that positions point at, by counting lines and columns anew. Positions must be
/// asked for in document order, so that long lines are walked once.
struct Places {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  private var line = 1
  private var column = 1

  init(of bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Goes on to a position.
  ///
  /// - Returns: The byte there; `nil` at the end of the document.
  mutating func byte(at position: Position, _ what: @autoclosure () -> String) -> UInt8? {
    while offset < bytes.count, (line, column) < (position.line, position.column) || isInside {
      step()
    }
    require(
      (line, column) == (position.line, position.column),
      "\(what()) is said to be at \(position), which is no place of the document or lies before "
        + "the value that precedes it")
    return offset < bytes.count ? bytes[offset] : nil
  }

  /// Whether the current byte goes on with a character or a line end that has begun before it.
  private var isInside: Bool {
    bytes[offset] & 0xC0 == 0x80
      || (offset > 0 && bytes[offset] == 0x0A && bytes[offset - 1] == 0x0D)
  }

  private mutating func step() {
    let byte = bytes[offset]
    offset += 1
    if byte == 0x0A || (byte == 0x0D && !(offset < bytes.count && bytes[offset] == 0x0A)) {
      (line, column) = (line + 1, 1)
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }
}

/// The last place of a document: that of its end.
func end(of bytes: UnsafeRawBufferPointer) -> Position {
  var (line, column) = (1, 1)
  for (index, byte) in bytes.enumerated() {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    if byte == 0x0A || (byte == 0x0D && next != 0x0A) {
      (line, column) = (line + 1, 1)
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }
  return Position(line: line, column: column)
}

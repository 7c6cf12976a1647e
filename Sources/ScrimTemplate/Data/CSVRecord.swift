import ScrimJSON

/// The cells of one row of CSV (RFC 4180, with any delimiter).
struct CSVRecord {
  /// The row without its line break.
  private let bytes: UnsafeBufferPointer<UInt8>
  private let dialect: CSVDialect
  private var offset = 0
  private var line: Int
  /// The number of cells that have been read.
  private(set) var count = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ dialect: CSVDialect, line: Int) {
    self.bytes = bytes
    self.dialect = dialect
    self.line = line
  }

  /// Reads the next cell.
  ///
  /// - Returns: Its text; `nil` after the last one.
  /// - Throws: The first error in the cell, with its line.
  mutating func next() throws(DataError) -> String? {
    guard count == 0 || offset <= bytes.count else { return nil }
    count += 1
    let isQuoted = offset < bytes.count && bytes[offset] == UInt8(ascii: "\"")
    return isQuoted ? try quoted() : try plain()
  }

  private mutating func plain() throws(DataError) -> String {
    let start = offset
    while offset < bytes.count, bytes[offset] != dialect.delimiter {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        throw error(
          "quote-in-cell",
          "contains a quote but is not in quotes; put it in quotes and double those in it.")
      case UInt8(ascii: "\r"):
        throw error(
          "carriage-return",
          "contains a carriage return outside quotes; lines end in LF or CRLF.")
      default: offset += 1
      }
    }
    let text = try text(of: UnsafeBufferPointer(rebasing: bytes[start..<offset]))
    offset += 1
    return text
  }

  private mutating func quoted() throws(DataError) -> String {
    offset += 1
    var start = offset
    var parts: [UInt8] = []
    while offset < bytes.count {
      guard bytes[offset] == UInt8(ascii: "\"") else {
        offset += 1
        continue
      }
      if offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "\"") {
        parts += bytes[start...offset]
        offset += 2
        start = offset
        continue
      }
      break
    }
    let last = UnsafeBufferPointer(rebasing: bytes[start..<offset])
    let text: String
    if parts.isEmpty {
      text = try self.text(of: last)
    } else {
      parts += last
      text = try parts.withUnsafeBufferPointer { buffer throws(DataError) in
        try self.text(of: buffer)
      }
    }
    line += text.utf8.count(where: isLineBreak)
    offset += 1
    guard offset >= bytes.count || bytes[offset] == dialect.delimiter else {
      throw error(
        "text-after-quote",
        "goes on after its closing quote; a quote in a quoted cell is written twice.")
    }
    offset += 1
    return text
  }

  private func text(of part: UnsafeBufferPointer<UInt8>) throws(DataError) -> String {
    if let text = String(validating: part, as: UTF8.self) { return text }
    let valid = validCount(part)
    var error = error(
      "invalid-utf8",
      "is not UTF-8: the byte 0x\(String(part[valid], radix: 16, uppercase: true)) "
        + "is not a character; save the file as UTF-8.")
    error.line += part[..<valid].count(where: isLineBreak)
    throw error
  }

  private func isLineBreak(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || (dialect.hasReturns && byte == UInt8(ascii: "\r"))
  }

  private func error(_ code: String, _ words: String) -> DataError {
    DataError(code, "cell \(count) \(words)", line: line)
  }
}

/// The number of bytes before the first that is not UTF-8.
func validCount(_ bytes: some Sequence<UInt8>) -> Int {
  var decoder = UTF8()
  var rest = bytes.makeIterator()
  var count = 0
  while case .scalarValue(let scalar) = decoder.decode(&rest) { count += UTF8.width(scalar) }
  return count
}

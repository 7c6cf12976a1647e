/// How a CSV file separates cells and ends lines, according to its first line.
///
/// Spreadsheets write semicolons where the comma is the decimal point, tabs as "text", and a lone CR as old Macintosh
/// text. Excel reads and writes a line `sep=;` before the header.
package struct CSVDialect: Sendable, Hashable {
  /// The byte between cells.
  package var delimiter = UInt8(ascii: ",")
  /// Whether ``delimiter`` was chosen by counting characters in the header.
  package var isGuessed = false
  /// Whether a carriage return ends a line, as a line feed does.
  var hasReturns = false
  /// Whether the first line is `sep=X`, which is not the header.
  var hasSeparatorLine = false

  package init() {}

  /// Delimiters in the order in which they win if they are equally frequent.
  private static let candidates: [UInt8] = [",", ";", "\t", "|"].map(UInt8.init(ascii:))

  /// The dialect of a file.
  ///
  /// - Parameters:
  ///   - line: Its first line, with its line break and the byte after it.
  ///   - delimiter: The byte between cells; `nil` to choose the most frequent candidate outside of quotes.
  init(_ line: [UInt8], delimiter: UInt8?) {
    let end = Self.end(ofLine: line) ?? line.count
    let text = line[..<end]
    hasReturns =
      end < line.count && line[end] == UInt8(ascii: "\r")
      && (end + 1 == line.count || line[end + 1] != UInt8(ascii: "\n"))
    if text.count == 5, text.starts(with: "sep=".utf8), Self.isAllowed(text[4]) {
      hasSeparatorLine = true
      self.delimiter = delimiter ?? text[4]
      return
    }
    if let delimiter {
      self.delimiter = delimiter
      return
    }
    var counts = Self.candidates.map { _ in 0 }
    var isQuoted = false
    for byte in text {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, let index = Self.candidates.firstIndex(of: byte) { counts[index] += 1 }
    }
    let most = counts.max() ?? 0
    if let index = counts.firstIndex(of: most), most > 0, index > 0 {
      self.delimiter = Self.candidates[index]
      isGuessed = true
    }
  }

  /// Whether a byte can separate cells: ASCII, neither a quote, a letter, a digit, a space nor a line break.
  package static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\t"): true
    case UInt8(ascii: "\""), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      false
    default: (0x21...0x7E).contains(byte)
    }
  }

  /// The index of the line break after a line, of which a quoted cell may have others; `nil` without one.
  static func end(ofLine bytes: [UInt8]) -> Int? {
    var isQuoted = false
    var index = 0
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return index }
      index += 1
    }
    return nil
  }

  /// The delimiter as messages name it: `semicolons`.
  package static func words(_ delimiter: UInt8) -> String {
    switch delimiter {
    case UInt8(ascii: ","): "commas"
    case UInt8(ascii: ";"): "semicolons"
    case UInt8(ascii: "\t"): "tabs"
    case UInt8(ascii: "|"): "vertical bars"
    default: "the character \(Character(UnicodeScalar(delimiter)))"
    }
  }
}

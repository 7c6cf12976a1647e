/// An error in a data file.
package struct DataError: Error, Sendable, Hashable {
  /// The kind of the error, in kebab-case: `ragged-row`, `invalid-utf8`.
  package var code: String
  /// The error and what is allowed, one sentence without the line.
  package var message: String
  /// The line, from 1; each line feed ends one.
  package var line: Int
  /// Whether nothing after it can be read. An error that is not fatal is that of one row.
  package var isFatal: Bool

  init(_ code: String, _ message: String, line: Int, isFatal: Bool = false) {
    self.code = code
    self.message = message
    self.line = line
    self.isFatal = isFatal
  }

  static func fatal(_ code: String, _ message: String, line: Int) -> DataError {
    DataError(code, message, line: line, isFatal: true)
  }

  /// The complete line: `people.csv:14: the row has 2 cells, but the header names 3 columns.`
  package func text(file: String) -> String { "\(file):\(line): \(message)" }
}

/// A number with its noun: `1 cell`, `2 cells`.
func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

/// A limit in bytes: `1 MiB`, `100 bytes`.
func byteCount(_ count: Int) -> String {
  for (unit, shift) in [("GiB", 30), ("MiB", 20), ("KiB", 10)]
  where count >= 1 << shift && count % (1 << shift) == 0 {
    return "\(count >> shift) \(unit)"
  }
  return counted(count, "byte")
}

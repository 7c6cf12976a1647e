/// The limits of a data file.
package struct DataLimits: Sendable, Hashable {
  /// Maximum size of a row with its line break, bytes.
  package var rowBytes: Int
  /// Maximum number of rows.
  package var rows: Int
  /// Maximum size of the file, bytes.
  package var bytes: Int
  /// Maximum number of columns, or of different keys of JSON lines.
  package var columns: Int

  package init(
    rowBytes: Int = 1 << 20, rows: Int = 1_000_000, bytes: Int = 1 << 30, columns: Int = 1_000
  ) {
    self.rowBytes = rowBytes
    self.rows = rows
    self.bytes = bytes
    self.columns = columns
  }

  package static let standard = DataLimits()
}

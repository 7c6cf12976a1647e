/// A row of a data file.
package struct DataRow: Sendable {
  /// The number, from 1; the header has none.
  package var number: Int
  /// The line at which the row begins, from 1.
  package var line: Int
  /// The row's bytes in the file, with its line break.
  package var range: Range<Int>
  /// The cells by column, or why the row cannot be read; no cells if only ranges are read.
  package var content: Result<[(column: String, cell: TemplateInputs.Cell)], DataError>
}

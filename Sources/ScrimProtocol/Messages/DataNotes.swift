package import ScrimJSON

/// What a reader of a data file skipped or chose, which its author should know.
package struct DataNotes: Sendable, Hashable, Record {
  /// Rows of these rows whose cells are all empty.
  package var emptyRows = 0
  /// Columns without a name, whose cells must be empty.
  package var emptyColumns = 0
  /// The delimiter that the header suggests, as messages name it: `semicolons`; `nil` for commas, or if it was given.
  package var delimiter: String?

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("emptyRows", &emptyRows, in: 0 ... .max)
    try fields.required("emptyColumns", &emptyColumns, in: 0 ... .max)
    try fields.optional("delimiter", &delimiter)
  }

  /// Adds those of the next rows.
  package mutating func add(_ next: DataNotes) {
    emptyRows += next.emptyRows
    emptyColumns = next.emptyColumns
    delimiter = next.delimiter
  }

  /// A sentence for each, without the name of the file.
  package var words: [String] {
    var words: [String] = []
    if let delimiter {
      words.append(
        "cells are read as separated by \(delimiter), as in the header; --delimiter sets another sign."
      )
    }
    let skipped = [(emptyRows, "row"), (emptyColumns, "column")].filter { $0.0 > 0 }
      .map { count, noun in "\(count) empty \(noun)\(count == 1 ? "" : "s")" }
    if !skipped.isEmpty { words.append("\(skipped.joined(separator: " and ")) skipped.") }
    return words
  }
}

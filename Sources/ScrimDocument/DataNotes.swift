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
    try fields.optional("emptyRows", &emptyRows, in: 0 ... .max, default: 0)
    try fields.optional("emptyColumns", &emptyColumns, in: 0 ... .max, default: 0)
    try fields.optional("delimiter", &delimiter)
  }

  /// Adds those of the next rows.
  package mutating func add(_ next: DataNotes) {
    emptyRows += next.emptyRows
    emptyColumns = next.emptyColumns
    delimiter = next.delimiter
  }

  /// A sentence for each, without the name of the file.
  ///
  /// - Parameter takesDelimiter: Whether the command has an option for it.
  /// - Returns: The sentences, with a full stop.
  package func words(takesDelimiter: Bool) -> [String] {
    var words: [String] = []
    if let delimiter {
      words.append(
        "cells are read as separated by \(delimiter), as in the header; "
          + (takesDelimiter ? "--delimiter" : "a first line such as \"sep=,\"")
          + " sets another sign.")
    }
    let skipped = [(emptyRows, "row"), (emptyColumns, "column")].filter { $0.0 > 0 }
      .map { count, noun in "\(count) empty \(noun)\(count == 1 ? "" : "s")" }
    if !skipped.isEmpty { words.append("\(skipped.joined(separator: " and ")) skipped.") }
    return words
  }
}

package import ScrimDocument
package import ScrimJSON

/// What the index of a batch found, stored in its folder: `batch.json`.
package struct BatchRecord: Sendable, Hashable, Record {
  /// `csv` or `jsonl`.
  package var format = ""
  /// The name of the data in the bundle.
  package var file = ""
  /// Rows of the data, wanted or not.
  package var rows = 0
  /// Bytes of the data.
  package var bytes = 0
  /// SHA-256 of the data, 64 hexadecimal digits.
  package var sha256 = ""
  /// Columns that no input takes.
  package var unusedColumns: [String] = []
  package var notes = DataNotes()
  /// The rows that are wanted, in ascending order; all if empty.
  package var selection: [RowRange] = []
  package var stopsOnError = false

  package init(format: String, file: String, rows: Int, bytes: Int, sha256: String) {
    self.format = format
    self.file = file
    self.rows = rows
    self.bytes = bytes
    self.sha256 = sha256
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("format", &format)
    try fields.required("file", &file)
    try fields.required("rows", &rows, in: 1 ... .max)
    try fields.required("bytes", &bytes)
    try fields.required("sha256", &sha256)
    try fields.required("unusedColumns", &unusedColumns)
    try notes.exchange(&fields)
    var ranges = RowRange.text(of: selection)
    try fields.required("selection", &ranges)
    try fields.required("stopsOnError", &stopsOnError)
    guard let reader = fields.reader, !ranges.isEmpty else { return }
    guard let read = RowRange.list(ranges) else {
      throw reader.error("selection", expected: "rows in ascending order")
    }
    selection = read
  }

  /// From the first row that is wanted to the last. Each of these rows is in one chunk, or still to be given to one.
  package var span: RowRange {
    RowRange(selection.first?.first ?? 1, selection.last?.last ?? rows)
  }

  /// The wanted rows among some.
  package func wanted(in range: RowRange) -> [RowRange] {
    guard !selection.isEmpty else { return [range] }
    // The first that ends in the range or after it.
    var (low, high) = (0, selection.count)
    while low < high {
      let middle = (low + high) / 2
      if selection[middle].last < range.first { low = middle + 1 } else { high = middle }
    }
    var found: [RowRange] = []
    for part in selection[low...] {
      guard part.first <= range.last else { break }
      found.append(RowRange(max(part.first, range.first), min(part.last, range.last)))
    }
    return found
  }

  /// Number of rows that are wanted.
  package var wantedCount: Int {
    selection.isEmpty ? rows : selection.reduce(0) { $0 + $1.count }
  }
}

/// How far a batch is.
package struct BatchProgress: Sendable, Hashable, Record {
  package var id = JobID.none
  /// Rows that are wanted.
  package var rows = 0
  package var done = 0
  package var failed = 0
  /// Not rendered, since the batch was stopped.
  package var skipped = 0
  /// Rows in chunks that have ended, wanted or not; not exchanged.
  package var ended = 0

  package init() {}

  package init(of id: JobID) { self.id = id }

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("id", &id)
    try fields.required("rows", &rows)
    try fields.required("done", &done)
    try fields.required("failed", &failed)
    try fields.required("skipped", &skipped)
  }
}

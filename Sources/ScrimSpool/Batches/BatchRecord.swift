import ScrimJSON

/// What the index of a batch found, stored in its folder: `batch.json`.
package struct BatchRecord: Sendable, Hashable {
  /// `csv` or `jsonl`.
  package var format: String
  /// The name of the data in the bundle.
  package var file: String
  /// Rows of the data, wanted or not.
  package var rows: Int
  /// Bytes of the data.
  package var bytes: Int
  /// SHA-256 of the data, 64 hexadecimal digits.
  package var sha256: String
  /// Columns that no input takes.
  package var unusedColumns: [String] = []
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

  init?(json: JSON) {
    guard let format = json["format"]?.string, let file = json["file"]?.string,
      let rows = json["rows"]?.integer, rows >= 1, let bytes = json["bytes"]?.integer,
      let sha256 = json["sha256"]?.string, let selection = json["selection"]?.string,
      let stopsOnError = json["stopsOnError"]?.boolean
    else { return nil }
    self.init(format: format, file: file, rows: rows, bytes: bytes, sha256: sha256)
    unusedColumns = json["unusedColumns"]?.array?.compactMap(\.string) ?? []
    self.stopsOnError = stopsOnError
    guard !selection.isEmpty else { return }
    guard let ranges = RowRange.list(selection) else { return nil }
    self.selection = ranges
  }

  var json: JSON {
    [
      "format": .string(format), "file": .string(file), "rows": .integer(rows),
      "bytes": .integer(bytes), "sha256": .string(sha256),
      "unusedColumns": .array(unusedColumns.map(JSON.string)),
      "selection": .string(selection.map(\.shortText).joined(separator: ",")),
      "stopsOnError": .boolean(stopsOnError),
    ]
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

package import ScrimDocument
package import ScrimJSON

/// Rows of a batch's data, as a worker found them. They come in a memory file, the reply's only descriptor, in the
/// format of ``RowPlace``.
package struct IndexReply: Sendable, Hashable, Record {
  /// Errors of the template or of all its data; no rows with any.
  package var errors: [Diagnostic] = []
  /// Columns of the data that no input takes.
  package var unusedColumns: [String] = []
  package var notes = DataNotes()
  /// The number of rows in the memory file.
  package var rows = 0
  /// Where the next rows begin; `nil` at the end of the data.
  package var next: DataRows.Place?
  /// Why the worker should do no other job; `nil` if it may.
  package var retireReason: String?

  /// Limits of a reply: rows, and bytes of the memory file.
  package static let maxRows = 1 << 15
  package static let maxBytes = 8 << 20

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("errors", &errors)
    try fields.required("unusedColumns", &unusedColumns)
    try notes.exchange(&fields)
    try fields.required("rows", &rows, in: 0...Self.maxRows)
    try fields.optional("next", &next)
    try fields.optional("retireReason", &retireReason)
  }
}

/// Where a row of data begins, and the names of its outputs.
package struct RowPlace: Sendable, Hashable {
  /// Bytes from the beginning of the data.
  package var offset: Int
  /// From 1.
  package var line: Int
  /// The bytes of each output's name that is known; none where names are the job's and the row's.
  package var names: [[UInt8]]

  package init(offset: Int, line: Int, names: [[UInt8]]) {
    self.offset = offset
    self.line = line
    self.names = names
  }

  /// Appends the row: offset and line with 8 bytes, the number of names with 2, and each with its length, 2 bytes; the
  /// highest byte first.
  package func append(to bytes: inout [UInt8]) {
    Self.append(offset, 8, to: &bytes)
    Self.append(line, 8, to: &bytes)
    Self.append(names.count, 2, to: &bytes)
    for name in names {
      Self.append(name.count, 2, to: &bytes)
      bytes += name
    }
  }

  private static func append(_ number: Int, _ count: Int, to bytes: inout [UInt8]) {
    for shift in (0..<count).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift)))
    }
  }

  /// Reads rows.
  ///
  /// - Parameters:
  ///   - bytes: The memory file.
  ///   - count: How many rows it should have.
  /// - Returns: `nil` if it does not have so many, or has more.
  package static func read(_ bytes: [UInt8], count: Int) -> [RowPlace]? {
    var position = 0
    func number(_ count: Int) -> Int? {
      guard bytes.count - position >= count else { return nil }
      var value = 0
      for byte in bytes[position..<(position + count)] { value = value << 8 | Int(byte) }
      position += count
      return value >= 0 ? value : nil
    }
    var rows: [RowPlace] = []
    for _ in 0..<count {
      guard let offset = number(8), let line = number(8), let names = number(2) else { return nil }
      var row = RowPlace(offset: offset, line: line, names: [])
      for _ in 0..<names {
        guard let length = number(2), bytes.count - position >= length else { return nil }
        row.names.append(Array(bytes[position..<(position + length)]))
        position += length
      }
      rows.append(row)
    }
    return position == bytes.count ? rows : nil
  }
}

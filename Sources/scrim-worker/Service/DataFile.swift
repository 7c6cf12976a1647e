import ScrimDocument
import ScrimLinux
import ScrimProtocol
import ScrimTemplate

/// A data file whose rows are read from any place in it.
struct DataFile {
  private let file: OwnedDescriptor
  private let format: DataFormat
  private let detail: DataReader.Detail
  private let limits: DataLimits
  /// The byte between cells that the user gave.
  private let delimiter: UInt8?
  private var dialect = CSVDialect()
  /// What was skipped and chosen.
  private(set) var notes = DataNotes()
  /// The names in the header of CSV; of JSON lines the keys that were read.
  private(set) var columns: [String] = []

  private static let chunk = 256 << 10

  /// Reads the header.
  ///
  /// - Parameters:
  ///   - file: The data.
  ///   - rows: The format and the limits of the data.
  ///   - detail: What is read of each row.
  /// - Throws: `DataError`; `SystemError`; `ChannelError` malformed for an unknown format.
  init(_ file: OwnedDescriptor, _ rows: DataRows, detail: DataReader.Detail = .cells) throws {
    guard let format = DataFormat(rawValue: rows.format) else {
      throw ChannelError(.malformed, "unknown format of data")
    }
    self.file = file
    self.format = format
    self.detail = detail
    limits = rows.limits.map { DataLimits(rows: $0.rows, bytes: $0.bytes) } ?? .standard
    delimiter = try rows.delimiter.map { text in
      guard text.utf8.count == 1, let byte = text.utf8.first, CSVDialect.isAllowed(byte) else {
        throw ChannelError(.malformed, "unknown delimiter of data")
      }
      return byte
    }
    guard format == .csv else { return }
    var reader = DataReader(format, delimiter: delimiter, detail: .ranges)
    try read(&reader, from: 0) { _ in false }
    (columns, dialect) = (reader.columns, reader.dialect)
    notes.emptyColumns = columns.count { $0.utf8.isEmpty }
    if dialect.isGuessed { notes.delimiter = CSVDialect.words(dialect.delimiter) }
  }

  /// Reads rows that are wanted.
  ///
  /// - Parameters:
  ///   - rows: Which ones.
  ///   - body: Called with each; returns false if the row is to be read again by the next request.
  /// - Returns: The place of the first row that was not read; `nil` at the end of the file.
  /// - Throws: `DataError`; `SystemError`; what `body` throws.
  mutating func read(
    _ rows: DataRows, _ body: (DataRow) throws -> Bool
  ) throws -> DataRows.Place? {
    var reader =
      if let start = rows.start {
        DataReader(
          format, dialect, columns: columns, offset: start.offset, line: start.line,
          row: start.row, detail: detail, limits: limits)
      } else {
        DataReader(format, delimiter: delimiter, detail: detail, limits: limits)
      }
    var next: DataRows.Place?
    var count = 0
    let end = rows.selection.last?.upperBound ?? .max
    var selection = rows.selection[...]
    try read(&reader, from: rows.start?.offset ?? 0) { row in
      guard row.number <= end else { return false }
      if !rows.selection.isEmpty {
        while let first = selection.first, first.upperBound < row.number { selection.removeFirst() }
        guard selection.first?.contains(row.number) ?? false else { return true }
      }
      if try count < rows.most && body(row) {
        count += 1
        return true
      }
      next = DataRows.Place(row: row.number, line: row.line, offset: row.range.lowerBound)
      return false
    }
    if format != .csv { columns = reader.columns }
    notes.emptyRows = reader.emptyRows
    return next
  }

  private struct Stop: Error {}

  /// Passes rows to `body` until it returns false.
  private func read(
    _ reader: inout DataReader, from start: Int, _ body: (DataRow) throws -> Bool
  ) throws {
    var offset = start
    var isLast = false
    do {
      while !isLast {
        let bytes = try file.bytes(at: offset, count: Self.chunk, of: "the data")
        isLast = bytes.count < Self.chunk
        offset += bytes.count
        try reader.read(bytes[...], isLast: isLast) { row in
          guard try body(row) else { throw Stop() }
        }
      }
    } catch is Stop {}
  }
}

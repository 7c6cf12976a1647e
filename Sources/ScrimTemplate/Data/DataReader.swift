/// Reads a data file in parts of any size.
///
/// Linear in the file's size; the memory is that of the longest row. A reader that has thrown cannot be used again.
package struct DataReader: Sendable {
  package enum Detail: Sendable {
    case cells
    /// Only where rows begin and end, as for an index: their content is not checked.
    case ranges
  }

  package let format: DataFormat
  package let limits: DataLimits
  /// The header of CSV, with empty names for columns that have none; of JSON lines the keys so far, in the order of
  /// their first use.
  package internal(set) var columns: [String]
  /// How cells and lines of CSV end.
  package private(set) var dialect: CSVDialect
  /// Rows of CSV so far whose cells are all empty. They are not rows of the data, and have no number. Empty lines at
  /// the end do not count.
  package private(set) var emptyRows = 0

  private let detail: Detail
  private let delimiter: UInt8?
  /// The first bytes of a file, until its byte order mark and its dialect are known.
  private var start: [UInt8]?
  private var hasHeader: Bool
  private var scanner: RowScanner
  /// The beginning of a row that is not complete.
  private var buffer: [UInt8] = []
  /// The place of the row that is being read.
  private var offset: Int
  private var line: Int
  /// The number of the next row.
  private var row: Int
  /// Empty lines since the last row.
  private var emptyLines = 0
  /// The keys of JSON lines in ``columns``.
  var knownKeys: Set<ExactString> = []

  /// Reads a complete file.
  ///
  /// - Parameters:
  ///   - format: The file's format.
  ///   - delimiter: The byte between cells of CSV; `nil` to choose it by the first line.
  ///   - detail: What is read of each row.
  ///   - limits: The limits of the file.
  package init(
    _ format: DataFormat, delimiter: UInt8? = nil, detail: Detail = .cells,
    limits: DataLimits = .standard
  ) {
    self.init(
      format, CSVDialect(), columns: [], offset: 0, line: 1, row: 1, delimiter: delimiter,
      detail: detail, limits: limits)
    start = []
    hasHeader = format == .jsonLines
  }

  /// Continues at a row in the middle of a file.
  ///
  /// - Parameters:
  ///   - format: The file's format.
  ///   - dialect: That of the file's first line.
  ///   - columns: The header; empty for JSON lines.
  ///   - offset: Where the row begins in the file, bytes.
  ///   - line: The row's line.
  ///   - row: The row's number.
  ///   - detail: What is read of each row.
  ///   - limits: The limits of the file.
  package init(
    _ format: DataFormat, _ dialect: CSVDialect, columns: [String], offset: Int, line: Int,
    row: Int, detail: Detail = .cells, limits: DataLimits = .standard
  ) {
    self.init(
      format, dialect, columns: columns, offset: offset, line: line, row: row, delimiter: nil,
      detail: detail, limits: limits)
  }

  private init(
    _ format: DataFormat, _ dialect: CSVDialect, columns: [String], offset: Int, line: Int,
    row: Int, delimiter: UInt8?, detail: Detail, limits: DataLimits
  ) {
    self.format = format
    self.dialect = dialect
    self.delimiter = delimiter
    self.columns = columns
    self.offset = offset
    self.line = line
    self.row = row
    self.detail = detail
    self.limits = limits
    hasHeader = true
    scanner = RowScanner(format, dialect, line: line)
  }

  /// Reads the next part of the file.
  ///
  /// - Parameters:
  ///   - bytes: The part; rows and characters may go on in the next one.
  ///   - isLast: Whether the file ends here.
  ///   - body: Receives each row that is complete, in order.
  /// - Throws: A ``DataError`` after which nothing can be read, or the error of `body`.
  package mutating func read(
    _ bytes: some Sequence<UInt8>, isLast: Bool, _ body: (DataRow) throws -> Void
  ) throws {
    let isRead: Void? = try bytes.withContiguousStorageIfAvailable {
      try read($0, isLast: isLast, body)
    }
    guard isRead == nil else { return }
    try Array(bytes).withUnsafeBufferPointer { try read($0, isLast: isLast, body) }
  }

  private mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, _ body: (DataRow) throws -> Void
  ) throws {
    guard var start else {
      try scan(bytes, body)
      if isLast { try end(body) }
      return
    }
    self.start = nil
    start += bytes
    guard start.count >= Self.mark.count || isLast else {
      self.start = start
      return
    }
    let text = try withoutMark(start)
    if format == .csv {
      // A line of more bytes than a row may have is an error, whatever its dialect.
      let line = Array(text.prefix(limits.rowBytes + 2))
      let end = CSVDialect.end(ofLine: line)
      // Of a line that ends in a carriage return the next byte counts as well.
      guard isLast || line.count > limits.rowBytes + 1 || (end.map { $0 + 1 < line.count } ?? false)
      else {
        self.start = start
        return
      }
      dialect = CSVDialect(line, delimiter: delimiter)
      scanner = RowScanner(format, dialect, line: 1)
    }
    offset += start.count - text.count
    if isLast, text.isEmpty {
      throw DataError.fatal("empty-file", "the file is empty.", line: 1)
    }
    try text.withUnsafeBufferPointer { try scan($0, body) }
    if isLast { try end(body) }
  }

  /// The byte order mark of UTF-8.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private func withoutMark(_ start: [UInt8]) throws(DataError) -> ArraySlice<UInt8> {
    guard !start.starts(with: [0xFF, 0xFE]), !start.starts(with: [0xFE, 0xFF]) else {
      throw .fatal("utf-16", "the file is in UTF-16; save it as UTF-8.", line: 1)
    }
    return start.dropFirst(start.starts(with: Self.mark) ? Self.mark.count : 0)
  }

  private mutating func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (DataRow) throws -> Void
  ) throws {
    var index = 0
    while index < bytes.count {
      // One byte more than is allowed, to notice it wherever the parts end.
      let rowRest = limits.rowBytes - buffer.count + 1
      let fileRest = limits.bytes - offset - buffer.count
      guard fileRest > 0 else {
        throw DataError.fatal(
          "file-too-large", "the file is larger than \(byteCount(limits.bytes)).",
          line: scanner.line)
      }
      let range = index..<min(bytes.count, index + min(rowRest, fileRest))
      let end = try scanner.end(in: bytes, range)
      let part = UnsafeBufferPointer(rebasing: bytes[index..<(end ?? range.upperBound)])
      guard part.count < rowRest else { throw rowTooLong() }
      index += part.count
      guard end != nil else {
        buffer += part
        continue
      }
      if buffer.isEmpty {
        try finish(part, body)
      } else {
        buffer += part
        try finishBuffer(body)
      }
    }
  }

  private func rowTooLong() -> DataError {
    let quote =
      scanner.isInQuotes
      ? "; the quote that opens on line \(scanner.quoteLine) is not closed in it" : ""
    return .fatal(
      "row-too-long", "the row is longer than \(byteCount(limits.rowBytes))\(quote).", line: line)
  }

  /// The end of the file, which also ends a row without a line break.
  private mutating func end(_ body: (DataRow) throws -> Void) throws {
    guard !scanner.isInQuotes else {
      throw DataError.fatal(
        "unclosed-quote", "the quote that opens here is not closed.", line: scanner.quoteLine)
    }
    if !buffer.isEmpty { try finishBuffer(body) }
    guard hasHeader else { throw Self.emptyHeader }
  }

  private mutating func finishBuffer(_ body: (DataRow) throws -> Void) throws {
    var record: [UInt8] = []
    swap(&record, &buffer)
    try record.withUnsafeBufferPointer { try finish($0, body) }
    record.removeAll(keepingCapacity: true)
    swap(&record, &buffer)
  }

  /// A complete line, or several with a line break in quotes.
  private mutating func finish(
    _ record: UnsafeBufferPointer<UInt8>, _ body: (DataRow) throws -> Void
  ) throws {
    var count = record.count
    if count > 0, record[count - 1] == UInt8(ascii: "\n") { count -= 1 }
    if count > 0, record[count - 1] == UInt8(ascii: "\r") { count -= 1 }
    let text = UnsafeBufferPointer(rebasing: record[..<count])
    if !hasHeader {
      // The header comes after a line "sep=;".
      hasHeader = !(dialect.hasSeparatorLine && line == 1)
      if hasHeader { columns = try header(text, line: line) }
    } else if format == .jsonLines {
      if !text.allSatisfy(Self.isBlank) {
        try emit(text, offset..<(offset + record.count), line: line, body)
      }
    } else if text.isEmpty {
      emptyLines += 1
    } else if isEmptyRow(text) {
      emptyRows += 1
    } else {
      emptyRows += emptyLines
      emptyLines = 0
      try emit(text, offset..<(offset + record.count), line: line, body)
    }
    offset += record.count
    line = scanner.line
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  private mutating func emit(
    _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, line: Int,
    _ body: (DataRow) throws -> Void
  ) throws {
    guard row <= limits.rows else {
      throw DataError.fatal(
        "too-many-rows", "the file has more than \(counted(limits.rows, "row")).", line: line)
    }
    let content: Result<[(column: String, cell: TemplateInputs.Cell)], DataError>
    switch (detail, format) {
    case (.ranges, _): content = .success([])
    case (.cells, .csv): content = csvCells(text, line: line)
    case (.cells, .jsonLines): content = try jsonCells(text, line: line)
    }
    try body(DataRow(number: row, line: line, range: range, content: content))
    row += 1
  }
}

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

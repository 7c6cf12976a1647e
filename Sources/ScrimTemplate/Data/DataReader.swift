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
  /// The header of CSV; of JSON lines the keys so far, in the order of their first use.
  package internal(set) var columns: [String]

  private let detail: Detail
  /// Whether empty lines at the end are rows of CSV.
  private let isPart: Bool
  /// The first bytes of a file, until it is known whether they are a byte order mark.
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
  private var emptyLines = EmptyLines()
  /// The keys of JSON lines in ``columns``.
  var knownKeys: Set<ExactString> = []

  /// Empty lines of CSV, which are rows only if another row follows.
  private struct EmptyLines: Sendable {
    var offset = 0
    var line = 0
    var lengths: [UInt8] = []
  }

  /// Reads a complete file.
  package init(
    _ format: DataFormat, detail: Detail = .cells, limits: DataLimits = .standard
  ) {
    self.init(
      format, columns: [], offset: 0, line: 1, row: 1, isPart: false, detail: detail, limits: limits
    )
    start = []
    hasHeader = format == .jsonLines
  }

  /// Continues at a row in the middle of a file.
  ///
  /// - Parameters:
  ///   - format: The file's format.
  ///   - columns: The header; empty for JSON lines.
  ///   - offset: Where the row begins in the file, bytes.
  ///   - line: The row's line.
  ///   - row: The row's number.
  ///   - isPart: Whether the bytes end with a row of the file, which may be an empty line of CSV. Otherwise they end
  ///     with the file, whose empty lines at the end are ignored.
  ///   - detail: What is read of each row.
  ///   - limits: The limits of the file.
  package init(
    _ format: DataFormat, columns: [String], offset: Int, line: Int, row: Int,
    isPart: Bool = true, detail: Detail = .cells, limits: DataLimits = .standard
  ) {
    self.format = format
    self.columns = columns
    self.offset = offset
    self.line = line
    self.row = row
    self.isPart = isPart
    self.detail = detail
    self.limits = limits
    hasHeader = true
    scanner = RowScanner(format, line: line)
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
    var bytes = bytes
    if var start {
      let count = min(bytes.count, Self.mark.count - start.count)
      start += bytes[..<count]
      bytes = UnsafeBufferPointer(rebasing: bytes[count...])
      self.start = start
      guard start.count == Self.mark.count || isLast else { return }
      self.start = nil
      let text = try withoutMark(start)
      if isLast, text.isEmpty, bytes.isEmpty {
        throw DataError.fatal("empty-file", "the file is empty.", line: 1)
      }
      try text.withUnsafeBufferPointer { try scan($0, body) }
    }
    try scan(bytes, body)
    if isLast { try end(body) }
  }

  /// The byte order mark of UTF-8.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private mutating func withoutMark(_ start: [UInt8]) throws(DataError) -> [UInt8] {
    guard !start.starts(with: [0xFF, 0xFE]), !start.starts(with: [0xFE, 0xFF]) else {
      throw .fatal("utf-16", "the file is in UTF-16; save it as UTF-8.", line: 1)
    }
    guard start == Self.mark else { return start }
    offset += start.count
    return []
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
    if isPart { try finishEmptyLines(body) }
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
      columns = try Self.header(text, limits)
      hasHeader = true
    } else if format == .jsonLines {
      if !text.allSatisfy(Self.isBlank) {
        try emit(text, offset..<(offset + record.count), line: line, body)
      }
    } else if text.isEmpty {
      if emptyLines.lengths.isEmpty { (emptyLines.offset, emptyLines.line) = (offset, line) }
      // One more than the rows that are allowed suffices for the error.
      if row + emptyLines.lengths.count <= limits.rows + 1 {
        emptyLines.lengths.append(UInt8(truncatingIfNeeded: record.count))
      }
    } else {
      try finishEmptyLines(body)
      try emit(text, offset..<(offset + record.count), line: line, body)
    }
    offset += record.count
    line = scanner.line
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  private mutating func finishEmptyLines(_ body: (DataRow) throws -> Void) throws {
    guard !emptyLines.lengths.isEmpty else { return }
    var (offset, line) = (emptyLines.offset, emptyLines.line)
    let empty = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    for length in emptyLines.lengths {
      try emit(empty, offset..<(offset + Int(length)), line: line, body)
      offset += Int(length)
      line += 1
    }
    emptyLines.lengths.removeAll(keepingCapacity: true)
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

/// Finds the ends of rows, a byte at a time, and counts lines.
///
/// Of CSV it knows only what decides where a row ends: in quotes a line break is text.
struct RowScanner: Sendable {
  private enum State: Sendable {
    case cellStart
    case plain
    case quoted
    /// After a quote in quotes, which either ends the cell or is the first of two.
    case quote
  }

  private let format: DataFormat
  private let dialect: CSVDialect
  /// The line of the next byte, from 1.
  private(set) var line: Int
  /// The line of the quote that opened last.
  private(set) var quoteLine = 0
  private var state = State.cellStart

  init(_ format: DataFormat, _ dialect: CSVDialect, line: Int) {
    self.format = format
    self.dialect = dialect
    self.line = line
  }

  var isInQuotes: Bool { state == .quoted }

  /// Reads on to the end of the row.
  ///
  /// - Parameters:
  ///   - bytes: A part of the file.
  ///   - range: What is to be read of it.
  /// - Returns: The index after the row's line break; `nil` if the row goes on after the range.
  /// - Throws: The first NUL byte, which no text contains.
  mutating func end(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) throws(DataError) -> Int? {
    var index = range.lowerBound
    var state = state
    defer { self.state = state }
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      if byte > UInt8(ascii: ","), byte != dialect.delimiter {
        if state == .cellStart || state == .quote { state = .plain }
        continue
      }
      switch byte {
      case _ where byte == UInt8(ascii: "\n") || (dialect.hasReturns && byte == UInt8(ascii: "\r")):
        line += 1
        guard state != .quoted else { continue }
        state = .cellStart
        return index
      case 0:
        throw .fatal(
          "nul-byte", "a NUL byte: the file is binary or in UTF-16; save it as UTF-8.", line: line)
      case _ where format == .jsonLines: continue
      case UInt8(ascii: "\""):
        switch state {
        case .cellStart:
          state = .quoted
          quoteLine = line
        case .quote: state = .quoted
        case .quoted: state = .quote
        case .plain: break
        }
      case dialect.delimiter:
        if state != .quoted { state = .cellStart }
      default:
        if state == .cellStart || state == .quote { state = .plain }
      }
    }
    return nil
  }
}

import ScrimTemplate

/// Data files: however they are divided, they give the same rows, whose ranges follow each other and can be read by
/// themselves. The first byte of an input is the format and the size of the parts.
enum DataTarget {
  private static let limits = DataLimits(rowBytes: 300, rows: 100, bytes: 900, columns: 20)

  static func run(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    guard let first = bytes.first else { return .foreign }
    let format = first & 1 == 0 ? DataFormat.csv : .jsonLines
    let file = Array(bytes.dropFirst())
    let whole = rows(of: file, DataReader(format, limits: limits), part: file.count)
    let parts = rows(of: file, DataReader(format, limits: limits), part: Int(first >> 1) % 17 + 1)
    require(whole == parts, "parts do not matter")
    var last = 0
    for row in whole.rows {
      require(row.range.lowerBound >= last, "ranges follow each other")
      last = row.range.upperBound
      let reader = DataReader(
        format, whole.dialect, columns: format == .csv ? whole.columns : [],
        offset: row.range.lowerBound,
        line: row.line, row: row.number, limits: limits)
      let part = rows(of: Array(file[row.range]), reader, part: .max)
      require(part.rows == [row], "a row can be read by itself")
    }
    return .interesting
  }

  private struct Row: Equatable {
    let number: Int
    let line: Int
    let range: Range<Int>
    let columns: [String]
    let error: DataError?
  }

  private static func rows(
    of file: [UInt8], _ reader: DataReader, part: Int
  ) -> Rows {
    var reader = reader
    var result = Rows()
    var rest = file[...]
    do {
      repeat {
        let next = rest.prefix(part)
        rest = rest.dropFirst(part)
        try reader.read(next, isLast: rest.isEmpty) { row in
          var columns: [String] = []
          var error: DataError?
          switch row.content {
          case .success(let cells): columns = cells.map(\.column)
          case .failure(let failure): error = failure
          }
          if let error { check(error) }
          result.rows.append(
            Row(
              number: row.number, line: row.line, range: row.range, columns: columns, error: error))
        }
      } while !rest.isEmpty
    } catch {
      result.error = error as? DataError
      require(result.error?.isFatal == true, "an error of a row does not end the file")
      if let error = result.error { check(error) }
    }
    result.columns = reader.columns
    result.dialect = reader.dialect
    return result
  }

  private struct Rows: Equatable {
    var columns: [String] = []
    var dialect = CSVDialect()
    var rows: [Row] = []
    var error: DataError?
  }

  private static func check(_ error: DataError) {
    require(error.message.utf8.count < 1_000, "a message has a length: \(error.message)")
    require(
      error.message.hasSuffix(".") || error.message.hasSuffix("?"),
      "a message is a sentence: \(error.message)")
    require(
      error.message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
      "a message has no control characters: \(error.message)")
  }
}

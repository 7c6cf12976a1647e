import ScrimJSON

extension DataReader {
  static let emptyHeader = DataError.fatal(
    "no-header", "the first line is empty; it must name the columns.", line: 1)

  /// The names of the columns.
  static func header(
    _ text: UnsafeBufferPointer<UInt8>, _ limits: DataLimits
  ) throws(DataError) -> [String] {
    guard !text.isEmpty else { throw emptyHeader }
    var record = CSVRecord(text, line: 1)
    var columns: [String] = []
    var indices: [ExactString: Int] = [:]
    var wasQuoted = false
    do throws(DataError) {
      while let name = try record.next() {
        guard record.count <= limits.columns else { throw tooManyColumns(limits, line: 1) }
        guard !name.utf8.isEmpty else {
          throw DataError("empty-column", "column \(record.count) has no name.", line: 1)
        }
        if let first = indices.updateValue(record.count, forKey: ExactString(name)) {
          throw DataError(
            "duplicate-column",
            "columns \(first) and \(record.count) are both named \(quoted(name)).", line: 1)
        }
        columns.append(name)
        wasQuoted = record.wasQuoted
      }
    } catch {
      var error = error
      error.isFatal = true
      throw error
    }
    if columns.count == 1, !wasQuoted {
      for (separator, name) in [(UInt8(ascii: ";"), "semicolons"), (UInt8(ascii: "\t"), "tabs")]
      where columns[0].utf8.contains(separator) {
        throw .fatal(
          "wrong-separator",
          "the names of the columns are separated by \(name); CSV needs commas.", line: 1)
      }
    }
    return columns
  }

  func csvCells(
    _ text: UnsafeBufferPointer<UInt8>, line: Int
  ) -> Result<[(column: String, cell: TemplateInputs.Cell)], DataError> {
    // An empty line is an empty cell.
    if text.isEmpty, columns.count > 1 {
      return .failure(
        DataError(
          "ragged-row",
          "the line is empty, but the header names \(counted(columns.count, "column")).", line: line
        ))
    }
    var record = CSVRecord(text, line: line)
    var cells: [(column: String, cell: TemplateInputs.Cell)] = []
    cells.reserveCapacity(columns.count)
    do throws(DataError) {
      while let text = try record.next() {
        if cells.count < columns.count { cells.append((columns[cells.count], .text(text))) }
      }
    } catch {
      return .failure(error)
    }
    guard record.count == columns.count else {
      return .failure(
        DataError(
          "ragged-row",
          "the row has \(counted(record.count, "cell")), but the header names "
            + "\(counted(columns.count, "column")).", line: line))
    }
    return .success(cells)
  }

  static func tooManyColumns(_ limits: DataLimits, line: Int) -> DataError {
    .fatal("too-many-columns", "more than \(counted(limits.columns, "column")).", line: line)
  }
}

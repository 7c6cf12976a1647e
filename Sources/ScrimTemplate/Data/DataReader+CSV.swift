import ScrimJSON

extension DataReader {
  static let emptyHeader = DataError.fatal(
    "no-header", "the first line is empty; it must name the columns.", line: 1)

  /// The names of the columns; empty for a column without one.
  func header(
    _ text: UnsafeBufferPointer<UInt8>, line: Int
  ) throws(DataError) -> [String] {
    var record = CSVRecord(text, dialect, line: line)
    var columns: [String] = []
    var indices: [ExactString: Int] = [:]
    do throws(DataError) {
      while let name = try record.next() {
        guard record.count <= limits.columns else { throw Self.tooManyColumns(limits, line: line) }
        guard !Self.isBlank(name) else {
          columns.append("")
          continue
        }
        if let first = indices.updateValue(record.count, forKey: ExactString(name)) {
          throw DataError(
            "duplicate-column",
            "columns \(first) and \(record.count) are both named \(quoted(name)).", line: line)
        }
        columns.append(name)
      }
    } catch {
      var error = error
      error.isFatal = true
      throw error
    }
    guard columns.contains(where: { !$0.utf8.isEmpty }) else { throw Self.emptyHeader }
    return columns
  }

  /// Whether all cells of a row are empty, as spreadsheets leave them below the last one.
  func isEmptyRow(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let quote = UInt8(ascii: "\"")
    guard text.allSatisfy({ $0 == dialect.delimiter || $0 == quote || Self.isBlank($0) }) else {
      return false
    }
    guard text.contains(quote) else { return true }
    var record = CSVRecord(text, dialect, line: 1)
    do throws(DataError) {
      while let cell = try record.next() { if !Self.isBlank(cell) { return false } }
    } catch {
      return false
    }
    return true
  }

  private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy(isBlank) }

  func csvCells(
    _ text: UnsafeBufferPointer<UInt8>, line: Int
  ) -> Result<[(column: String, cell: TemplateInputs.Cell)], DataError> {
    var record = CSVRecord(text, dialect, line: line)
    var cells: [(column: String, cell: TemplateInputs.Cell)] = []
    cells.reserveCapacity(columns.count)
    var nameless: (column: Int, text: String)?
    do throws(DataError) {
      while let text = try record.next() {
        if record.count <= columns.count, case let name = columns[record.count - 1],
          !name.utf8.isEmpty
        {
          cells.append((name, .text(text)))
        } else if !Self.isBlank(text) {
          nameless = nameless ?? (record.count, text)
        }
      }
    } catch {
      return .failure(error)
    }
    // A cell without a column is one too many; cells that are empty are not.
    guard record.count >= columns.count, nameless?.column ?? 0 <= columns.count else {
      return .failure(
        DataError(
          "ragged-row",
          "the row has \(counted(record.count, "cell")), but the header names "
            + "\(counted(columns.count, "column")).", line: line))
    }
    if let nameless {
      return .failure(
        DataError(
          "empty-column",
          "cell \(nameless.column) is \(Value.string(nameless.text).shortText), but column "
            + "\(nameless.column) has no name in the header.", line: line))
    }
    return .success(cells)
  }

  static func tooManyColumns(_ limits: DataLimits, line: Int) -> DataError {
    .fatal("too-many-columns", "more than \(counted(limits.columns, "column")).", line: line)
  }
}

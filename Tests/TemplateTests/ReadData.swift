import ScrimJSON
import ScrimTemplate

/// All that a reader makes of a data file, as text.
struct ReadData: Equatable {
  var columns: [String] = []
  /// One line per row: number, line, range, and its cells as JSON or its error.
  var rows: [String] = []
  var error: DataError?

  /// Reads a file in parts of a size, or whole.
  init(
    _ bytes: [UInt8], _ format: DataFormat = .csv, part: Int = .max,
    detail: DataReader.Detail = .cells, limits: DataLimits = .standard
  ) {
    self.init(
      bytes, DataReader(format, detail: detail, limits: limits), part: part)
  }

  init(_ text: String, _ format: DataFormat = .csv, limits: DataLimits = .standard) {
    self.init(Array(text.utf8), format, limits: limits)
  }

  init(_ bytes: [UInt8], _ reader: DataReader, part: Int = .max) {
    var reader = reader
    var rest = bytes[...]
    do {
      repeat {
        let next = rest.prefix(part)
        rest = rest.dropFirst(part)
        try reader.read(next, isLast: rest.isEmpty) { rows.append(Self.text(of: $0)) }
      } while !rest.isEmpty
    } catch {
      self.error = error as? DataError
    }
    columns = reader.columns
  }

  static func text(of row: DataRow) -> String {
    let place = "\(row.number) \(row.line) \(row.range.lowerBound)-\(row.range.upperBound)"
    switch row.content {
    case .success(let cells):
      return "\(place) \(Self.text(of: cells))"
    case .failure(let error):
      return "\(place) \(error.code) on line \(error.line): \(error.message)"
    }
  }

  /// Cells as a JSON object.
  static func text(of cells: [(column: String, cell: TemplateInputs.Cell)]) -> String {
    let members = cells.map { column, cell in
      switch cell {
      case .text(let text), .setting(let text): JSON.Member(column, .string(text))
      case .value(let node): JSON.Member(column, Value(node).json)
      case .example(let value): JSON.Member(column, value.json)
      }
    }
    return JSON.object(members).text()
  }

  /// The rows without their places.
  var contents: [String] {
    rows.map { row in row.split(separator: " ", maxSplits: 3).last.map(String.init) ?? "" }
  }
}

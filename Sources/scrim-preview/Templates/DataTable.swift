import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimTemplate

/// The rows of a data file: where each is, and the cells of one.
struct DataTable: Sendable {
  private struct Place: Sendable {
    let range: Range<Int>
    let line: Int
  }

  let file: RowFile
  private let format: DataFormat
  private let dialect: CSVDialect
  private let columns: [String]
  private var places: [Place] = []
  /// The error after which nothing could be read.
  private(set) var error: DataError?

  var count: Int { places.count }

  /// Finds all rows of a file.
  ///
  /// - Parameter path: A file of CSV, JSON lines or a JSON array.
  /// - Throws: A `Failure` if the file cannot be read.
  init(at path: String) throws {
    file = try RowFile(at: path)
    format = DataFormat(rawValue: file.format) ?? .jsonLines
    var reader = DataReader(format, detail: .ranges)
    var places: [Place] = []
    var error: DataError?
    func read(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> Bool {
      do {
        try reader.read(bytes, isLast: isLast) { row in
          places.append(Place(range: row.range, line: row.line))
        }
      } catch let failure {
        error = failure as? DataError
        return false
      }
      return true
    }
    do {
      try file.file.eachChunk(of: path) { read($0, isLast: false) }
    } catch {
      throw Failure(.io, "\(path): \(error).")
    }
    if error == nil { _ = read(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true) }
    self.places = places
    self.error = error
    dialect = reader.dialect
    columns = reader.columns
  }

  /// The cells of a row.
  ///
  /// - Parameter number: From 1 to ``count``.
  /// - Returns: The cells by column; none if the row cannot be read.
  func cells(of number: Int) -> [(column: String, cell: TemplateInputs.Cell)] {
    guard places.indices.contains(number - 1) else { return [] }
    let place = places[number - 1]
    var reader = DataReader(
      format, dialect, columns: format == .csv ? columns : [], offset: place.range.lowerBound,
      line: place.line, row: number)
    var cells: [(column: String, cell: TemplateInputs.Cell)] = []
    let bytes = try? file.file.bytes(
      at: place.range.lowerBound, count: place.range.count, of: file.path)
    try? reader.read(bytes ?? [], isLast: true) { row in
      if case .success(let found) = row.content { cells = found }
    }
    return cells
  }
}

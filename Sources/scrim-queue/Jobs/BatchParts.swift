import ScrimCommand
import ScrimLinux
import ScrimRecords
import ScrimTemplate

/// A batch of rows in parts of about the same number of rows, each of which is a job of the queue.
struct BatchParts {
  /// The options of each part, in the order of their rows.
  let options: [SubmissionOptions]

  /// Parts of a batch, as the tables have it.
  static let counts = 1...1000
  /// Rows of a job: its outputs are recorded in one statement.
  private static let mostRows = 100_000

  /// - Parameters:
  ///   - batch: The batch.
  ///   - count: The number of parts.
  /// - Throws: A ``Failure`` if the data cannot be read, or not be divided so.
  init(_ batch: BatchSubmission, count: Int) throws {
    let total = try Self.rows(of: batch.data)
    let wanted =
      batch.options.rows.isEmpty
      ? (total > 0 ? [RowRange(1, total)] : []) : batch.options.rows
    let path = batch.data.path
    if let last = wanted.last, last.last > total {
      throw Failure(
        .dataError, "\(path): row \(last.last) is wanted, but the data has \(total) rows.")
    }
    let rows = wanted.reduce(0) { $0 + $1.count }
    guard rows >= count || count == 1 else {
      throw Failure(
        .dataError,
        "--split \(count): \(path) has \(rows) wanted rows, and each part needs one.")
    }
    let least = (rows + Self.mostRows - 1) / Self.mostRows
    guard count >= least else {
      throw Failure(
        .dataError,
        "\(path) has \(rows) wanted rows, and a job of the queue takes at most \(Self.mostRows): "
          + "add --split \(least) or more.")
    }
    guard count > 1 else {
      options = [batch.options]
      return
    }
    options = Self.divide(wanted, rows, into: count).map { part in
      var options = batch.options
      options.rows = part
      options.partOf = wanted
      return options
    }
  }

  /// Divides rows so that the numbers of rows of the parts differ by one at most.
  private static func divide(_ wanted: [RowRange], _ rows: Int, into count: Int) -> [[RowRange]] {
    var rest = wanted[...]
    return (0..<count).map { index in
      var left = rows * (index + 1) / count - rows * index / count
      var part: [RowRange] = []
      while left > 0, let range = rest.popFirst() {
        let taken = min(left, range.count)
        part.append(RowRange(range.first, range.first + taken - 1))
        if taken < range.count {
          rest.insert(RowRange(range.first + taken, range.last), at: rest.startIndex)
        }
        left -= taken
      }
      return part
    }
  }

  /// Counts the rows of a data file.
  private static func rows(of data: RowFile) throws -> Int {
    guard let format = DataFormat(rawValue: data.format) else { return 0 }
    var reader = DataReader(format, detail: .ranges)
    var (rows, offset, isLast) = (0, 0, false)
    do {
      while !isLast {
        let bytes = try data.file.bytes(at: offset, count: chunk, of: data.path)
        isLast = bytes.count < chunk
        offset += bytes.count
        try reader.read(bytes, isLast: isLast) { _ in rows += 1 }
      }
    } catch let error as DataError {
      throw Failure(.dataError, error.text(file: data.path))
    }
    return rows
  }

  private static let chunk = 256 << 10
}

import Glibc
import ScrimJSON
import ScrimLinux
import ScrimRecords
import SystemPackage

/// The rows of an earlier batch that are to be rendered again, according to its `NAME.rows.jsonl`.
struct BatchRetry {
  /// Those that are not done, in ascending order.
  private(set) var rows: [RowRange] = []
  private let path: String
  private let digest: String
  private var line = 0
  /// Whether a line is of other data.
  private var isOfOtherData = false

  /// Bytes of a list of rows in a message.
  private static let longestList = 200

  /// - Parameters:
  ///   - path: The file of rows.
  ///   - data: The data that is submitted again.
  /// - Throws: A ``Failure`` if the file cannot be read, or is of other data.
  init(_ path: String, data: RowFile) throws {
    self.path = path
    do {
      digest = try Digest.sha256(ofFile: "/proc/self/fd/\(data.file.raw)")
    } catch {
      throw Failure(.io, "\(data.path): \(error).")
    }
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else {
      throw Failure(.missing, "\(path) cannot be read: \(Errno(rawValue: errno)).")
    }
    try read(OwnedDescriptor(owning: number))
    guard !isOfOtherData else {
      throw Failure(
        .dataError,
        "\(data.path) is not the data of \(path), or has changed since, so that the numbers of rows may be those of "
          + "others. If you have corrected values and the rows are still the same, submit them with "
          + "--rows \(list) instead of --retry-failed.")
    }
  }

  /// The rows as for `--rows`.
  private var list: String {
    let text = RowRange.text(of: rows)
    return text.utf8.count <= Self.longestList ? text : "\(text.prefix(Self.longestList))…"
  }

  private mutating func read(_ file: OwnedDescriptor) throws {
    do {
      try RowLines.each(of: file, named: path) { try add($0) }
    } catch let error as SystemError {
      throw Failure(.io, "\(path) cannot be read: \(error).")
    } catch is RowLines.TooLong {
      throw invalid()
    }
  }

  private func invalid() -> Failure {
    Failure(
      .dataError,
      "\(path):\(line): not a line of NAME.rows.jsonl: expected an object with \"row\", \"status\" and \"data\"."
    )
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) throws {
    line += 1
    if RowLine(bytes).status == .done { return }
    guard let json = try? JSON(parsing: Array(bytes)), let row = json["row"]?.integer,
      let status = json["status"]?.string.flatMap(RowReport.Status.init(rawValue:)), row >= 1
    else { throw invalid() }
    guard status != .done else { return }
    guard let data = json["data"]?.string, data.count == RowReport.digestLength else {
      throw invalid()
    }
    if !digest.hasPrefix(data) { isOfOtherData = true }
    if let last = rows.last, last.last == row - 1 {
      rows[rows.count - 1] = RowRange(last.first, row)
    } else {
      guard row > rows.last?.last ?? 0 else { throw invalid() }
      rows.append(RowRange(row, row))
    }
  }
}

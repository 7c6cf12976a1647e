import Glibc
package import ScrimDocument
package import ScrimJSON
package import ScrimLinux
import SystemPackage

/// A template on disk with the values for its inputs.
package struct TemplateFile {
  package let job: JobFile
  package var settings: [InputSetting] = []
  /// Whether the inputs have the values of their examples.
  package var isSample = false
  package var data: RowFile?

  package init(_ job: JobFile) {
    self.job = job
  }

  /// Whether a job is a template: it has `inputs`.
  package static func isTemplate(_ job: JobFile) -> Bool {
    (try? job.document())?["inputs"] != nil
  }
}

/// A data file whose rows are values of a template's inputs.
package struct RowFile {
  /// As the user named it.
  package let path: String
  package let file: OwnedDescriptor
  /// `csv` or `jsonl`.
  package let format: String
  /// Whether the lines of ``file`` are those of the user's file: not of an array with several items on a line.
  package let hasLines: Bool
  /// The character between cells of CSV; `nil` to choose it by the first line.
  package var delimiter: String?
  /// The rows that are wanted, in ascending order; all if empty.
  package var selection: [ClosedRange<Int>] = []

  private static let formats = ["csv": "csv", "jsonl": "jsonl", "ndjson": "jsonl"]
  /// The limit of a file of one array, which is read as a whole, bytes.
  private static let maxArray = 64 << 20
  /// The limit of standard input, which is stored for as long as the command runs, bytes.
  private static let maxInput = 1 << 30

  /// Opens a data file.
  ///
  /// - Parameter path: A file of CSV, JSON lines or a JSON array, or - for JSON lines on standard input.
  /// - Throws: A ``Failure``.
  package init(at path: String) throws {
    self.path = path == "-" ? "<standard input>" : path
    do {
      (file, format, hasLines) = try Self.open(path)
    } catch let error as SystemError {
      throw Failure(.io, "\(self.path): \(error).")
    }
  }

  /// Data of one row.
  ///
  /// - Parameter row: An object with a value for each column.
  /// - Throws: A ``Failure``.
  package init(row: JSON) throws {
    (path, format, hasLines) = ("<inputs>", "jsonl", false)
    do {
      file = try MemoryFile.sealed("data", row.bytes() + [UInt8(ascii: "\n")])
    } catch {
      throw Failure(.io, "\(error).")
    }
  }

  private static func open(
    _ path: String
  ) throws -> (OwnedDescriptor, format: String, hasLines: Bool) {
    guard path != "-" else { return (try stored(.standardInput()), "jsonl", true) }
    let type = FilePath(path).extension?.lowercased() ?? ""
    guard type == "json" || formats[type] != nil else {
      throw Failure(
        .dataError,
        "\(path) is not a data file: its name must end in .csv, .jsonl, .ndjson or .json.")
    }
    let number = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else {
      let error = Errno(rawValue: errno)
      throw Failure(
        error == .noSuchFileOrDirectory ? .missing : .io, "\(path) cannot be read: \(error).")
    }
    let opened = OwnedDescriptor(owning: number)
    guard let format = formats[type] else {
      let (file, hasLines) = try lines(ofArray: opened, path)
      return (file, "jsonl", hasLines)
    }
    // Rows are read from any place; a pipe has no places.
    let isFile = FileStatus(of: FilePath(path))?.kind == .file
    return (isFile ? opened : try stored(opened), format, true)
  }

  /// A copy of what can be read only once.
  private static func stored(_ input: OwnedDescriptor) throws -> OwnedDescriptor {
    let bytes = try input.readStream(limit: maxInput, of: "the data")
    return try MemoryFile.sealed("data", bytes.isEmpty ? [UInt8(ascii: "\n")] : bytes)
  }

  /// The items of an array, one a line: on the line where each begins, unless several begin on one.
  private static func lines(
    ofArray file: OwnedDescriptor, _ path: String
  ) throws -> (OwnedDescriptor, hasLines: Bool) {
    let bytes = try file.readAll(limit: maxArray, of: path)
    let node: Node
    do {
      node = try Node.parse(bytes, limits: JSONLimits(bytes: maxArray, depth: 64))
    } catch {
      throw Failure(.dataError, error.text(file: path))
    }
    guard let items = node.array else {
      throw Failure(
        .dataError, "\(path): expected an array with an object for each row, found \(node.kind).")
    }
    let places = items.map(\.position.line)
    let hasLines = zip(places, places.dropFirst()).allSatisfy(<)
    var (lines, line): ([UInt8], Int) = ([], 1)
    for (item, place) in zip(items, places) {
      if hasLines {
        lines += repeatElement(UInt8(ascii: "\n"), count: place - line)
        line = place + 1
      }
      lines += JSON(item).bytes() + [UInt8(ascii: "\n")]
    }
    // A memory file cannot be empty; an empty line is not a row.
    if lines.isEmpty { lines = [UInt8(ascii: "\n")] }
    return (try MemoryFile.sealed("data", lines), hasLines)
  }
}

import ScrimRecords

/// The names in the folder of a batch and of its chunks, besides those of ``JobFile``.
enum BatchFile {
  /// What the index found: ``BatchRecord``.
  static let record = "batch.json"
  /// Line and offset of each row.
  static let index = "rows.index"
  /// Rows with an output of an earlier row's name, sorted.
  static let collisions = "collisions"
  /// Names of outputs while they are sorted.
  static let names = "names"
  static let sortSuffix = ".sorting"
  /// Folders of rows, named `FIRST-LAST`, that are not in a chunk yet.
  static let todo = "todo"
  /// Folders of chunks that have ended.
  static let ended = "ended"
  /// Why rows that no worker has are not to be rendered.
  static let stop = "stop"
  /// Of a chunk: a line for each row that it rendered.
  static let rows = "rows.jsonl"
  /// Of a chunk: an output that could not be delivered.
  static let deniedPrefix = "denied."
  /// Of a chunk: rows that are to be moved to ``todo``; their range follows.
  static let restPrefix = "rest."

  static func rest(_ rows: RowRange) -> String { "\(restPrefix)\(rows)" }

  /// What an attempt to index a batch, or to render a chunk, leaves.
  static func isOfAttempt(_ name: String) -> Bool {
    [record, index, collisions, names, todo, ended, rows].contains(name)
      || name.hasSuffix(sortSuffix)
  }
}

/// The name of a folder in `ended/`: the rows, and how many of them were delivered and how many failed; the others were
/// skipped, since they were not wanted or the batch was stopped. Lost are rows whose chunk is in `corrupt/`.
struct EndedName: Hashable, Comparable, CustomStringConvertible {
  let rows: RowRange
  var done = 0
  var failed = 0
  /// Whether the batch was stopped before a worker had them.
  var isSkipped = false
  /// Whether their chunk was damaged.
  var isLost = false

  init(_ rows: RowRange, done: Int, failed: Int) {
    self.rows = rows
    self.done = done
    self.failed = failed
  }

  init(skipped rows: RowRange) {
    self.rows = rows
    isSkipped = true
  }

  init(lost rows: RowRange) {
    self.rows = rows
    isLost = true
  }

  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let rows = parts.first.flatMap({ RowRange($0) }) else { return nil }
    self.rows = rows
    if parts.count == 2, parts[1] == Self.skipped {
      isSkipped = true
    } else if parts.count == 2, parts[1] == Self.lost {
      isLost = true
    } else if parts.count == 3, let done = Int(parts[1]), let failed = Int(parts[2]) {
      (self.done, self.failed) = (done, failed)
    } else {
      return nil
    }
  }

  private static let skipped = "skipped"
  private static let lost = "lost"

  var description: String {
    if isLost { return "\(rows).\(Self.lost)" }
    return isSkipped ? "\(rows).\(Self.skipped)" : "\(rows).\(done).\(failed)"
  }

  static func < (one: EndedName, other: EndedName) -> Bool { one.rows < other.rows }
}

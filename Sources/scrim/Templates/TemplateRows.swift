import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimProtocol
import ScrimWorkerClient

/// The rows of a template, with their errors counted and printed.
struct TemplateRows {
  let file: TemplateFile
  let console: Console
  let isStrict: Bool
  /// The errors of all rows, for `--json`.
  private(set) var errors: [Diagnostic] = []
  private(set) var rows = 0
  private(set) var failedRows = 0
  private var status: ExitStatus?
  /// Errors that do not depend on the data, which most rows have: where each is, and in how many rows.
  private var common: [Diagnostic: (place: String, rows: Int, last: Int?)] = [:]
  private let printsErrors: Bool
  /// Called with each job that has errors.
  var onErrors: (PreparedJob, [Diagnostic]) -> Void = { _, _ in }

  /// How many errors are printed.
  static let most = 100
  private static let mostListed = 10

  init(_ file: TemplateFile, _ console: Console, isStrict: Bool, printsErrors: Bool = true) {
    self.file = file
    self.console = console
    self.isStrict = isStrict
    self.printsErrors = printsErrors
  }

  /// Runs `body` for the job of each row and variant. An error of one does not keep the others from their turn.
  ///
  /// - Parameters:
  ///   - workers: Where workers come from.
  ///   - body: Handles a job, and returns its errors.
  /// - Returns: The exit status of the errors.
  /// - Throws: A ``Failure`` if there is no worker, or no data.
  mutating func forEach(
    _ workers: LocalWorkers, _ body: (PreparedJob, TemplateJob, LocalWorker) throws -> [Diagnostic]
  ) throws -> ExitStatus? {
    var unused: [String] = []
    var notes = DataNotes()
    var warned: Set<[PathElement]> = []
    var current: Int?
    var hasErrors = false
    var template = try workers.ready().open(file)
    repeat {
      let (reply, jobs) = try workers.ready().prepare(template, of: file)
      guard reply.errors.isEmpty else {
        note(reply.errors)
        break
      }
      notes.add(reply.notes)
      for column in reply.unusedColumns where !unused.contains(column) { unused.append(column) }
      if isStrict, !unused.isEmpty {
        note([Self.diagnostic(unused, code: "unused-column")])
        break
      }
      for var job in jobs {
        // For all rows once: the expression is the same in each.
        job.about.warnings.removeAll { !warned.insert($0.template?.path ?? []).inserted }
        if job.about.row?.row != current || current == nil {
          if hasErrors { failedRows += 1 }
          (current, hasErrors) = (job.about.row?.row, false)
          rows += 1
        }
        let found =
          job.about.errors.isEmpty
          ? try perform(job, template, workers, body) : job.about.errors
        hasErrors = hasErrors || !found.isEmpty
        if !found.isEmpty { onErrors(job, found) }
        note(found)
      }
      template.request.data?.start = reply.next
      if reply.next == nil { break }
    } while template.request.data != nil
    if hasErrors { failedRows += 1 }
    finish(unused, notes)
    return status
  }

  private mutating func perform(
    _ job: PreparedJob, _ template: TemplateJob, _ workers: LocalWorkers,
    _ body: (PreparedJob, TemplateJob, LocalWorker) throws -> [Diagnostic]
  ) throws -> [Diagnostic] {
    let worker = try workers.ready()
    do {
      return try body(job, template, worker)
    } catch let failure as Failure where failure.status != .io {
      // What one row brings about is not an error of the others.
      status = status ?? failure.status
      return [
        Diagnostic(
          code: failure.status == .crash ? "crash" : "conflict", message: failure.message,
          template: TemplatePlace(path: [], row: job.about.row?.row, variant: job.about.variant))
      ]
    }
  }

  private mutating func note(_ found: [Diagnostic]) {
    guard !found.isEmpty else { return }
    status = status ?? ScrimCommand.status(of: found)
    let found = found.filter { isNew($0) }
    if printsErrors { console.report(Array(found.prefix(Self.most - errors.count)), in: file.job) }
    errors += found.prefix(Self.most - errors.count)
  }

  /// Whether an error depends on the data, or is there for the first time.
  private mutating func isNew(_ error: Diagnostic) -> Bool {
    guard var place = error.template, !place.path.isEmpty, place.columns.isEmpty,
      place.path.first != "inputs"
    else { return true }
    let row = place.row
    (place.row, place.variant, place.data) = (nil, nil, nil)
    var kind = error
    kind.template = place
    // The layer that is named as its user may be another one in each row.
    if place.path.first == "styles" { (kind.path, kind.message) = ([], "") }
    guard let known = common[kind] else {
      common[kind] = (place.path.displayPath, 1, row)
      return true
    }
    // Variants are of one row.
    if known.last != row { common[kind] = (known.place, known.rows + 1, row) }
    return false
  }

  private func finish(_ unused: [String], _ notes: DataNotes) {
    if let data = file.data, status == nil || rows > 0 {
      var words = notes.words(takesDelimiter: true)
      if rows == 0 {
        words.append(
          data.selection.isEmpty
            ? "the data has no rows." : "the data has none of the rows in --rows.")
      }
      for words in words { console.note("\(data.path): warning: \(words)") }
    }
    if !isStrict, !unused.isEmpty {
      console.warn([Self.diagnostic(unused, code: "unused-column")], in: file.job)
    }
    guard printsErrors, failedRows > 0, file.data != nil else { return }
    let rest = errors.count == Self.most ? ", of which the first \(Self.most) are listed" : ""
    let listed = common.values.filter { $0.rows > 1 }
      .map { "\($0.place) (\($0.rows) rows)" }.sorted()
    let once =
      listed.isEmpty
      ? "" : " Listed once: \(listed.prefix(Self.mostListed).joined(separator: ", "))."
    console.note("\(failedRows) of \(rows) rows have errors\(rest).\(once)")
  }

  private static func diagnostic(_ columns: [String], code: String) -> Diagnostic {
    let names = columns.map { quoted($0) }.joined(separator: ", ")
    return Diagnostic(
      code: code,
      message: columns.count == 1
        ? "no input takes the column \(names) of the data."
        : "no input takes the columns \(names) of the data.")
  }
}

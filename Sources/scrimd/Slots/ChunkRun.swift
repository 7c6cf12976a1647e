import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimSpool
import ScrimWorkerClient
import ScrimWorkers

/// One attempt at a chunk of a batch: which of its rows are rendered, and how each ended.
struct ChunkRun {
  /// What is to be committed.
  struct Result: Sendable {
    let job: SpoolJob
    let ticket: Ticket
    let batch: Batch
    /// The rows that are done with: all of the chunk, or the first of them.
    let rows: RowRange
    let reports: [RowReport]
    /// The row after them, if its worker crashed.
    let crashed: (row: Int, history: History)?
    let begin: ContinuousClock.Instant

    var counts: (done: Int, failed: Int) {
      (reports.count { $0.status == .done }, reports.count { $0.status == .failed })
    }
  }

  var attempt: Attempt
  let batch: Batch
  var job: SpoolJob { attempt.job }
  /// The row that is being rendered; `nil` before the first.
  var current: Int?
  private let spool: Spool
  private let outputBytes: Int
  private let rows: RowRange
  private let wanted: [RowRange]
  private var collisions: [Int: Int] = [:]
  private var reports: [RowReport] = []
  private var pending: [(row: Int, report: RenderReport, outputs: [WorkerOutput])] = []
  /// The first row that is left to a later chunk.
  private var next: Int?
  private var crashed: (row: Int, history: History)?
  /// An error of the system, or of the row, while images were stored.
  private var storeError: (any Error)?
  /// Errors of documents with effects that the template does not name, by row.
  private var unknownEffects: [Int: [Diagnostic]] = [:]
  /// What the template's evaluation warned of, by row.
  private var warnings: [Int: [Diagnostic]] = [:]

  /// `outputBytes` is the limit of each image.
  init(_ spool: Spool, _ attempt: Attempt, _ batch: Batch, outputBytes: Int) {
    self.spool = spool
    self.outputBytes = outputBytes
    self.attempt = attempt
    self.batch = batch
    rows = attempt.job.id.rows ?? RowRange(1, 1)
    wanted = batch.record.wanted(in: rows)
  }

  /// Whether rows are done with.
  var hasRows: Bool { !reports.isEmpty || !pending.isEmpty }
  /// Whether none of its rows is wanted.
  var isEmpty: Bool { wanted.isEmpty }

  var result: Result {
    Result(
      job: job, ticket: attempt.ticket, batch: batch,
      rows: next.map { RowRange(rows.first, $0 - 1) } ?? rows, reports: reports, crashed: crashed,
      begin: attempt.begin)
  }

  /// Whether no further row is to be begun: a user has cancelled the batch, or a row failed and that is to end it.
  func isToStop() throws -> Bool { try hasFailed || batch.isStopped() }

  /// Whether a row failed and that is to end the batch.
  var hasFailed: Bool {
    batch.record.stopsOnError && reports.contains { $0.status == .failed }
  }

  /// Has the template evaluated for the chunk's rows.
  ///
  /// - Returns: The template, and the documents by row.
  /// - Throws: ``WorkerFailure``; `SpoolError`; `SystemError`.
  mutating func prepare(
    by worker: Worker, _ limits: RenderLimits
  ) throws -> (template: TemplateJob, rows: [(row: Int, jobs: [PreparedJob])]) {
    var request = TemplateRequest(
      owner: attempt.owner.description, name: attempt.ticket.name,
      settings: attempt.ticket.settings, limits: limits)
    guard let first = wanted.first else {
      return (try TemplateJob(request, document: attempt.needs.document), [])
    }
    collisions = try batch.collisions(in: rows)
    let place = try batch.place(ofRow: first.first)
    request.data = DataRows(
      format: batch.record.format, file: batch.record.file,
      start: .init(row: first.first, line: place.line, offset: place.offset),
      most: wanted.reduce(0) { $0 + $1.count }, selection: wanted.map(\.rows),
      limits: .init(rows: .max / 2, bytes: .max / 2))
    let template = try TemplateJob(request, document: attempt.needs.document, data: batch.data())
    let (reply, jobs) = try worker.prepare(template)
    guard reply.errors.isEmpty else {
      for row in wanted.flatMap(\.rows) { fail(row, reply.errors) }
      return (template, [])
    }
    if let next = reply.next?.row, rows.contains(next), next > rows.first { leave(from: next) }
    var found: [(row: Int, jobs: [PreparedJob])] = []
    for job in jobs {
      guard let row = job.about.row?.row, rows.contains(row), row >= found.last?.row ?? 0 else {
        throw WorkerFailure.crashed(
          WorkerCrash(cause: .protocolViolation("a document of a row that was not requested")))
      }
      if !job.about.warnings.isEmpty { warnings[row, default: []] += job.about.warnings }
      if found.last?.row == row {
        found[found.count - 1].jobs.append(job)
      } else {
        found.append((row, [job]))
      }
    }
    return (template, found)
  }

  /// Leaves rows to later chunks.
  mutating func leave(from row: Int, crashed history: History? = nil) {
    next = min(next ?? row, row)
    crashed = history.map { (row, $0) }
  }

  mutating func fail(_ row: Int, _ errors: [Diagnostic]) {
    reports.append(RowReport(row, failed: errors))
  }

  /// Errors of a row that are known before it is rendered.
  func errors(of row: Int, _ jobs: [PreparedJob]) -> [Diagnostic] {
    let errors = jobs.flatMap(\.about.errors)
    guard errors.isEmpty, let first = collisions[row] else { return errors }
    return [
      Diagnostic(
        code: "duplicate-output",
        message:
          "an output has the same name as one of row \(first): use a value in \"file\" that is different "
          + "in each row, such as ${row}.",
        path: ["output"], template: TemplatePlace(path: ["output"], row: row))
    ]
  }

  /// Notes effects of a row's document that its template does not name.
  mutating func check(_ effects: Set<String>, _ allowed: Set<String>, in row: Int) {
    do throws(JobParts.Failed) {
      try JobParts.checkEffects(effects, allowed)
    } catch {
      unknownEffects[row] = error.errors
    }
  }

  /// Takes what came of a row. Its images are stored while later ones are rendered.
  mutating func take(_ result: RenderResult, of row: Int) throws {
    switch (unknownEffects.removeValue(forKey: row), result) {
    case (nil, .finished(let report, let outputs)): pending.append((row, report, outputs))
    case (let errors?, _), (nil, .failed(let errors)):
      // In the order of the rows.
      storePending()
      fail(row, errors)
    }
    try rethrow()
  }

  /// Stores the images of rows before. An error of the system is thrown by ``finish()`` or the next
  /// ``take(_:of:)``.
  mutating func storePending() {
    for (row, report, outputs) in pending { store(row, report, outputs) }
    pending = []
  }

  private mutating func store(_ row: Int, _ report: RenderReport, _ outputs: [WorkerOutput]) {
    guard storeError == nil else { return }
    do {
      let environment = try spool.keep(attempt.needs.files)
      let stored = try outputs.map {
        try spool.store($0.content, as: $0.info, limit: outputBytes, of: job)
      }
      reports.append(
        RowReport(
          row, outputs: stored,
          warnings: report.stored((warnings[row] ?? []) + report.warnings),
          inputs: report.inputs, fetched: report.fetched, environment: environment))
    } catch let diagnostic as Diagnostic {
      fail(row, [diagnostic])
    } catch {
      storeError = error
    }
  }

  /// Stores the last row's images.
  ///
  /// - Throws: `SystemError`.
  mutating func finish() throws {
    storePending()
    try rethrow()
  }

  private func rethrow() throws {
    if let storeError { throw storeError }
  }
}

import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimSpool
import ScrimWorkerClient
import ScrimWorkers

/// Has rows of a chunk rendered, until its time is over.
///
/// Waking the slot's thread for each row, and the messages about it, were two fifths of the daemon's CPU time for a
/// small card. So as many rows as take some milliseconds are rendered with one request; none of them counts as done
/// before all are.
final class RowRendering {
  /// After this time a chunk is committed if other jobs wait, and its remaining rows are left to later ones.
  private static let chunkTime = Duration.milliseconds(500)
  /// After this time it is committed in any case, so that its images and its progress can be seen.
  private static let longestChunkTime = Duration.seconds(2)
  /// Rows of a request: at most so many, and no more than take this time.
  private static let (mostRows, requestTime) = (16, Duration.milliseconds(20))

  /// A row, and its documents: one for each variant.
  typealias Row = (row: Int, jobs: [PreparedJob])

  private(set) var chunk: ChunkRun
  private let slot: Slot
  private let stop: ShutdownEvent
  private let limits: RenderLimits
  private let folder: OwnedDescriptor
  private let pinned: PinnedSources
  private let allowedEffects: Set<String>
  private let template: TemplateJob
  private var rest: ArraySlice<Row>
  private var evaluator: Worker
  private var worker: Worker
  private var isClaimFlushed = false
  /// How many rows the next request may have.
  private var rowsPerRequest = 1
  /// How many of the next rows are rendered one by one, since a worker crashed at one of them.
  private var rowsOneByOne = 0

  /// Has the template evaluated for the chunk's rows.
  ///
  /// - Throws: ``WorkerFailure``, ``WorkerError``; `SpoolError`; `SystemError`.
  init(_ slot: Slot, _ chunk: ChunkRun, _ stop: ShutdownEvent) throws {
    var chunk = chunk
    let needs = chunk.attempt.needs
    (self.slot, self.stop) = (slot, stop)
    limits = slot.settings.limits(of: chunk.attempt.ticket)
    folder = try chunk.batch.bundle().descriptor
    pinned = PinnedSources(of: folder)
    allowedEffects = needs.content.map(JobParts.effects) ?? []
    evaluator = try slot.workers.evaluator(for: needs)
    let (template, rows) = try chunk.prepare(by: evaluator, limits)
    (self.template, rest) = (template, rows[...])
    worker = try slot.workers.ready(for: needs)
    // A chunk counts as one job of those after which a worker with plugins of others is replaced.
    slot.begin(&chunk.attempt, on: worker, jobs: needs.isExclusive ? 1 : max(1, rows.count))
    self.chunk = chunk
  }

  /// Renders rows, and has their images stored.
  ///
  /// - Throws: ``WorkerFailure``, ``WorkerError``; `SpoolError`; `SystemError`.
  func run() throws {
    defer { worker.output?.end() }
    while let (row, jobs) = rest.first {
      guard try !isOver() else {
        chunk.leave(from: row)
        break
      }
      chunk.current = row
      let errors = chunk.errors(of: row, jobs)
      if !errors.isEmpty {
        try take(.failed(errors))
      } else if jobs.count > 1 {
        try renderVariants()
      } else {
        try renderTogether()
      }
    }
    try chunk.finish()
  }

  private func isOver() throws -> Bool {
    let time = ContinuousClock.now - chunk.attempt.begin
    let isLate =
      time >= Self.longestChunkTime
      || time >= Self.chunkTime && slot.spool.hasOtherWork(thanChunksOf: chunk.batch)
    return try (isLate && chunk.hasRows) || stop.isSet || chunk.isToStop()
  }

  private func take(_ result: RenderResult) throws {
    try chunk.take(result, of: rest.removeFirst().row)
  }

  private func renderVariants() throws {
    let (row, jobs) = rest[rest.startIndex]
    let parts = JobParts(template, jobs)
    try take(
      parts.render(with: evaluator, limits: limits) { (part, _, limits) in
        work(part, of: row, limits)
      } render: { (work) throws(WorkerFailure) in
        try render(work)[0]
      })
  }

  private func renderTogether() throws {
    let (row, jobs) = rest[rest.startIndex]
    var request = work(jobs[0], of: row, limits)
    let others = rest.prefix(rowsPerRequest).dropFirst().prefix { (row, jobs) in
      jobs.count == 1 && chunk.errors(of: row, jobs).isEmpty
        && request.add(work(jobs[0], of: row, limits))
    }
    let count = 1 + others.count
    let begin = ContinuousClock.now
    let results: [RenderResult]
    do throws(WorkerFailure) {
      results = try render(request)
    } catch {
      guard count > 1, case .crashed(let crash) = error else { throw error }
      return try startAgain(after: crash, at: count)
    }
    let time = max((ContinuousClock.now - begin) / count, .microseconds(1))
    rowsOneByOne = max(0, rowsOneByOne - count)
    // After a crash by a plugin of others it must be known at which row it was.
    rowsPerRequest =
      rowsOneByOne > 0 || chunk.attempt.needs.isExclusive
      ? 1 : max(1, min(Self.mostRows, Int(Self.requestTime / time)))
    for result in results where !chunk.hasFailed {
      let (row, jobs) = rest[rest.startIndex]
      chunk.current = row
      try take(JobParts(template, jobs).located(result, of: jobs[0], evaluator))
    }
  }

  /// Goes on with another worker after a crash at one of the next `count` rows. Which it was shows when each is
  /// rendered by itself.
  private func startAgain(after crash: WorkerCrash, at count: Int) throws {
    (rowsPerRequest, rowsOneByOne) = (1, count)
    let needs = chunk.attempt.needs
    slot.report(.crashed(chunk.job.id))
    slot.report(.retried(chunk.job, reason: crash.words))
    worker.output?.end()
    slot.workers.dropWorkers()
    evaluator = try slot.workers.evaluator(for: needs)
    worker = try slot.workers.ready(for: needs)
    slot.begin(&chunk.attempt, on: worker, jobs: rest.count)
  }

  private func work(_ part: PreparedJob, of row: Int, _ limits: RenderLimits) -> RenderJob {
    let attempt = chunk.attempt
    let work = slot.request(
      for: part, of: attempt, seed: RowSeed.seed(attempt.ticket.seed, row: row), folder: folder,
      isEvaluated: true, placeOfAbsolute: BundleFile.placeOfAbsolute, pinned: pinned, limits)
    chunk.check(work.effects, allowedEffects, in: row)
    return work
  }

  private func render(_ work: RenderJob) throws(WorkerFailure) -> [RenderResult] {
    try worker.renderAll(
      work, stop: stop, stopGrace: slot.settings.stopGrace,
      whileRendering: {
        // The images of rows before are stored while the worker is at these.
        chunk.storePending()
        if !isClaimFlushed { try? slot.spool.flushClaims() }
        isClaimFlushed = true
      })
  }
}

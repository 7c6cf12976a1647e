import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimSpool
import ScrimWorkerClient
import ScrimWorkers

/// How a job is completed: its images are stored, committed and delivered, or the job is given up.
struct JobCompletion: Sendable {
  let spool: Spool
  let systemErrors: SystemErrorCounts
  let report: @Sendable (RenderEvent) -> Void

  /// Completes a job whose images a worker has rendered, each of `limit` bytes at most; `part` is the worker's part
  /// of the report.
  ///
  /// - Returns: The system error, if there was one.
  func finish(
    _ job: SpoolJob, _ ticket: Ticket, _ part: RenderReport, _ outputs: [WorkerOutput],
    in environment: RenderEnvironment?, limit: Int, _ retries: RetryPolicy,
    since begin: ContinuousClock.Instant
  ) -> String? {
    withRecovery(for: job, retries) {
      do {
        let stored = try outputs.map {
          try spool.store($0.content, as: $0.info, limit: limit, of: job)
        }
        try deliver(job, ticket, part, stored, spool.keep(environment), since: begin)
      } catch let diagnostic as Diagnostic {
        try giveUp(job, ticket, [diagnostic], try job.history(), since: begin)
      }
    }
  }

  /// Fails a job; of a chunk, its rows.
  func giveUp(
    _ job: SpoolJob, _ ticket: Ticket, _ diagnostics: [Diagnostic], _ history: History,
    since begin: ContinuousClock.Instant
  ) throws {
    if job.id.rows != nil { return try giveUpRows(of: job, ticket, diagnostics, since: begin) }
    try spool.fail(
      job, ticket, JobReport.failed(job.name, ticket, diagnostics, history: history))
    systemErrors.ended(job.id)
    report(
      .failed(
        job, ticket, diagnostics, milliseconds: (ContinuousClock.now - begin).wholeMilliseconds))
  }

  /// Acts for a job. A corrupt job is quarantined; after a system error the job is released, or the next scan finds
  /// it, as after an error of the job's own.
  ///
  /// - Returns: The system error, if there was one.
  func withRecovery(for job: SpoolJob, _ retries: RetryPolicy, _ act: () throws -> Void) -> String?
  {
    do {
      do {
        try act()
      } catch let error as SpoolError where error.code == .corrupt {
        try spool.quarantine(job, reason: error.message)
        report(.corrupt(job.id, reason: error.message))
      } catch let error as WorkerError {
        try spool.release(job)
        return error.message
      } catch let error as SystemError where error.isTransient {
        if try spool.isActive(job) { try release(job, retries) }
        return error.description
      }
      return nil
    } catch  where PassErrors.isOfJob(error) {
      report(.jobError(job.id, reason: "\(error)"))
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Puts a job back after an error of the system: without costing an attempt, unless the job brings such
  /// errors about itself.
  func release(_ job: SpoolJob, _ retries: RetryPolicy) throws {
    guard systemErrors.note(job.id) else { return try spool.release(job) }
    let begin = ContinuousClock.now
    let crash = WorkerCrash(cause: .systemErrors(SystemErrorCounts.most))
    switch retries.decide(
      crash, attempt: job.attempt, history: try job.history(), now: spool.now)
    {
    case .again(let history):
      try spool.requeue(job, after: history)
      report(.retried(job, reason: crash.words))
    case .giveUp(let diagnostic, let history):
      try giveUp(job, try job.ticket(), [diagnostic], history, since: begin)
    }
  }

  private func deliver(
    _ job: SpoolJob, _ ticket: Ticket, _ part: RenderReport, _ stored: [OutputRecord],
    _ environment: String?, since begin: ContinuousClock.Instant
  ) throws {
    let spent = ContinuousClock.now - begin
    let wait = Double(max(0, spool.now - ticket.time - spent.wholeMilliseconds))
    let jobReport = JobReport.done(
      job.name, ticket, part, outputs: stored, environment: environment,
      stages: [Named("wait", wait), Named("total", (spent / .milliseconds(1)).rounded())])
    let committed = try spool.commit(job, ticket, report: jobReport)
    systemErrors.ended(job.id)
    switch try spool.deliver(committed, ticket, outputs: stored.map(\.file).sorted()) {
    case .delivered(let files):
      report(
        .done(
          job, ticket, files: files, milliseconds: spent.wholeMilliseconds,
          stages: jobReport.rendering?.milliseconds.stages ?? []))
    case .conflict(let diagnostic):
      report(.failed(job, ticket, [diagnostic], milliseconds: spent.wholeMilliseconds))
    }
    // What fails here meets the retention's own thread, too, which logs it.
    try? spool.shareForgetting()
  }
}

/// How a chunk of a batch is completed.
extension JobCompletion {
  /// Fails all rows of a chunk: in `failed/` its batch would wait for it forever.
  func giveUpRows(
    of job: SpoolJob, _ ticket: Ticket, _ diagnostics: [Diagnostic],
    since begin: ContinuousClock.Instant
  ) throws {
    let batch = try spool.batch(job.id)
    let committed = try spool.commitFailure(job, of: batch, diagnostics)
    try deliver(committed.job, of: job, ticket, batch, (0, committed.failed), since: begin)
  }

  /// Delivers a committed chunk, and takes its batch on.
  ///
  /// - Parameters:
  ///   - committed: The chunk, in `ready/`.
  ///   - job: The chunk as it was claimed, maybe with more rows.
  ///   - ticket: Its ticket.
  ///   - batch: Its batch.
  ///   - counts: How many rows are done and failed.
  ///   - begin: When it was begun.
  /// - Throws: `SpoolError`; `SystemError`.
  func deliver(
    _ committed: SpoolJob, of job: SpoolJob, _ ticket: Ticket, _ batch: Batch,
    _ counts: (done: Int, failed: Int), since begin: ContinuousClock.Instant
  ) throws {
    systemErrors.ended(job.id)
    let ended = try spool.deliverChunk(committed, of: batch, counts: counts)
    report(
      .chunkDone(
        job, ticket, done: ended.done, failed: ended.failed, files: ended.files,
        milliseconds: (ContinuousClock.now - begin).wholeMilliseconds))
    if let outcome = try spool.advance(batch.id) { report(.batchEnded(outcome)) }
  }
}

import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool

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

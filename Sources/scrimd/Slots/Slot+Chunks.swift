import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimSpool
import ScrimWorkerClient
import ScrimWorkers
import SystemPackage

/// Renders chunks of batches: their rows one after the other, each with the limits of a job.
extension Slot {
  /// One attempt at a chunk.
  func performChunk(_ attempt: Attempt, _ stop: ShutdownEvent) throws {
    let job = attempt.job
    let batch: Batch
    do {
      batch = try spool.batch(job.id)
    } catch let error as SystemError where error.code == .noSuchFileOrDirectory {
      throw SpoolError(.corrupt, "the batch of chunk \(job.id) is not in batches/")
    }
    guard try !batch.isStopped() else {
      try spool.skip(job, of: batch)
      if let outcome = try spool.advance(batch.id) { report(.batchEnded(outcome)) }
      return
    }
    try spool.returnRows(of: job, to: batch)
    var chunk = ChunkRun(spool, attempt, batch, outputBytes: settings.limits.outputBytes)
    guard job.attempt <= settings.retries.attempts else {
      return try giveUp(chunk, settings.retries.exhausted(attempt: job.attempt - 1), stop)
    }
    do {
      let document = try batch.document(limit: settings.limits.jobBytes)
      guard try prepare(&chunk.attempt, document) != nil else { return }
      let rendering = try RowRendering(self, chunk, stop)
      defer { chunk = rendering.chunk }
      try rendering.run()
    } catch let failure as WorkerFailure {
      try chunk.finish()
      return try settle(&chunk, failure, stop)
    }
    guard chunk.hasRows || chunk.isEmpty else {
      try spool.release(job)
      return report(.returned(job))
    }
    deliver(chunk, stop)
  }

  /// Commits and delivers a chunk while the worker is at the next one.
  private func deliver(_ chunk: ChunkRun, _ stop: ShutdownEvent) {
    let result = chunk.result
    deliveries.run { [completion, retries = settings.retries, spool, onIssue] in
      completion.withRecovery(for: result.job, retries) {
        let committed = try spool.commit(
          result.job, of: result.batch, rows: result.rows, result.reports, crashed: result.crashed)
        try completion.deliver(
          committed, of: result.job, result.ticket, result.batch, result.counts,
          since: result.begin)
        onIssue()
      }
    }
    if let systemError = deliveries.takeError() { pause(systemError, stop) }
  }

  /// Ends a chunk that has used up its attempts. Which of several rows is to blame is not known, so they are divided.
  private func giveUp(
    _ chunk: ChunkRun, _ diagnostic: Diagnostic, _ stop: ShutdownEvent
  ) throws {
    guard let rows = chunk.job.id.rows, rows.count == 1 else {
      try spool.divide(chunk.job, of: chunk.batch, at: nil, history: History())
      return report(.retried(chunk.job, reason: diagnostic.message))
    }
    var chunk = chunk
    chunk.fail(rows.first, [diagnostic])
    deliver(chunk, stop)
  }

  /// Ends an attempt whose worker did not reply. The rows before are committed; the one at which it was is tried again
  /// by itself, and those after it without it.
  private func settle(
    _ chunk: inout ChunkRun, _ failure: WorkerFailure, _ stop: ShutdownEvent
  ) throws {
    workers.dropWorkers()
    let job = chunk.job
    switch failure {
    case .crashed(let crash):
      report(.crashed(job.id))
      // However many of its rows crash, a batch counts as one job.
      for plugin in chunk.attempt.suspects(of: crash) {
        health.note(plugin, job: job.id.batch)
      }
      guard let row = chunk.current else {
        // It crashed before a row was begun: while the template was evaluated.
        if job.id.rows?.count == 1 {
          return try retry(&chunk, crash, job.id.rows?.first ?? 1, stop)
        }
        try spool.divide(job, of: chunk.batch, at: nil, history: History())
        return report(.retried(job, reason: crash.words))
      }
      try retry(&chunk, crash, row, stop)
    case .systemError(let reason):
      try completion.release(job, settings.retries)
      pause(reason, stop)
    case .stopped:
      guard chunk.hasRows, let row = chunk.current else {
        try spool.release(job)
        return report(.returned(job))
      }
      chunk.leave(from: row)
      deliver(chunk, stop)
    }
  }

  private func retry(
    _ chunk: inout ChunkRun, _ crash: WorkerCrash, _ row: Int, _ stop: ShutdownEvent
  ) throws {
    let job = chunk.job
    let isAlone = job.id.rows?.count == 1
    let decision = settings.retries.decide(
      crash, attempt: job.attempt, history: isAlone ? try job.history() : History(), now: spool.now)
    switch decision {
    case .again(let history) where isAlone:
      try spool.requeue(job, after: history)
      report(.retried(job, reason: crash.words))
    case .again(let history):
      report(.retried(job, reason: crash.words))
      guard chunk.hasRows else {
        return try spool.divide(job, of: chunk.batch, at: row, history: history)
      }
      chunk.leave(from: row, crashed: history)
      deliver(chunk, stop)
    case .giveUp(let diagnostic, _):
      chunk.fail(row, [diagnostic])
      if let last = job.id.rows?.last, row < last { chunk.leave(from: row + 1) }
      deliver(chunk, stop)
    }
  }
}

import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimSpool
import ScrimWorkerClient
import SystemPackage

/// Renders chunks of batches: their rows one after the other, each with the limits of a job.
extension Slot {
  /// After this time a chunk is committed, and its remaining rows are left to later ones, so that other jobs get their
  /// turn.
  private static let chunkTime = Duration.milliseconds(500)

  /// One attempt at a chunk.
  func performChunk(_ job: SpoolJob, _ ticket: Ticket, _ stop: ShutdownEvent) throws {
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
    var chunk = ChunkRun(spool, job, ticket, batch)
    guard job.attempt <= settings.retries.attempts else {
      return try giveUp(chunk, settings.retries.exhausted(attempt: job.attempt - 1), stop)
    }
    let document = try batch.document(limit: settings.limits.jobBytes)
    let content = Node.job(document, within: settings.limits)
    let (owner, effects) = (job.id.owner, content?.effectNames ?? [])
    let plugins = lookForPlugins()
    var worker = try ready(for: owner, isClean: true, with: plugins)
    let unknown = effects.subtracting(worker.plugins.flatMap(\.effects))
    let others = unknown.isEmpty ? .init() : try thirdParty(in: plugins)
    if let (diagnostic, plugin) = reasonToHold(owner, effects, unknown, others) {
      try spool.hold(job, ticket, diagnostic)
      health.held(
        for: plugin, owner, isStale: PluginFolders(settings.program.options.plugins) != plugins)
      systemErrors.ended(job.id)
      return report(.held(job, ticket, reason: diagnostic.message))
    }
    let needed = others.providing(unknown)
    let folder = try batch.bundle().descriptor
    do {
      let (template, rows) = try chunk.prepare(
        by: worker, document, owner.description, settings.limits)
      if !needed.isEmpty { worker = try ready(for: owner, isExclusive: true, with: plugins) }
      report(.began(job, ticket, worker: worker.processID))
      lastOwner = owner
      self.worker.begin(for: owner, jobs: max(1, rows.count))
      worker.output?.begin(
        .init(id: job.id.description, user: job.id.user), process: worker.processID)
      defer { worker.output?.end() }
      let allowed = content.map(JobParts.effects) ?? []
      for (row, jobs) in rows {
        let isLate = ContinuousClock.now - chunk.begin >= Self.chunkTime
        if try (isLate && chunk.hasRows) || stop.isSet || chunk.isToStop() {
          chunk.leave(from: row)
          break
        }
        chunk.current = row
        guard try !chunk.fails(row, jobs) else { continue }
        let result = try JobParts(template, jobs).render(with: worker, limits: settings.limits) {
          (part, isEvaluated, limits) throws(SystemError) in
          let node = Node.job(part.document, within: limits)
          chunk.check(node, allowed)
          return try RenderJob(
            owner: owner.description, document: part.document, content: node,
            name: part.about.name, seed: RowSeed.seed(ticket.seed, row: row), folder: folder,
            isBundle: true, roots: settings.roots, isEvaluated: isEvaluated,
            placeOfAbsolute: BatchFile.placeOfAbsolute, plugins: needed,
            otherEffects: others.otherEffects, limits: limits)
        } render: { (work) throws(WorkerFailure) in
          try worker.render(
            work, stop: stop, stopGrace: settings.stopGrace,
            whileRendering: {
              // The images of the row before are stored while the worker is at this one.
              chunk.storePending(limit: settings.limits.outputBytes)
              if row == rows.first?.row { try? spool.flushClaims() }
            })
        }
        try chunk.take(result, of: row, limit: settings.limits.outputBytes)
      }
      try chunk.finish(limit: settings.limits.outputBytes)
    } catch let failure as WorkerFailure {
      chunk.storePending(limit: settings.limits.outputBytes)
      return try settle(&chunk, failure, stop) { $0.suspectPlugins(of: worker, needed: needed) }
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
    let (completion, retries, systemErrors) = (completion, settings.retries, systemErrors)
    let (spool, report, onIssue) = (spool, report, onIssue)
    deliveries.run {
      completion.withRecovery(for: result.job, retries) {
        let (batch, job) = (result.batch, result.job)
        let committed = try spool.commit(
          job, of: batch, rows: result.rows, result.reports, crashed: result.crashed)
        systemErrors.ended(job.id)
        let ended = try spool.deliverChunk(
          committed, of: batch,
          counts: (
            result.reports.count { $0.status == .done },
            result.reports.count { $0.status == .failed }
          ))
        report(
          .chunkDone(
            job, result.ticket, done: ended.done, failed: ended.failed, files: ended.files,
            milliseconds: (ContinuousClock.now - result.begin).wholeMilliseconds))
        if ended.failed > 0, batch.record.stopsOnError { try spool.stop(batch, .error) }
        if let outcome = try spool.advance(batch.id) { report(.batchEnded(outcome)) }
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
    _ chunk: inout ChunkRun, _ failure: WorkerFailure, _ stop: ShutdownEvent,
    suspects: (WorkerCrash) -> [WorkerPlugin]
  ) throws {
    worker.drop()
    let job = chunk.job
    switch failure {
    case .crashed(let crash):
      report(.crashed(job.id))
      // However many of its rows crash, a batch counts as one job.
      for plugin in suspects(crash) { health.note(plugin, job: job.id.batch) }
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

import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimSpool
import ScrimWorkerClient
import ScrimWorkers

/// The way of a job through a slot: render, then complete, retry or fail.
extension Slot {
  /// One attempt at a job.
  func perform(_ job: SpoolJob, _ stop: ShutdownEvent) throws {
    var attempt = Attempt(job, try job.ticket(), workers.lookForPlugins())
    let ticket = attempt.ticket
    if job.id.rows != nil { return try performChunk(attempt, stop) }
    guard job.attempt <= settings.retries.attempts else {
      return try giveUp(attempt, [settings.retries.exhausted(attempt: job.attempt - 1)])
    }
    if let time = ticket.notAfter, spool.now > time {
      let diagnostic = Diagnostic(
        code: "expired",
        message: "not begun by \(Timestamp.text(ofMilliseconds: time)), the submission's notAfter.")
      return try giveUp(attempt, [diagnostic])
    }
    if try endIfCancelled(attempt) { return }
    let result: RenderResult
    do {
      let document = try job.document(ticket, limit: settings.limits.jobBytes)
      guard let worker = try prepare(&attempt, document) else { return }
      if ticket.isBatch { return try index(&attempt, stop) }
      result = try render(&attempt, worker, stop)
    } catch let failed as JobParts.Failed {
      return try giveUp(attempt, failed.errors)
    } catch let diagnostic as Diagnostic {
      return try giveUp(attempt, [diagnostic])
    } catch let failure as WorkerFailure {
      return try settle(attempt, failure, stop)
    }
    try settle(attempt, result, stop)
  }

  /// Has a job rendered, or all jobs that it gives as a template, by `worker` unless it needs plugins of others.
  ///
  /// - Throws: ``JobParts/Failed``; ``WorkerFailure``, ``WorkerError``; `SystemError`.
  private func render(
    _ attempt: inout Attempt, _ worker: Worker, _ stop: ShutdownEvent
  ) throws -> RenderResult {
    let (job, ticket) = (attempt.job, attempt.ticket)
    let folder = try ticket.isBundle ? job.bundle().descriptor : spool.assetsFolder.descriptor
    let limits = settings.limits(of: ticket)
    var evaluator: Worker?
    let parts = try JobParts(
      attempt.needs.document, attempt.needs.content, name: ticket.name,
      owner: attempt.owner.description, settings: ticket.settings, limits: limits
    ) {
      let clean = try workers.evaluator(for: attempt.needs)
      evaluator = clean
      return clean
    }
    let worker =
      attempt.needs.isExclusive || evaluator != nil
      ? try workers.ready(for: attempt.needs) : worker
    begin(&attempt, on: worker)
    defer { worker.output?.end() }
    // A failure to flush is that of the job's next flush.
    return try running.during(job.id, in: worker.process) { () throws(WorkerFailure) in
      try parts.render(with: evaluator ?? worker, limits: limits) {
        (part, isEvaluated, limits) in
        request(
          for: part, of: attempt, seed: ticket.seed, folder: folder, isEvaluated: isEvaluated,
          limits)
      } render: { (work) throws(WorkerFailure) in
        try worker.render(
          work, stop: stop, stopGrace: settings.stopGrace,
          whileRendering: {
            // From here on a cancellation ends the worker; it may have come before.
            if (try? spool.cancellation(of: job)) != nil { worker.process.kill() }
            try? spool.flushClaims()
          })
      }
    }
  }

  /// Completes a job whose worker replied.
  private func settle(
    _ attempt: Attempt, _ result: RenderResult, _ stop: ShutdownEvent
  ) throws {
    switch result {
    case .finished(let report, let outputs):
      let (completion, limit) = (completion, settings.limits.outputBytes)
      let (job, ticket, begin) = (attempt.job, attempt.ticket, attempt.begin)
      deliveries.run { [retries = settings.retries, environment = attempt.needs.files] in
        completion.finish(
          job, ticket, report, outputs, in: environment, limit: limit, retries, since: begin)
      }
      if let systemError = deliveries.takeError() { pause(systemError, stop) }
    case .failed(let diagnostics): try giveUp(attempt, diagnostics)
    }
  }

  /// Puts a job back whose worker did not reply.
  private func settle(
    _ attempt: Attempt, _ failure: WorkerFailure, _ stop: ShutdownEvent
  ) throws {
    workers.dropWorkers()
    // The daemon ends the worker of a job that is cancelled.
    if try endIfCancelled(attempt) { return }
    switch failure {
    case .crashed(let crash): try retry(attempt, crash)
    case .systemError(let reason):
      try completion.release(attempt.job, settings.retries)
      pause(reason, stop)
    case .stopped:
      try spool.release(attempt.job)
      report(.returned(attempt.job))
    }
  }

  /// Fails a job that a user has cancelled while it was active.
  ///
  /// - Returns: Whether one has.
  func endIfCancelled(_ attempt: Attempt) throws -> Bool {
    guard let diagnostic = try spool.cancellation(of: attempt.job) else { return false }
    try giveUp(attempt, [diagnostic])
    return true
  }

  /// Fails a job for errors of its own.
  func giveUp(_ attempt: Attempt, _ diagnostics: [Diagnostic]) throws {
    let job = attempt.job
    try completion.giveUp(
      job, attempt.ticket, diagnostics, try job.history(), since: attempt.begin)
  }

  private func retry(_ attempt: Attempt, _ crash: WorkerCrash) throws {
    let (job, ticket) = (attempt.job, attempt.ticket)
    report(.crashed(job.id))
    for plugin in attempt.suspects(of: crash) { health.note(plugin, job: job.id) }
    let history = try job.history()
    let decision = settings.retries.limited(to: ticket.attempts, after: history).decide(
      crash, attempt: job.attempt, history: history, now: spool.now)
    switch decision {
    case .again(let history):
      try spool.requeue(job, after: history)
      report(.retried(job, reason: crash.words))
    case .giveUp(var diagnostic, let history):
      if case .timeLimit = crash.cause, let seconds = ticket.maxSeconds,
        seconds < settings.limits.seconds
      {
        diagnostic.message += " The submission's maxSeconds is the limit."
      }
      try completion.giveUp(job, ticket, [diagnostic], history, since: attempt.begin)
    }
  }
}

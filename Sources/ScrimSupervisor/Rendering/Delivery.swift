import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimSpool

/// The end of a job's way: what was drawn is stored, committed and delivered, or the job is given up.
struct Delivery: Sendable {
  let spool: Spool
  let systemErrors: SystemErrorCounts
  let report: @Sendable (RenderEvent) -> Void

  /// Brings a job to its end for which a worker has drawn `outputs`, each of `limit` bytes at most, and
  /// given its `account` of it, which becomes part of the report.
  ///
  /// - Returns: What is wrong with the machine, if anything is.
  func finish(
    _ job: Job, _ ticket: Ticket, _ account: JSON, _ outputs: [WorkerOutput], limit: Int,
    _ retries: RetryPolicy, since begin: ContinuousClock.Instant
  ) -> String? {
    withRecovery(for: job, retries) {
      do {
        let stored = try outputs.map {
          try spool.store($0.content, as: $0.info.file, limit: limit, of: job)
        }
        try deliver(job, ticket, account, stored, since: begin)
      } catch let diagnostic as Diagnostic {
        try giveUp(job, ticket, [diagnostic], try job.history(), since: begin)
      }
    }
  }

  /// Ends a job that does not come out.
  func giveUp(
    _ job: Job, _ ticket: Ticket, _ diagnostics: [Diagnostic], _ history: History,
    since begin: ContinuousClock.Instant
  ) throws {
    try spool.fail(
      job, ticket, Report.failed(job, ticket, diagnostics, history: history))
    systemErrors.ended(job.id)
    report(
      .failed(
        job, ticket, diagnostics, milliseconds: (ContinuousClock.now - begin).wholeMilliseconds))
  }

  /// Acts for a job. One that is corrupt is set aside; when the machine is in trouble the job is put back,
  /// or found by the next scan where it stands.
  ///
  /// - Returns: What is wrong with the machine, if anything is.
  func withRecovery(for job: Job, _ retries: RetryPolicy, _ act: () throws -> Void) -> String? {
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
    } catch {
      return "\(error)"
    }
  }

  /// Puts a job back after an error of the system: without costing an attempt, unless the job brings such
  /// errors about itself.
  func release(_ job: Job, _ retries: RetryPolicy) throws {
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
    _ job: Job, _ ticket: Ticket, _ account: JSON, _ stored: [StoredOutput],
    since begin: ContinuousClock.Instant
  ) throws {
    let spent = ContinuousClock.now - begin
    let wait = Double(max(0, spool.now - ticket.time - spent.wholeMilliseconds))
    let text = Report.done(
      job, ticket, worker: account, outputs: stored,
      milliseconds: [("wait", wait), ("total", (spent / .milliseconds(1)).rounded())])
    let committed = try spool.commit(job, ticket, report: text)
    systemErrors.ended(job.id)
    switch try spool.deliver(committed) {
    case .delivered(let files):
      let stages = (text["milliseconds"]?.object ?? []).compactMap { stage in
        stage.value.number.map { (stage: stage.key, milliseconds: $0) }
      }
      report(
        .done(
          job, ticket, files: files, milliseconds: spent.wholeMilliseconds, stages: stages))
    case .conflict(let diagnostic):
      report(.failed(job, ticket, [diagnostic], milliseconds: spent.wholeMilliseconds))
    }
  }
}

import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimSpool
import ScrimWorkerClient
import ScrimWorkers

/// Has batches indexed. A worker reads the data; the daemon parses none of it.
extension Slot {
  /// One attempt at the index of a batch, after which its chunks are rendered.
  ///
  /// - Throws: ``JobParts/Failed``, `Diagnostic`; ``WorkerFailure``, ``WorkerError``; `SpoolError`; `SystemError`.
  func index(_ attempt: inout Attempt, _ stop: ShutdownEvent) throws {
    let (job, ticket) = (attempt.job, attempt.ticket)
    let worker = try workers.readyWithoutThirdParty(for: attempt.needs)
    begin(&attempt, on: worker)
    defer { worker.output?.end() }
    guard attempt.needs.content == nil || attempt.needs.content?["inputs"] != nil else {
      throw Diagnostic(
        code: "not-a-template",
        message:
          "the bundle has data, but its job has no \"inputs\", which take values of each row.")
    }
    let indexer = try BatchIndexer(spool, job)
    let (data, format) = try indexer.source()
    var request = TemplateRequest(
      owner: attempt.owner.description, name: ticket.name, settings: ticket.settings,
      limits: settings.limits)
    request.data = DataRows(
      format: format, file: indexer.file, most: IndexReply.maxRows,
      limits: .init(rows: spool.limits.batches.rows, bytes: spool.limits.batches.dataBytes))
    var template = try TemplateJob(request, document: attempt.needs.document, data: data)
    repeat {
      if try endIfCancelled(attempt) { return }
      guard !stop.isSet else { throw WorkerFailure.stopped }
      let (reply, rows) = try running.during(job.id, in: worker.process) {
        () throws(WorkerFailure) in try worker.index(template)
      }
      guard reply.errors.isEmpty else { throw JobParts.Failed(errors: reply.errors) }
      try indexer.add(
        rows.map { (offset: $0.offset, line: $0.line, names: $0.names) },
        unused: reply.unusedColumns, notes: reply.notes)
      template.request.data?.start = reply.next
    } while template.request.data?.start != nil
    try indexer.finish()
    try spool.openBatch(job)
    systemErrors.ended(job.id)
    report(
      .indexed(
        job, ticket, rows: indexer.rows,
        milliseconds: (ContinuousClock.now - attempt.begin).wholeMilliseconds))
  }
}

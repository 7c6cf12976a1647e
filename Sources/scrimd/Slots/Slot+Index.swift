import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimSpool
import ScrimWorkerClient

/// Has batches indexed. A worker reads the data; the daemon parses none of it.
extension Slot {
  /// One attempt at the index of a batch, after which its chunks are rendered.
  func performIndex(
    _ job: SpoolJob, _ ticket: Ticket, _ document: [UInt8], _ content: Node?,
    _ plugins: PluginFolders, since begin: ContinuousClock.Instant, _ stop: ShutdownEvent
  ) throws {
    let owner = job.id.owner
    let worker = try ready(for: owner, isClean: true, with: plugins)
    report(.began(job, ticket, worker: worker.processID))
    lastOwner = owner
    self.worker.begin(for: owner)
    do {
      guard content == nil || content?["inputs"] != nil else {
        throw Diagnostic(
          code: "not-a-template",
          message:
            "the bundle has data, but its job has no \"inputs\", which take values of each row.")
      }
      let indexer = try BatchIndexer(spool, job)
      let (data, format) = try indexer.source()
      var template = try TemplateJob(
        TemplateRequest(
          owner: owner.description, name: ticket.name,
          settings: ticket.settings.map { .init(input: $0.input, text: $0.text) },
          data: DataRows(
            format: format, most: IndexReply.maxRows,
            limits: .init(
              rows: spool.limits.batches.rows, bytes: spool.limits.batches.dataBytes)),
          limits: settings.limits), document: document, data: data)
      repeat {
        if try endIfCancelled(job, ticket, since: begin) { return }
        guard !stop.isSet else { throw WorkerFailure.stopped }
        let (reply, rows) = try running.during(job.id, in: worker.process) {
          () throws(WorkerFailure) in try worker.index(template)
        }
        guard reply.errors.isEmpty else {
          return try completion.giveUp(
            job, ticket, reply.errors, try job.history(), since: begin)
        }
        try indexer.add(
          rows.map { (offset: $0.offset, line: $0.line, names: $0.names) },
          unused: reply.unusedColumns)
        template.request.data?.start = reply.next
      } while template.request.data?.start != nil
      try indexer.finish()
      try spool.openBatch(job)
      systemErrors.ended(job.id)
      report(
        .indexed(
          job, ticket, rows: indexer.rows,
          milliseconds: (ContinuousClock.now - begin).wholeMilliseconds))
    } catch let diagnostic as Diagnostic {
      try completion.giveUp(job, ticket, [diagnostic], try job.history(), since: begin)
    } catch let failure as WorkerFailure {
      try settle(job, ticket, failure, since: begin, stop) {
        $0.suspectPlugins(of: worker, needed: [])
      }
    }
  }
}

import ScrimJSON
import ScrimLinux
import Synchronization
import SystemPackage

/// Moves jobs from any state to `failed/` or `hold/`, with a report that is delivered like an image.
extension Spool {
  /// Ends a job as failed.
  ///
  /// - Throws: ``SystemError``.
  package func fail(_ job: SpoolJob, _ ticket: Ticket, _ report: JobReport) throws {
    try end(job, ticket, report, in: failed)
  }

  func end(_ job: SpoolJob, _ ticket: Ticket, _ report: JobReport, in last: Folder) throws {
    do {
      try writeFailure(job, ticket, report)
    } catch let error as SystemError where error.code == .noSpace {
      // Frees the reserve, so that the report can be written even to a full disk.
      try Reserve.release(in: root)
      try writeFailure(job, ticket, report)
    }
    try steps.reached(.failureWritten)
    // Later, it may be the document.
    if job.state === ingest { try deleteSources(of: job.folder) }
    try job.state.move(job.folderName, to: last, as: job.id.description)
    // Before the report shows, or the job could still succeed.
    try flusher.flush([.names(last), .names(job.state)], since: job.start)
    try steps.reached(.failed)
    try deliverFailure(job.moved(to: last), ticket)
  }

  private func writeFailure(_ job: SpoolJob, _ ticket: Ticket, _ report: JobReport) throws {
    try job.deleteResults()
    try write(report, of: job, ticket, for: .submitter(ticket.user))
    try flusher.flush([.tree(job.folder)], since: job.start)
  }

  private func deliverFailure(_ job: SpoolJob, _ ticket: Ticket) throws {
    let report = ticket.reportName(.failed)
    if ticket.delivery == .private {
      try moveReport(report, of: job, ticket, to: nil)
      try flusher.flush([.names(reports)] + eventScopes(of: job), since: job.start)
    } else {
      let out = try outputFolder(of: job.id.owner)
      var folders = [out, reports]
      try whileDelivering {
        if rules.removesOnFailure, job.state === failed {
          folders += try removeEarlierOutputs(of: ticket, in: out, before: job.id)
        }
        try moveReport(report, of: job, ticket, to: out)
      }
      try flusher.flush(folders.map { .names($0) } + eventScopes(of: job), since: job.start)
    }
    settledFailures.withLock { _ = $0.insert(job.id) }
  }

  /// Delivers the reports whose delivery a crash interrupted. Each folder is inspected once.
  func deliverFailures() throws {
    let known = settledFailures.withLock { $0 }
    var settled: Set<JobID> = []
    for state in [failed, hold] {
      for id in try state.names().compactMap(JobID.init) {
        if try known.contains(id) || deliverFailure(id, in: state) { settled.insert(id) }
      }
    }
    // Forgets jobs that are gone.
    let present = settled
    settledFailures.withLock { $0 = present }
  }

  /// - Returns: False if another process has locked the job.
  private func deliverFailure(_ id: JobID, in state: Folder) throws -> Bool {
    guard let job = try lock(id, in: state) else { return false }
    guard let ticket = try? job.ticket() else { return true }
    if try job.folder.has(JobFile.result(ticket.reportName(.failed))) {
      try deliverFailure(job, ticket)
    }
    return true
  }
}

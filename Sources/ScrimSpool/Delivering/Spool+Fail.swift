import ScrimJSON
import ScrimLinux
package import ScrimRecords
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
    if last === failed {
      // Otherwise who asks for a token between the move and the report would find nothing.
      let names = try submissionTokens(of: job, ticket)
      tokens.withLock { $0.beginFailing(job.id, names) }
    }
    try job.state.move(job.folderName, to: last, as: job.id.description)
    // Before the report shows, or the job could still succeed.
    try flusher.flush([.names(last), .names(job.state)], since: job.start)
    try steps.reached(.failed)
    try deliverFailure(job.moved(to: last), ticket)
  }

  private func writeFailure(_ job: SpoolJob, _ ticket: Ticket, _ report: JobReport) throws {
    if job.state === ready {
      // Before its images are deleted, or after a crash the job would be done without them.
      try writeFile(report, of: job, as: JobFile.newReport, for: .submitter(ticket.user))
      try job.folder.replace(JobFile.newReport, to: job.folder, as: JobFile.report)
      try flusher.flush(
        [.entry(JobFile.report, job.folder), .names(job.folder)], since: job.start)
      try steps.reached(.failureDecided)
      try job.deleteResults(but: JobFile.report)
      try linkReport(report, of: job, ticket)
    } else {
      try job.deleteResults()
      try write(report, of: job, ticket, for: .submitter(ticket.user))
    }
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
    tokens.withLock { $0.endFailing(job.id) }
  }

  /// Delivers the reports whose delivery a crash interrupted. Each folder is inspected once.
  func deliverFailures(_ report: (Event) -> Void) throws {
    let known = settledFailures.withLock { $0 }
    var settled: Set<JobID> = []
    var errors = PassErrors()
    for state in [failed, hold] {
      for id in try state.names().compactMap(JobID.init) {
        let isSettled = errors.during(id.description, report) {
          try known.contains(id) || deliverFailure(id, in: state)
        }
        if isSettled ?? false { settled.insert(id) }
      }
    }
    // Forgets jobs that are gone.
    let present = settled
    settledFailures.withLock { $0 = present }
    try errors.rethrow()
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

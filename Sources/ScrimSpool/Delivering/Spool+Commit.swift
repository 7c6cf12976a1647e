import ScrimJSON
import ScrimLinux
package import ScrimRecords

/// Moves jobs from `active/` to `ready/` with one rename, which makes the result visible atomically.
extension Spool {
  /// Writes the report next to the stored outputs, flushes both, and commits the job. The returned job is to be
  /// delivered.
  ///
  /// - Throws: ``SystemError``.
  package func commit(_ job: SpoolJob, _ ticket: Ticket, report: JobReport) throws -> SpoolJob {
    try write(report, of: job, ticket, for: .group)
    try flusher.flush([.tree(job.folder)], since: job.start)
    try steps.reached(.resultsWritten)
    try active.move(
      job.name.description, to: ready, as: job.id.description)
    // Before anything shows in `out/`, or a second rendering would deliver twice.
    try flusher.flush([.names(ready), .names(active)], since: job.start)
    try steps.reached(.committed)
    return job.moved(to: ready)
  }

  /// Writes `report.json`, and a second link to it, which is the one that is moved.
  func write(
    _ report: JobReport, of job: SpoolJob, _ ticket: Ticket, for readers: ReportReaders
  ) throws {
    try writeFile(report, of: job, as: JobFile.report, for: readers)
    try linkReport(report, of: job, ticket)
  }

  func writeFile(
    _ report: JobReport, of job: SpoolJob, as name: String, for readers: ReportReaders
  ) throws {
    let file = try job.folder.writeNew(report.bytes(), as: name, mode: readers.mode)
    if supportsAccessLists { try readers.grant(on: file) }
    try OutputMark.set(job.id, on: file)
  }

  /// Gives `report.json` the name that is moved.
  func linkReport(_ report: JobReport, of job: SpoolJob, _ ticket: Ticket) throws {
    let result = JobFile.result(ticket.reportName(report.status))
    // That of an earlier end, such as the reason for a hold.
    if try job.folder.has(result) { try job.folder.removeFile(result) }
    try job.folder.link(JobFile.report, to: job.folder, as: result)
  }
}

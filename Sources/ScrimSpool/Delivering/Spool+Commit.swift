import ScrimJSON
import ScrimLinux

/// Moves jobs from `active/` to `ready/` with one rename, which makes the result visible atomically.
extension Spool {
  /// Writes the report next to the stored outputs and commits the job. The returned job is to be delivered.
  ///
  /// - Throws: ``SystemError``.
  package func commit(_ job: SpoolJob, _ ticket: Ticket, report: JobReport) throws -> SpoolJob {
    if try !job.folder.has("kept") { _ = try job.folder.makeFolder("kept") }
    try write(report, of: job, ticket, for: .group)
    try steps.reached(.resultsWritten)
    try active.move(
      AttemptName(job.id, attempt: job.attempt).description, to: ready, as: job.id.description)
    try active.sync()
    try ready.sync()
    try steps.reached(.committed)
    return SpoolJob(id: job.id, attempt: job.attempt, folder: job.folder, state: ready)
  }

  /// Writes `report.json`, and a second link to it in `result/`, which is the one that is moved.
  func write(
    _ report: JobReport, of job: SpoolJob, _ ticket: Ticket, for readers: ReportReaders
  ) throws {
    let file = try job.folder.write(
      report.json.bytes(pretty: true), as: "report.json", mode: readers.mode)
    if supportsAccessLists { try readers.grant(on: file) }
    try OutputMark.set(job.id, on: file)
    try file.sync("report.json")
    let results = try resultFolder(of: job)
    try results.removeTree(ticket.reportName)
    try job.folder.link("report.json", to: results, as: ticket.reportName)
    try results.sync()
    try job.folder.sync()
  }
}

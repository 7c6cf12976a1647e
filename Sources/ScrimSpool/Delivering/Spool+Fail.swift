public import ScrimDocument
import ScrimLinux
import Synchronization
import SystemPackage

/// To `failed/`, from any state, with a report that is delivered as a picture is.
extension Spool {
  /// Gives a job up.
  ///
  /// - Throws: ``SystemError``.
  public func fail(_ job: Job, _ ticket: Ticket, _ report: JSON) throws {
    do {
      try writeFailure(job, ticket, report)
    } catch let error as SystemError where error.code == .noSpace {
      // A full disk must not keep the reason from anybody: this is what the reserve is for.
      try Reserve.release(in: root)
      try writeFailure(job, ticket, report)
    }
    try steps.reached(.failureWritten)
    try deleteSource(of: job.folder)
    try job.folder.sync()
    let name =
      job.state === active
      ? AttemptName(job.id, attempt: job.attempt).description : job.id.description
    try job.state.move(name, to: failed, as: job.id.description)
    try job.state.sync()
    try failed.sync()
    try steps.reached(.failed)
    try deliverFailure(
      Job(id: job.id, attempt: job.attempt, folder: job.folder, state: failed), ticket)
  }

  private func writeFailure(_ job: Job, _ ticket: Ticket, _ report: JSON) throws {
    try job.folder.removeTree("result")
    try write(report, of: job, ticket)
  }

  private func deliverFailure(_ job: Job, _ ticket: Ticket) throws {
    let results = try job.folder.folder("result")
    try out.whileLocked { try moveReport(of: job, ticket, from: results) }
    settledFailures.withLock { _ = $0.insert(job.id) }
  }

  /// Delivers reports that a crash kept from it. Each folder is looked into once.
  func deliverFailures() throws {
    let names = try failed.names()
    let known = settledFailures.withLock { $0 }
    for id in names.compactMap(JobID.init) where !known.contains(id) {
      guard
        let job = try Job.lock(id.description, in: failed, id: id, attempt: 0)
      else { continue }
      if try job.folder.has("result"), let ticket = try? job.ticket() {
        try deliverFailure(job, ticket)
      }
      settledFailures.withLock { _ = $0.insert(id) }
    }
  }
}

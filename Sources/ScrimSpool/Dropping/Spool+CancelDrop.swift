import ScrimLinux
import ScrimRecords
import SystemPackage

/// Cancelling a job that waits in `drop/`, also while intake is suspended or its owner is over quota.
///
/// The request itself claims the job, as intake would; whichever renames it first has it. The job's folder in `ingest/`
/// has the cancellation before it has the job: after a crash the scan, which accepts what is there, ends it.
extension Spool {
  /// Ends a job in `drop/` as cancelled, with a report.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - user: Who asks for it.
  /// - Returns: Its ID; `nil` if intake has claimed it, or its submitter is changing it.
  /// - Throws: ``CommandError`` failed if the daemon may not take it; ``SystemError``.
  func cancel(_ job: DroppedJob, by user: UInt32) throws -> JobID? {
    do {
      return try claimAndCancel(job, by: user)
    } catch let error as SystemError where error.code == .noSpace {
      // As for the report of a failure.
      try Reserve.release(in: root)
      return try claimAndCancel(job, by: user)
    }
  }

  private func claimAndCancel(_ job: DroppedJob, by user: UInt32) throws -> JobID? {
    let start = flusher.start()
    let cancellation = DropCancellation(owner: job.user, user: user)
    switch try claimDrops([job.entry], cancelled: cancellation)[0] {
    case .gone: return nil
    case .untouchable(let reason):
      throw CommandError(.failed, "\(job.words), and scrimd may not take it: \(reason)")
    case .job(let claimed):
      let event = try accept([claimed])[0]
      try flusher.flush([.names(drop)], since: start)
      switch event {
      case .refused(let id, _, _): return id
      case .corrupt(let name, let reason):
        throw CommandError(.failed, "job \(name) was moved to corrupt/: \(reason).")
      default: return nil
      }
    }
  }
}

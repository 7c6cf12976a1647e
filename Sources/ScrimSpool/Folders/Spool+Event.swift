package import ScrimJSON
package import ScrimRecords

extension Spool {
  /// An action of a scan.
  package enum Event: Sendable {
    /// `isHeld` if the submission asked for that.
    case accepted(AttemptName, name: String, isHeld: Bool)
    /// The submission has the key of an earlier job, and is that job.
    case duplicate(JobID, of: JobID)
    case refused(JobID, name: String, Diagnostic)
    case requeued(JobID)
    case delivered(JobID, files: [String])
    case conflict(JobID, Diagnostic)
    /// A chunk of a batch.
    case chunkDelivered(JobID, done: Int, failed: Int, files: [String])
    /// All rows of a batch have ended, and its report is delivered.
    case batchEnded(BatchOutcome)
    /// An action failed for a reason of this job; the next scan tries it again.
    case jobError(String, reason: String)
    /// Moved to `corrupt/`, since its folder lacks required files.
    case corrupt(String, reason: String)
    /// Stays in `drop/`: the daemon may not read or move it, or its name is not a job name. `user` is `nil` for a
    /// name that is not UTF-8.
    case left(String, user: UInt32?, reason: String)
    /// An owner has reached a quota; further jobs stay in `drop/`. Reported once until the owner is below it again.
    case overQuota(Owner, QueueQuota.Excess)
    /// Intake from `drop/` is suspended; with `nil`, resumed. If the disk is full, with the owner who uses most of it.
    case pressure(Pressure?, largest: OwnerUsage?)
  }
}

extension Spool.Acceptance {
  func event(of job: SpoolJob) -> Spool.Event? {
    switch self {
    case .accepted(let ticket):
      .accepted(AttemptName(job.id, ticket), name: ticket.name, isHeld: ticket.isHeld)
    case .duplicate(_, let earlier): .duplicate(job.id, of: earlier)
    case .refused(let ticket, let diagnostic): .refused(job.id, name: ticket.name, diagnostic)
    case .nothing: nil
    }
  }
}

public import ScrimJSON

extension Spool {
  /// Something that a scan did.
  public enum Event: Sendable {
    case accepted(JobID, user: UInt32)
    case refused(JobID, user: UInt32, Diagnostic)
    case requeued(JobID)
    case delivered(JobID, files: [String])
    case conflict(JobID, Diagnostic)
    /// Moved to `corrupt/`, since its folder does not hold what it should.
    case corrupt(String, reason: String)
    /// Stays in `drop/`: the daemon may not read or move it, or its name is not a job ID. The user is not known of
    /// a name that is not UTF-8.
    case left(String, user: UInt32?, reason: String)
    /// A user has as many jobs waiting as one may; more stay in `drop/`. Told once until there is
    /// room again.
    case overQuota(user: UInt32, jobs: Int)
    /// From now on nothing is taken from `drop/`, or, with `nil`, it is again.
    case pressure(Pressure?)
  }
}

extension Spool.Acceptance {
  func event(of job: SpoolJob) -> Spool.Event? {
    switch self {
    case .accepted(let ticket): .accepted(job.id, user: ticket.user)
    case .refused(let ticket, let diagnostic): .refused(job.id, user: ticket.user, diagnostic)
    case .nothing: nil
    }
  }
}

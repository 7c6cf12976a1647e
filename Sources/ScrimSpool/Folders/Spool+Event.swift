public import ScrimJSON

extension Spool {
  /// An action of a scan.
  public enum Event: Sendable {
    case accepted(JobID, user: UInt32, name: String)
    case refused(JobID, user: UInt32, name: String, Diagnostic)
    case requeued(JobID)
    case delivered(JobID, files: [String])
    case conflict(JobID, Diagnostic)
    /// Moved to `corrupt/`, since its folder lacks required files.
    case corrupt(String, reason: String)
    /// Stays in `drop/`: the daemon may not read or move it, or its name is not a job name. `user` is `nil` for a
    /// name that is not UTF-8.
    case left(String, user: UInt32?, reason: String)
    /// A user has reached the limit of waiting jobs; further ones stay in `drop/`. Reported once until the user is
    /// below the limit again.
    case overQuota(user: UInt32, jobs: Int)
    /// Intake from `drop/` is suspended; with `nil`, resumed.
    case pressure(Pressure?)
  }
}

extension Spool.Acceptance {
  func event(of job: SpoolJob) -> Spool.Event? {
    switch self {
    case .accepted(let ticket): .accepted(job.id, user: ticket.user, name: ticket.name)
    case .refused(let ticket, let diagnostic):
      .refused(job.id, user: ticket.user, name: ticket.name, diagnostic)
    case .nothing: nil
    }
  }
}

public import ScrimDocument
public import ScrimSpool

/// What a slot did, for the log.
public enum RenderEvent: Sendable {
  /// A worker is up. What this kernel cannot deny it comes along.
  case workerStarted(process: Int32, lacking: [String])
  case began(JobID, worker: Int32)
  /// `files` now stand in `out/`.
  case done(Job, Ticket, files: [String], milliseconds: Int)
  case failed(Job, Ticket, [Problem])
  /// An attempt came to nothing; the job is in `queue/` again.
  case retried(Job, reason: String)
  /// Put back without costing an attempt, since the daemon ends.
  case returned(Job)
  case held(Job, reason: String)
  case corrupt(String, reason: String)
  /// The machine is in trouble; nothing is begun for a while.
  case trouble(String)
  case idle
}

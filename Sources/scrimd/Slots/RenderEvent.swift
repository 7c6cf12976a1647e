import ScrimJSON
import ScrimProtocol
import ScrimRecords
import ScrimSpool
import ScrimWorkers

/// What a slot did, for the log.
enum RenderEvent: Sendable {
  /// Something happened to its workers.
  case workers(WorkerEvent)
  case began(SpoolJob, Ticket, worker: Int32)
  /// `files` now stand in `out/`. All of it took `milliseconds`, and each stage what its report says.
  case done(
    SpoolJob, Ticket, files: [String], milliseconds: Int,
    stages: [Named<Double>])
  /// A batch is indexed, and its rows are being rendered.
  case indexed(SpoolJob, Ticket, rows: Int, milliseconds: Int)
  /// A chunk of a batch has ended: so many rows were delivered and failed.
  case chunkDone(SpoolJob, Ticket, done: Int, failed: Int, files: [String], milliseconds: Int)
  case batchEnded(BatchOutcome)
  case failed(SpoolJob, Ticket, [Diagnostic], milliseconds: Int)
  /// An attempt ended with its worker; the next event is about the job.
  case crashed(JobID)
  /// An attempt came to nothing; the job is in `queue/` again.
  case retried(SpoolJob, reason: String)
  /// Put back without costing an attempt, since the daemon ends.
  case returned(SpoolJob)
  case held(SpoolJob, Ticket, reason: String)
  case corrupt(JobID, reason: String)
  /// An action failed for a reason of this job; the next scan finds it.
  case jobError(JobID, reason: String)
  /// The system refused what the daemon needs; nothing is begun for a while.
  case systemError(String)
  case idle
}

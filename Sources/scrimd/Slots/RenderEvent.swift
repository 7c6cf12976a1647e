import ScrimDocument
import ScrimJSON
import ScrimProtocol
import ScrimRecords
import ScrimSpool
import ScrimWorkerClient
import ScrimWorkers

/// What a slot did, for the log.
enum RenderEvent: Sendable {
  /// A worker is up. What this kernel cannot deny it comes along.
  case workerStarted(process: Int32, lacking: [String])
  /// A worker that evaluates templates beside a slot's worker with plugins of others.
  case evaluatorStarted(process: Int32, lacking: [String])
  /// Plugins were added, replaced or removed; workers that start from now on have them as they are.
  case pluginsChanged([String])
  /// One of Scrim's own plugins ended, or held up, the worker that loaded it; workers do without it now.
  case pluginRefused(RefusedFile)
  /// Third-party plugins were looked at.
  case pluginsScanned(PluginCatalog.ThirdParty)
  /// A worker is replaced before its time.
  case workerReplaced(process: Int32, reason: String)
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
  /// A line that a worker wrote to standard error.
  case output(WorkerOutputLog.Line)
}

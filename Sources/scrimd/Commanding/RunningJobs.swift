import ScrimLinux
import ScrimRecords
import Synchronization

/// The workers that render now, by job, to end those of cancelled jobs.
final class RunningJobs: Sendable {
  private let processes = Mutex<[JobID: ChildProcess]>([:])

  /// Runs `body` while the job can be cancelled.
  func during<Result, Failure: Error>(
    _ job: JobID, in process: ChildProcess, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    processes.withLock { $0[job] = process }
    defer { processes.withLock { $0[job] = nil } }
    return try body()
  }

  /// Ends the worker of a job. No effect if none of this daemon renders it.
  func cancel(_ job: JobID) {
    // Within the lock: later the worker may render another job.
    processes.withLock { $0[job]?.kill() }
  }
}

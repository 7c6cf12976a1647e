package import ScrimRecords
import Synchronization

/// How often the system refused what a job needed (space, descriptors, memory of the daemon).
///
/// Such an error uses up no attempt: the job is not at fault, and it passes. But a job that meets it again
/// and again while others are done causes it; then each costs an attempt.
package final class SystemErrorCounts: Sendable {
  private struct State {
    var jobs: [JobID: Int] = [:]
    /// Jobs that have met one since the last job was done.
    var sinceLastDone: Set<JobID> = []
  }

  /// Errors that a job may meet.
  package static let most = 10
  private let state = Mutex(State())

  package init() {}

  /// Notes an error that a job met.
  ///
  /// - Returns: Whether it counts as an attempt.
  package func note(_ job: JobID) -> Bool {
    state.withLock { state in
      // As long as no job gets through, it is the system's.
      guard state.sinceLastDone.insert(job).inserted else { return false }
      state.jobs[job, default: 0] += 1
      return state.jobs[job, default: 0] > Self.most
    }
  }

  /// To be called when a job has ended, however it did.
  package func ended(_ job: JobID) {
    state.withLock { state in
      state.jobs[job] = nil
      state.sinceLastDone = []
    }
  }
}

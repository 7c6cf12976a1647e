import ScrimDocument
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimWorkerClient
import ScrimWorkers

/// How jobs are rendered.
struct RenderSettings: Sendable {
  /// How often they were read anew. Workers of other settings are replaced.
  var generation = 0
  var program: WorkerProgram
  var limits: RenderLimits
  var roots: SourceRoots
  var retries: RetryPolicy
  /// Jobs after which a worker is replaced, whatever its health.
  var jobsPerWorker: Int
  /// A worker that has more memory after a job, bytes, is replaced.
  var workerMemory: Int
  /// Whether nothing is drawn on a kernel that cannot deny a worker all that it should.
  var requiresSandbox: Bool
  /// How long a running job may take to finish after a stop signal.
  var stopGrace: Duration
  /// Pause after a system error.
  var pause: Duration

  /// The limits of a job, whose submission may allow less time than the configuration.
  func limits(of ticket: Ticket) -> RenderLimits {
    var own = limits
    if let seconds = ticket.maxSeconds { own.seconds = min(own.seconds, seconds) }
    return own
  }
}

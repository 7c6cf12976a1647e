import ScrimDocument
import ScrimLinux
import ScrimRecords
import ScrimWorkerClient
import ScrimWorkers

/// How jobs are rendered.
struct RenderSettings: Sendable {
  var workers: WorkerSettings
  var roots: SourceRoots
  var retries: RetryPolicy
  /// How long a running job may take to finish after a stop signal.
  var stopGrace: Duration
  /// Pause after a system error.
  var pause: Duration

  var program: WorkerProgram { workers.program }
  var limits: RenderLimits { workers.limits }

  /// The limits of a job, whose submission may allow less than the configuration.
  func limits(of ticket: Ticket) -> RenderLimits {
    var own = limits
    if let seconds = ticket.maxSeconds { own.seconds = min(own.seconds, seconds) }
    if let pixels = ticket.maxPixels { own.canvasPixels = min(own.canvasPixels, pixels) }
    if let bytes = ticket.maxBytes { own.outputBytes = min(own.outputBytes, bytes) }
    return own
  }
}

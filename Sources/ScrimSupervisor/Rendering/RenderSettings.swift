public import ScrimProtocol
public import ScrimSpool

/// How jobs are rendered.
public struct RenderSettings: Sendable {
  /// How often they were read anew. Workers of other settings are replaced.
  public var generation = 0
  public var program: WorkerProgram
  public var limits: RenderLimits
  public var roots: SourceRoots
  public var retries: RetryPolicy
  /// Jobs after which a worker is replaced, whatever its health.
  public var jobsPerWorker: Int
  /// A worker that has more memory after a job, bytes, is replaced.
  public var workerMemory: Int
  /// Whether nothing is drawn on a kernel that cannot deny a worker all that it should.
  public var requiresSandbox: Bool
  /// How long a job in work may take to end once the daemon is told to stop.
  public var stopGrace: Duration
  /// How long nothing is begun after trouble of the machine.
  public var pause: Duration

  public init(
    program: WorkerProgram, limits: RenderLimits, roots: SourceRoots, retries: RetryPolicy,
    jobsPerWorker: Int, workerMemory: Int, requiresSandbox: Bool, stopGrace: Duration,
    pause: Duration
  ) {
    self.program = program
    self.limits = limits
    self.roots = roots
    self.retries = retries
    self.jobsPerWorker = jobsPerWorker
    self.workerMemory = workerMemory
    self.requiresSandbox = requiresSandbox
    self.stopGrace = stopGrace
    self.pause = pause
  }
}

package import ScrimDocument
package import ScrimWorkerClient

/// How workers are started, and when they are replaced.
package struct WorkerSettings: Sendable {
  /// How often they were read anew. Workers of other settings are replaced.
  package var generation = 0
  package var program: WorkerProgram
  /// The limits of each document.
  package var limits: RenderLimits
  /// Jobs after which a worker is replaced, whatever its health.
  package var jobsPerWorker: Int
  /// A worker that has more memory after a job, bytes, is replaced.
  package var workerMemory: Int
  /// Whether nothing is drawn on a kernel that cannot deny a worker all that it should.
  package var requiresSandbox: Bool

  package init(
    program: WorkerProgram, limits: RenderLimits, jobsPerWorker: Int, workerMemory: Int,
    requiresSandbox: Bool
  ) {
    self.program = program
    self.limits = limits
    self.jobsPerWorker = jobsPerWorker
    self.workerMemory = workerMemory
    self.requiresSandbox = requiresSandbox
  }
}

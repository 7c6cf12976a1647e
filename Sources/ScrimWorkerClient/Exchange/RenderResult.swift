package import ScrimJSON
package import ScrimProtocol

/// What came of rendering a job.
package enum RenderResult: Sendable {
  case finished(WorkerReport, outputs: [WorkerOutput])
  /// The job's errors.
  case failed([Diagnostic])
}

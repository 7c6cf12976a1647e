package import ScrimDocument
package import ScrimJSON
import ScrimProtocol

/// What came of rendering a job.
package enum RenderResult: Sendable {
  case finished(RenderReport, outputs: [WorkerOutput])
  /// The job's errors.
  case failed([Diagnostic])
}

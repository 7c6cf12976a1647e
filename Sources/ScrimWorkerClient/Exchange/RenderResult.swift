package import ScrimDocument
package import ScrimJSON
package import ScrimLinux
import ScrimProtocol

/// What came of rendering a job.
package enum RenderResult: Sendable {
  case finished(RenderReport, outputs: [WorkerOutput])
  /// The job's errors.
  case failed([Diagnostic])
}

/// A rendered image and its bytes.
package struct WorkerOutput: Sendable {
  package let info: OutputRecord
  package let content: ImmutableBytes

  /// The same image as one of a template's variant.
  package func of(variant: String?) -> WorkerOutput {
    var info = info
    info.variant = variant
    return WorkerOutput(info: info, content: content)
  }
}

package import ScrimJSON
package import ScrimJob
@_spi(Host) import ScrimKit

/// A job exceeded the memory limit of a worker.
package struct OutOfMemory: Error {
  /// The code of the error in reports.
  package static let code = "out-of-memory"

  /// The position in the document: of an effect, a layer, a source or the outputs.
  let path: [PathElement]
  /// The activity that failed: "effect \"blur\"", "decoding".
  let activity: String
  /// Purpose or size of the failed allocation; without a full stop.
  let reason: String

  /// The error in the job.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - limit: The memory limit of a worker, in bytes.
  /// - Returns: An error at its position, with suggestions.
  package func diagnostic(in job: Job, limit: Int) -> Diagnostic {
    job.diagnostic(
      Self.code,
      "\(activity) ran \(reason); the limit per job is \(DrawingError.size(limit)). "
        + "Make the canvas, the scale or images smaller, or use fewer or smaller effects.",
      at: path)
  }
}

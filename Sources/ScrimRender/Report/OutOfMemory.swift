package import ScrimJSON
package import ScrimJob
@_spi(Host) import ScrimKit

/// A job needs more memory than a worker may have.
package struct OutOfMemory: Error {
  /// The code of the error in reports.
  package static let code = "out-of-memory"

  /// The place in the document: of an effect, a layer, a source or the outputs.
  let path: [PathElement]
  /// What was being done: "effect \"blur\"", "decoding".
  let activity: String
  /// What the allocation that failed was for, or how large it was; without a full stop.
  let reason: String

  /// The error in the job.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - limit: The memory that a worker may have, bytes.
  /// - Returns: An error at the place, with what can be changed.
  package func diagnostic(in job: Job, limit: Int) -> Diagnostic {
    job.diagnostic(
      Self.code,
      "\(activity) ran \(reason); the limit per job is \(DrawingError.size(limit)). "
        + "Make the canvas, the scale or images smaller, or use fewer or smaller effects.",
      at: path)
  }
}

package import ScrimDocument
package import ScrimKit

extension Job {
  /// Reads and checks a job.
  ///
  /// - Parameters:
  ///   - bytes: The job's document.
  ///   - name: The job's name, without an extension; the default output's name is derived from it.
  ///   - effects: The effects that the job may use.
  ///   - scale: The scale of all outputs, which replaces the job's own, 0.1…8.
  ///   - limits: The limits of the job.
  /// - Returns: The job, without any error that can be found before rendering.
  /// - Throws: All errors, in document order.
  package static func read(
    _ bytes: [UInt8], name: String, effects: EffectRegistry, scale: Double? = nil,
    limits: RenderLimits = .standard
  ) throws(JobDiagnostics) -> Job {
    let reading = JobReading(
      bytes, name: name, effects: effects, scale: scale, limits: limits)
    guard let job = reading.job, reading.diagnostics.isEmpty else {
      throw JobDiagnostics(diagnostics: reading.diagnostics)
    }
    return job
  }
}

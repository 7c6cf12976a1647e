package import ScrimKit

extension Job {
  /// Reads and checks a job.
  ///
  /// - Parameters:
  ///   - bytes: The job's document.
  ///   - name: The job's name, without an extension; the default output is named for it.
  ///   - effects: The effects that the job may use.
  ///   - scale: The scale of all outputs in place of the job's own, 0.1…8.
  ///   - limits: How large the job may be.
  /// - Returns: The job, without any error that can be found before rendering.
  /// - Throws: All its errors, in the order of the document.
  package static func read(
    _ bytes: [UInt8], name: String, effects: EffectRegistry, scale: Double? = nil,
    limits: JobLimits = .standard
  ) throws(JobDiagnostics) -> Job {
    let reading = JobReading(
      bytes, name: name, effects: effects, scale: scale, limits: limits)
    guard let job = reading.job, reading.diagnostics.isEmpty else {
      throw JobDiagnostics(diagnostics: reading.diagnostics)
    }
    return job
  }
}

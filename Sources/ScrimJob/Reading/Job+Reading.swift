import ScrimDocument
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
  ///   - availability: What can be drawn.
  /// - Returns: The job, without any mistake that can be found before rendering.
  /// - Throws: All its mistakes, in the order of the document.
  package static func read(
    _ bytes: [UInt8], name: String, effects: EffectRegistry, scale: Double? = nil,
    limits: JobLimits = .standard, availability: Availability = .thisVersion
  ) throws(JobMistakes) -> Job {
    let findings = Findings()
    let document: Node
    do throws(Problem) {
      var duplicates: [Problem] = []
      document = try Node.parse(bytes, limits: limits.document, duplicates: &duplicates)
      duplicates.forEach(findings.report)
    } catch {
      throw JobMistakes(problems: [error])
    }

    let root = Place(node: document, path: [], findings: findings)
    var reader = JobReader(name: name, effects: effects, limits: limits)
    let read = reader.readJob(root)
    let job = scale.flatMap { read?.scaled(to: $0) } ?? read
    reader.outline.check()
    checkSources(of: root, limits: limits)
    if let job {
      checkOutputNames(of: job, root)
      checkSizes(of: job, root, limits: limits)
      availability.check(job, findings)
    }

    guard let job, findings.problems.isEmpty else {
      throw JobMistakes(problems: findings.sorted)
    }
    return job
  }
}

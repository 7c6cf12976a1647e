package import ScrimJSON
package import ScrimKit

/// What came of reading a document: the job as far as it could be read, and its errors.
///
/// With both, pictures and fonts can be checked too when something else is wrong, so that all
/// errors are told together.
package struct JobReading: Sendable {
  /// The job. Where there are errors, what is wrong has its default or is left out; `nil` if
  /// nothing of it could be read.
  package let job: Job?
  /// All values with their places; `nil` where the document breaks the rules of JSON.
  package let document: Node?
  /// In the order of the document; none for a job that is right as far as it can be known without
  /// pictures and fonts.
  package let diagnostics: [Diagnostic]

  /// Reads and checks a document.
  ///
  /// - Parameters:
  ///   - bytes: The job's document.
  ///   - name: The job's name, without an extension; the default output is named for it.
  ///   - effects: The effects that the job may use.
  ///   - unloaded: Effects and plugins that the message about an unknown effect names, too.
  ///   - scale: The scale of all outputs in place of the job's own, 0.1…8.
  ///   - limits: How large the job may be.
  ///   - progress: Told before the code of an effect runs, with its name and the index of its layer,
  ///     and with `nil` when it is done, so that a crash can be blamed.
  package init(
    _ bytes: [UInt8], name: String, effects: EffectRegistry,
    unloaded: UnloadedEffects = UnloadedEffects(), scale: Double? = nil,
    limits: JobLimits = .standard,
    progress: @escaping (RunningEffect?) -> Void = { _ in }
  ) {
    let collector = DiagnosticCollector()
    let document: Node
    do throws(Diagnostic) {
      var duplicates: [Diagnostic] = []
      document = try Node.parse(bytes, limits: limits.document, duplicates: &duplicates)
      duplicates.forEach(collector.report)
    } catch {
      self.document = nil
      job = nil
      diagnostics = [error]
      return
    }
    let root = Place(node: document, path: [], collector: collector)
    var reader = JobReader(
      name: name, bytes: bytes, effects: effects, unloaded: unloaded, limits: limits,
      progress: progress)
    let read = reader.readJob(root)
    let job = scale.flatMap { read?.scaled(to: $0) } ?? read
    reader.layerIndex.check()
    Job.checkSources(of: root, limits: limits)
    if let job {
      Job.checkOutputNames(of: job, root)
      Job.checkSizes(of: job, root, limits: limits)
    }
    self.document = document
    self.job = job
    diagnostics = collector.sorted
  }
}

/// An effect whose code runs while a job is read.
package struct RunningEffect: Sendable, Hashable {
  package let name: String
  /// The index of its layer in the document.
  package let layer: Int
}

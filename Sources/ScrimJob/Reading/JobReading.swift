package import ScrimDocument
package import ScrimJSON
package import ScrimKit

/// The result of reading a document: the readable parts of the job, and its errors.
///
/// With both, images and fonts can be checked even if there are errors, so that all errors are reported together.
package struct JobReading: Sendable {
  /// The job. Invalid values are replaced by defaults or left out; `nil` if nothing was readable.
  package let job: Job?
  /// All values with their positions; `nil` if the document is not valid JSON.
  package let document: Node?
  /// In document order; empty if the job is valid as far as can be checked without images and fonts.
  package let diagnostics: [Diagnostic]
  /// The effects that jobs may use.
  package let effects: PluginRegistry

  /// Reads and checks a document.
  ///
  /// - Parameters:
  ///   - bytes: The job's document.
  ///   - name: The job's name, without an extension; the default output's name is derived from it.
  ///   - effects: The effects that the job may use.
  ///   - unloaded: Effects and plugins for the message about an unknown effect.
  ///   - scale: The scale of all outputs, which replaces the job's own, 0.1…8.
  ///   - format: The format of all outputs, which replaces the job's own.
  ///   - limits: The limits of the job.
  ///   - isEvaluated: Whether a template gave the document, whose lines the author does not know.
  ///   - progress: Called before an effect's code runs, with the effect's name and the index of its layer, and with
  ///     `nil` afterwards, to attribute a crash.
  package init(
    _ bytes: [UInt8], name: String, effects: PluginRegistry,
    unloaded: UnloadedEffects = UnloadedEffects(), scale: Double? = nil,
    format: Output.Format? = nil, limits: RenderLimits = .standard, isEvaluated: Bool = false,
    progress: @escaping (RunningEffect?) -> Void = { _ in }
  ) {
    self.effects = effects
    let collector = DiagnosticCollector(namesLines: !isEvaluated)
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
      name: name, bytes: bytes, effects: effects, unloaded: unloaded, format: format,
      limits: limits,
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

/// An effect whose code is running while a job is read.
package struct RunningEffect: Sendable, Hashable {
  package let name: String
  /// The index of its layer in the document.
  package let layer: Int
}

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
    _ bytes: [UInt8], name: String, effects: PluginRegistry, scale: Double? = nil,
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

/// Effects of plugins that are not loaded, for the message about an unknown effect.
package struct UnloadedEffects: Sendable {
  /// Their names.
  package var names: [String]
  /// Refused plugins, each with the reason in complete sentences.
  package var refusals: [(file: String, reason: String)]

  package init(names: [String] = [], refusals: [(file: String, reason: String)] = []) {
    self.names = names
    self.refusals = refusals
  }
}

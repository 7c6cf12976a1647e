import ScrimCodecs
package import ScrimDocument
package import ScrimJSON
import ScrimJob
package import ScrimKit
package import ScrimRender

/// Renders job documents in the test's own process, with effects that are linked into it.
package struct TestRenderer {
  private let effects = PluginRegistry()
  private let fonts = FontLibrary()

  /// Creates a renderer with some effects and contents.
  package init(_ types: [any Parameterized.Type] = []) {
    for type in types { effects.register(type) }
  }

  /// The pixels of the first output of a job.
  ///
  /// - Throws: `JobDiagnostics`.
  package func pixels(
    _ document: String, sources: [String: SourceFile] = [:], seed: Int = 1
  ) throws -> Pixels {
    let encoded = try outputs(document, sources: sources, seed: seed)
    guard let first = encoded.outputs.first else { throw NoOutput() }
    return try first.bytes.withUnsafeBytes { try ImageDecoding.decode($0, limits: .standard) }
  }

  /// All outputs of a job, and the report.
  ///
  /// - Throws: `JobDiagnostics`.
  package func outputs(
    _ document: String, sources: [String: SourceFile] = [:], seed: Int = 1,
    progress: @escaping (Renderer.Progress) -> Void = { _ in }
  ) throws -> (outputs: [EncodedOutput], report: RenderReport) {
    let reading = JobReading(Array(document.utf8), name: "test", effects: effects)
    var outputs: [EncodedOutput] = []
    let report = try Renderer(fonts: fonts).render(
      reading, sources: sources, seed: seed, progress: progress
    ) { outputs.append($0) }
    return (outputs, report)
  }

  /// Where everything in a job is, as `scrim measure` prints it.
  ///
  /// - Throws: `JobDiagnostics`.
  package func measures(
    _ document: String, sources: [String: SourceFile] = [:]
  ) throws -> JSON? {
    let reading = JobReading(Array(document.utf8), name: "test", effects: effects)
    return try Renderer(fonts: fonts).check(reading, sources: sources, isMeasured: true).measures
  }

  /// The errors of a job, as users see them; empty if there are none.
  package func messages(
    _ document: String, sources: [String: SourceFile] = [:]
  ) throws -> [String] {
    do {
      _ = try outputs(document, sources: sources)
      return []
    } catch let diagnostics as JobDiagnostics {
      return diagnostics.diagnostics.map { $0.text(file: "test.json") }
    }
  }

  private struct NoOutput: Error {}
}

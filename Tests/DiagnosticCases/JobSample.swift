package import ScrimDocument
package import ScrimJSON
package import ScrimJob
import ScrimKit

/// Jobs for tests: read with a few effects that draw nothing.
package enum JobSample {
  package static func read(
    _ text: String, limits: RenderLimits = .standard
  ) throws(JobDiagnostics) -> Job {
    try Job.read(
      Array(text.utf8), name: "story", effects: TestEffects.registry(), limits: limits)
  }

  /// The errors of a job.
  package static func diagnostics(
    _ text: String, limits: RenderLimits = .standard
  ) -> [Diagnostic] {
    do throws(JobDiagnostics) {
      _ = try read(text, limits: limits)
      return []
    } catch {
      return error.diagnostics
    }
  }

  /// The default limits but for one.
  package static func limits(
    _ key: WritableKeyPath<RenderLimits, Int>, _ value: Int
  ) -> RenderLimits {
    var limits = RenderLimits.standard
    limits[keyPath: key] = value
    return limits
  }

  /// The errors of a job as the user sees them.
  package static func messages(
    _ text: String, limits: RenderLimits = .standard
  ) -> [String] {
    diagnostics(text, limits: limits)
      .map { $0.text(file: "story.json") }
  }

  /// A job of these layers, each in a line of its own from line 2 on.
  package static func layers(_ layers: [String]) -> String {
    "{\"scrim\": 1, \"canvas\": {\"width\": 100, \"height\": 100}, \"layers\": [\n"
      + layers.joined(separator: ",\n") + "\n]}"
  }

  /// A job with this `output`, which begins in line 2, column 11.
  package static func output(_ output: String) -> String {
    "{\"scrim\": 1, \"canvas\": {\"width\": 100, \"height\": 100}, \"layers\": [{}],\n"
      + "\"output\": \(output)}"
  }

  /// A job of one layer, whose keys begin in line 2, column 2.
  package static func layer(_ keys: String) -> String {
    layers(["{\(keys)}"])
  }
}

import ScrimDocument
import ScrimJob
import ScrimKit

/// Jobs for tests: read with a few effects that draw nothing.
enum JobSample {
  static func read(
    _ text: String, limits: JobLimits = .standard, availability: Availability = .everything
  ) throws(JobMistakes) -> Job {
    let effects = EffectRegistry()
    effects.register(Shadow.self)
    effects.register(Frame.self)
    return try Job.read(
      Array(text.utf8), name: "story", effects: effects, limits: limits, availability: availability)
  }

  /// The mistakes of a job as the user sees them.
  static func mistakes(
    _ text: String, limits: JobLimits = .standard, availability: Availability = .everything
  ) -> [String] {
    do throws(JobMistakes) {
      _ = try read(text, limits: limits, availability: availability)
      return []
    } catch {
      return error.problems.map { $0.text(file: "story.json") }
    }
  }

  /// A job of these layers, each in a line of its own from line 2 on.
  static func layers(_ layers: [String]) -> String {
    "{\"scrim\": 1, \"canvas\": {\"width\": 100, \"height\": 100}, \"layers\": [\n"
      + layers.joined(separator: ",\n") + "\n]}"
  }

  /// A job with this `output`, which begins in line 2, column 11.
  static func output(_ output: String) -> String {
    "{\"scrim\": 1, \"canvas\": {\"width\": 100, \"height\": 100}, \"layers\": [{}],\n"
      + "\"output\": \(output)}"
  }

  /// A job of one layer, whose keys begin in line 2, column 2.
  static func layer(_ keys: String) -> String {
    layers(["{\(keys)}"])
  }
}

/// A drop shadow by its parameters only.
struct Shadow: Effect {
  static let manifest = Manifest("drop-shadow", version: "1.0.0", summary: "For tests.")

  @Parameter("Standard deviation", unit: .pixels, in: 0...250) var sigma = 5.0
  @Parameter("The shadow's colour") var color = Color.black
  @Parameter("How much of it", in: 0...1) var opacity = 0.6

  func validate() throws(ParameterProblem) {
    if sigma == 13 { throw ParameterProblem(.conflict, "13 brings bad luck.", at: "sigma") }
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {}
}

/// Lights of a spotlight, as plain references and as records.
struct Frame: Effect {
  static let manifest = Manifest("test-frame", version: "1.0.0", summary: "For tests.")

  struct Target: ParameterRecord {
    @Parameter("What is framed") var at: Reference
    @Parameter("Room around it", unit: .pixels, in: 0...100) var padding = 0.0
  }

  @Parameter("What is framed") var around: Reference? = nil
  @Parameter("What is framed, several") var targets: [Target] = []
  @Parameter("Says what it is") var label: TextSpec? = nil

  func apply(to picture: inout Picture, in context: EffectContext) throws {}
}

package import ScrimJSON
package import ScrimKit

/// Example layers of effects, generated from the effects' declarations.
package enum EffectExample {
  /// A layer with the effect.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - effects: All effects that jobs may use.
  /// - Returns: A valid layer; `nil` if none could be generated.
  package static func layer(
    with effect: any Effect.Type, among effects: EffectRegistry
  ) -> JSON? {
    use(of: effect, among: effects).map(layer)
  }

  /// The effect as an element of `effects`: with its required parameters and a few others, if the effect accepts the
  /// combination.
  static func use(of effect: any Effect.Type, among effects: EffectRegistry) -> JSON? {
    let required = effect.parameters.filter { $0.defaultValue == nil }
    let others = effect.parameters.filter { isWorthShowing($0) }.prefix(3)
    let candidates = [required + others, required].map { parameters in
      JSON.object(
        [JSON.Member("effect", .string(effect.manifest.name))]
          + parameters.map { JSON.Member($0.name, sample(of: $0)) })
    }
    return candidates.first { isValid(layer($0), effects) }
  }

  private static func layer(_ use: JSON) -> JSON {
    [
      "frame": ["x": 40, "y": 40, "width": 560],
      "text": ["string": "Two lines\nof text", "size": 64, "color": "#e11d48"],
      "effects": [use],
    ]
  }

  private static func isValid(_ layer: JSON, _ effects: EffectRegistry) -> Bool {
    let job: JSON = [
      "scrim": 1, "canvas": ["width": 640, "height": 240], "layers": [layer],
    ]
    do {
      _ = try Job.read(job.bytes(), name: "example", effects: effects)
      return true
    } catch {
      return false
    }
  }

  /// Whether the default is informative: missing and empty values are not.
  private static func isWorthShowing(_ parameter: ParameterDeclaration) -> Bool {
    guard parameter.examples.isEmpty else { return true }
    return switch parameter.defaultValue {
    case .boolean, .number, .string: true
    default: false
    }
  }

  private static func sample(of parameter: ParameterDeclaration) -> JSON {
    parameter.examples.first ?? parameter.defaultValue
      ?? sample(of: parameter.shape, in: parameter.range)
  }

  private static func sample(of shape: ParameterShape, in range: ClosedRange<Double>?) -> JSON {
    switch shape {
    case .boolean: .boolean(true)
    case .number, .integer, .length, .measure, .nonNegative, .positive: .number(number(in: range))
    case .string: "text"
    case .choice(let words): .string(words.first ?? "")
    case .color, .paint: "#ff8800"
    case .reference: "#canvas"
    case .list(let element, let count):
      .array(Array(repeating: sample(of: element, in: range), count: max(1, count.lowerBound)))
    case .tuple(let elements): .array(elements.map(sample))
    case .record(let parameters):
      if shape == TextSpec.shape {
        ["string": "text"]
      } else {
        .object(
          parameters.filter { $0.defaultValue == nil }
            .map { JSON.Member($0.name, sample(of: $0)) })
      }
    case .map: .object([])
    case .union(let shapes): shapes.first.map { sample(of: $0, in: range) } ?? .null
    }
  }

  /// A number within the range that is large enough to be visible.
  private static func number(in range: ClosedRange<Double>?) -> Double {
    guard let range else { return 10 }
    return min(max(10, range.lowerBound), range.upperBound)
  }
}

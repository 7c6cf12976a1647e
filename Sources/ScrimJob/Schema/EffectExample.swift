package import ScrimJSON
package import ScrimKit

/// Example layers of effects and contents, generated from their declarations.
package enum EffectExample {
  /// A layer with the effect.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - effects: All effects that jobs may use.
  /// - Returns: A valid layer; `nil` if none could be generated.
  package static func layer(
    with effect: any Effect.Type, among effects: PluginRegistry
  ) -> JSON? {
    use(of: effect, among: effects, reference: "#\(id)/line/0").map(layer)
  }

  /// A layer with the content.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - effects: All effects and contents that jobs may use.
  /// - Returns: A valid layer; `nil` if none could be generated.
  package static func layer(
    with content: any Content.Type, among effects: PluginRegistry
  ) -> JSON? {
    candidates(of: content, called: ContentFormat.kind, Sampler(reference: "#canvas"))
      .map { use -> JSON in
        ["frame": ["x": 40, "y": 40, "width": 240, "height": 160], "content": use]
      }
      .first { isValid($0, effects) }
  }

  /// The effect as an element of `effects`: with its required parameters and a few others, if the effect accepts the
  /// combination.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - effects: All effects that jobs may use.
  ///   - reference: What its references name.
  /// - Returns: A valid element; `nil` if none could be generated.
  static func use(
    of effect: any Effect.Type, among effects: PluginRegistry, reference: String = "#canvas"
  ) -> JSON? {
    candidates(of: effect, called: "effect", Sampler(reference: reference))
      .first { isValid(layer($0), effects) }
  }

  /// Its object with the required parameters and a few others, then without one of those, which may exclude another,
  /// then with the required ones alone.
  private static func candidates(
    of type: any Parameterized.Type, called key: String, _ sampler: Sampler
  ) -> [JSON] {
    let required = type.parameters.filter { $0.defaultValue == nil }
    let optional = type.parameters.filter { $0.defaultValue != nil }
    let told = optional.filter { !$0.examples.isEmpty }
    let worth = optional.filter { $0.examples.isEmpty && isWorthShowing($0) }
    var others = Array((told + worth).prefix(3))
    // An effect that does nothing by default shows something with its first parameter.
    if required.isEmpty && others.isEmpty { others = Array(optional.prefix(1)) }
    let fewer = others.indices.map { index in
      required + others[..<index] + others[(index + 1)...]
    }
    return ([required + others] + fewer + [required]).map { parameters in
      JSON.object(
        [JSON.Member(key, .string(type.manifest.name))]
          + parameters.map { JSON.Member($0.name, sampler.value(of: $0)) })
    }
  }

  private static let id = "example"

  private static func layer(_ use: JSON) -> JSON {
    [
      "id": .string(id),
      "frame": ["x": 40, "y": 40, "width": 560],
      "text": ["string": "Two lines\nof text", "size": 64, "color": "#e11d48"],
      "effects": [use],
    ]
  }

  private static func isValid(_ layer: JSON, _ effects: PluginRegistry) -> Bool {
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
    switch parameter.defaultValue {
    case .boolean, .number, .string: true
    default: false
    }
  }
}

/// Values of parameters for an example.
private struct Sampler {
  /// What references name.
  let reference: String

  func value(of parameter: ParameterDeclaration) -> JSON {
    if let example = parameter.examples.first { return example }
    switch parameter.defaultValue {
    case nil, .null, .array([]): return value(of: parameter.shape, in: range(of: parameter))
    case .some(let value): return value
    }
  }

  private func value(of shape: ParameterShape, in range: ClosedRange<Double>?) -> JSON {
    switch shape {
    case .boolean: .boolean(true)
    case .number, .integer, .length, .measure, .nonNegative, .positive: .number(number(in: range))
    case .string: "text"
    case .choice(let words): .string(words.first ?? "")
    case .color, .paint: "#ff8800"
    case .reference, .referencePoint: .string(reference)
    case .list(let element, let count):
      .array(Array(repeating: value(of: element, in: range), count: max(1, count.lowerBound)))
    case .tuple(let elements): .array(elements.map(value))
    case .record(let parameters):
      if shape == TextSpec.shape { ["string": "text"] } else { record(of: parameters) }
    case .map: .object([])
    case .union(let shapes): shapes.first.map { value(of: $0, in: range) } ?? .null
    }
  }

  /// Its required keys; of one without any, the first key that has no default, since an empty object says nothing.
  private func record(of parameters: [ParameterDeclaration]) -> JSON {
    let required = parameters.filter { $0.defaultValue == nil }
    if required.isEmpty, let first = parameters.first(where: { $0.defaultValue == .null }) {
      return .object([JSON.Member(first.name, value(of: first))])
    }
    return .object(required.map { JSON.Member($0.name, value(of: $0)) })
  }

  /// Of a factor or a share, which have no unit, a half.
  private func range(of parameter: ParameterDeclaration) -> ClosedRange<Double>? {
    guard parameter.unit == .none, let range = parameter.range, range.lowerBound == 0 else {
      return parameter.range
    }
    let half = min(0.5, range.upperBound)
    return half...half
  }

  /// A number within the range that is large enough to be visible.
  private func number(in range: ClosedRange<Double>?) -> Double {
    guard let range else { return 10 }
    return min(max(10, range.lowerBound), range.upperBound)
  }
}

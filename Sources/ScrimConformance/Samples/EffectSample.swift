import ScrimJSON
import ScrimJob
import ScrimKit

/// One use of an effect or a content in a job.
struct EffectSample: Sendable, Hashable, CustomStringConvertible {
  /// Its object in a job.
  let use: JSON

  /// Whether it is a content.
  var isContent: Bool { use["kind"] != nil && use["effect"] == nil }

  /// Its keys except the name, as in a job: `sigma: 250`, or `defaults`.
  var description: String {
    let keys = (use.object ?? []).filter { $0.key != "effect" && $0.key != "kind" }
    return keys.isEmpty
      ? "defaults" : keys.map { "\($0.key): \($0.value.text())" }.joined(separator: ", ")
  }
}

extension EffectSample {
  /// Uses of an effect or a content that its validation accepts: with its defaults, then with each value of
  /// `ValueSamples` of each parameter, together with as few others as make it valid.
  ///
  /// - Parameters:
  ///   - checked: The effect or the content.
  ///   - isRight: Whether a job may contain this object.
  /// - Returns: The uses, the defaults first, and the values for which no valid use was found.
  static func all(
    of checked: any Parameterized.Type, where isRight: (JSON) -> Bool
  ) -> (samples: [EffectSample], left: [EffectSample]) {
    let parameters = checked.parameters
    var samples: [EffectSample] = []
    var left: [EffectSample] = []
    let name = JSON.Member(
      checked is any Content.Type ? "kind" : "effect", .string(checked.manifest.name))
    let required = parameters.filter { $0.defaultValue == nil }.compactMap { parameter in
      ValueSamples.of(parameter).first.map { JSON.Member(parameter.name, $0) }
    }
    let base = JSON.object([name] + required)
    if isRight(base) { samples.append(EffectSample(use: base)) }
    for parameter in parameters {
      for value in ValueSamples.of(parameter) {
        let use = JSON.object(
          [name] + required.filter { $0.key != parameter.name }
            + [JSON.Member(parameter.name, value)])
        if let right = completed(use, parameters, isRight) {
          let sample = EffectSample(use: right)
          if !samples.contains(sample) { samples.append(sample) }
        } else {
          left.append(EffectSample(use: use))
        }
      }
    }
    return (samples, left)
  }

  /// The object with up to two other parameters that make it valid.
  private static func completed(
    _ use: JSON, _ parameters: [ParameterDeclaration], _ isRight: (JSON) -> Bool
  ) -> JSON? {
    if isRight(use) { return use }
    let members = use.object ?? []
    let others = parameters.filter { use[$0.name] == nil }.compactMap { parameter in
      ValueSamples.of(parameter).last.map { JSON.Member(parameter.name, $0) }
    }
    for other in others where isRight(.object(members + [other])) {
      return .object(members + [other])
    }
    for (index, first) in others.enumerated() {
      for second in others[(index + 1)...] where isRight(.object(members + [first, second])) {
        return .object(members + [first, second])
      }
    }
    return nil
  }
}

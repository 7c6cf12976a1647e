import ScrimJSON
import ScrimJob
import ScrimKit

/// Effects and their parameters as JSON, for `scrim effects`.
extension JSON {
  /// The declaration of an effect, with a layer that shows how it is written.
  init(_ effect: any Effect.Type, plugin: String?, among effects: EffectRegistry) {
    let manifest = effect.manifest
    self = .object(
      [
        Member("name", .string(manifest.name)),
        Member("version", .string(manifest.version)),
        Member("summary", .string(manifest.summary)),
      ] + (plugin.map { [Member("plugin", .string($0))] } ?? []) + [
        Member("parameters", .array(effect.parameters.map(JSON.init)))
      ]
        + (EffectExample.layer(with: effect, among: effects).map { [Member("example", $0)] } ?? []))
  }

  /// The declaration of a parameter.
  init(_ parameter: ParameterDeclaration) {
    var members = [
      Member("name", .string(parameter.name)),
      Member("help", .string(parameter.help)),
      Member("shape", JSON(parameter.shape)),
    ]
    if !parameter.unit.suffix.isEmpty {
      members.append(Member("unit", .string(String(parameter.unit.suffix.filter { $0 != " " }))))
    }
    if let range = parameter.range {
      if range.lowerBound.isFinite {
        members.append(Member("minimum", .number(range.lowerBound)))
      }
      if range.upperBound.isFinite {
        members.append(Member("maximum", .number(range.upperBound)))
      }
    }
    // A parameter whose default is nothing has none.
    if parameter.defaultValue == nil {
      members.append(Member("required", true))
    } else if let value = parameter.defaultValue, value != .null {
      members.append(Member("default", value))
    }
    self = .object(members)
  }

  private init(_ shape: ParameterShape) {
    var members = [Member("words", .string(shape.words))]
    switch shape {
    case .boolean: members.insert(Member("type", "boolean"), at: 0)
    case .number: members.insert(Member("type", "number"), at: 0)
    case .integer: members.insert(Member("type", "integer"), at: 0)
    case .string: members.insert(Member("type", "string"), at: 0)
    case .color: members.insert(Member("type", "color"), at: 0)
    case .paint: members.insert(Member("type", "paint"), at: 0)
    case .length: members.insert(Member("type", "length"), at: 0)
    case .reference: members.insert(Member("type", "reference"), at: 0)
    case .choice(let names):
      members.insert(Member("type", "choice"), at: 0)
      members.append(Member("choices", .array(names.map(JSON.string))))
    case .nonNegative(let inner):
      self = JSON(inner).adding(Member("minimum", 0))
      return
    case .positive(let inner):
      self = JSON(inner).adding(Member("exclusiveMinimum", 0))
      return
    case .tuple(let elements):
      members.insert(Member("type", "tuple"), at: 0)
      members.append(Member("elements", .array(elements.map(JSON.init))))
    case .list(let element, let count):
      members.insert(Member("type", "list"), at: 0)
      members.append(Member("of", JSON(element)))
      members.append(Member("least", .integer(count.lowerBound)))
      if count.upperBound < Int.max {
        members.append(Member("most", .integer(count.upperBound)))
      }
    case .record(let keys):
      members.insert(Member("type", "record"), at: 0)
      members.append(Member("keys", .array(keys.map(JSON.init))))
    case .union(let shapes):
      members.insert(Member("type", "union"), at: 0)
      members.append(Member("any", .array(shapes.map(JSON.init))))
    }
    self = .object(members)
  }

  private func adding(_ member: Member) -> JSON {
    .object((object ?? []) + [member])
  }
}

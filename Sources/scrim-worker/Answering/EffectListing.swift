import ScrimDocument
import ScrimKit

/// Effects and their parameters as JSON, for `scrim effects` and for schemas.
extension JSON {
  /// The declaration of an effect.
  init(_ effect: any Effect.Type, plugin: String?) {
    let manifest = effect.manifest
    self = .object(
      [
        Member("name", .string(manifest.name)),
        Member("version", .string(manifest.version)),
        Member("summary", .string(manifest.summary)),
      ] + (plugin.map { [Member("plugin", .string($0))] } ?? []) + [
        Member("parameters", .array(effect.parameters.map(JSON.init)))
      ])
  }

  /// The declaration of a parameter; `default` is left out when the job must say it.
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
    if let value = parameter.defaultValue { members.append(Member("default", JSON(value))) }
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
    case .list(let element, let count):
      members.insert(Member("type", "list"), at: 0)
      members.append(Member("of", JSON(element)))
      members.append(Member("least", .integer(count.lowerBound)))
      members.append(Member("most", .integer(count.upperBound)))
    case .record(let keys):
      members.insert(Member("type", "record"), at: 0)
      members.append(Member("keys", .array(keys.map(JSON.init))))
    case .union(let shapes):
      members.insert(Member("type", "union"), at: 0)
      members.append(Member("any", .array(shapes.map(JSON.init))))
    }
    self = .object(members)
  }

  /// A parameter's value.
  init(_ value: ParameterJSON) {
    switch value {
    case .null: self = .null
    case .boolean(let boolean): self = .boolean(boolean)
    case .number(let number): self = .number(number)
    case .string(let string): self = .string(string)
    case .array(let items): self = .array(items.map(JSON.init))
    case .object(let members):
      self = .object(members.map { Member($0.key, JSON($0.value)) })
    }
  }
}

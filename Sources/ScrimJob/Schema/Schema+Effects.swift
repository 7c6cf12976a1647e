import ScrimJSON
import ScrimKit

/// Effects are distinguished by name alone: whatever other errors there are, an editor describes the named effect.
extension Schema {
  /// One of the loaded effects.
  static func effect(_ effects: [any Effect.Type], examples: [JSON]) -> Schema {
    let manifests = effects.map { $0.manifest }
    let name: JSON = [
      "description": "The name of the effect. Required.",
      "enum": .array(manifests.map { .string($0.name) }),
      "enumDescriptions": .array(manifests.map { .string($0.summary) }),
    ]
    var schema: Schema = [
      "description": "An effect: its name and its parameters.", "type": "object",
      "properties": ["effect": name, "enabled": Schema(EffectFormat.enabled.format).json],
      "required": ["effect"],
    ]
    guard !effects.isEmpty else { return schema }
    schema["allOf"] = .array(
      manifests.map { manifest in
        [
          "if": [
            "properties": ["effect": ["const": .string(manifest.name)]], "required": ["effect"],
          ],
          "then": definition(definitionName(manifest)).json,
        ]
      })
    if !examples.isEmpty { schema["examples"] = .array(examples) }
    return schema
  }

  /// One effect and its parameters.
  init(_ effect: any Effect.Type) {
    let manifest = effect.manifest
    let parameters = Self.object(effect.parameters.map(KeyFormat.init))
    let name = JSON.Member(
      "effect",
      ["description": .string(manifest.summary), "const": .string(manifest.name)])
    self = [
      "title": .string("\(manifest.name) \(manifest.version)"),
      "description": .string(manifest.summary),
    ]
    self = merging(parameters)
    let enabled = JSON.Member(
      EffectFormat.enabled.name, Schema(EffectFormat.enabled.format).json)
    self["properties"] = .object([name, enabled] + (parameters["properties"]?.object ?? []))
    self["required"] = .array(["effect"] + (parameters["required"]?.array ?? []))
  }

  static func definitionName(_ manifest: Manifest) -> String { "effect-\(manifest.name)" }
}

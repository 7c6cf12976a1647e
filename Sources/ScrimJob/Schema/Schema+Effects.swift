import ScrimJSON
import ScrimKit

/// Effects and contents are distinguished by name alone: whatever other errors there are, an editor describes the named
/// one.
extension Schema {
  /// One of the loaded effects.
  static func effect(_ effects: [any Effect.Type], examples: [JSON]) -> Schema {
    var schema = oneOf(effects.map { $0.manifest }, called: "effect", by: "effect", [enabled])
    schema["description"] = "An effect: its name and its parameters."
    if !examples.isEmpty { schema["examples"] = .array(examples) }
    return schema
  }

  /// One of the loaded contents.
  static func content(_ contents: [any Content.Type]) -> Schema {
    var schema = oneOf(
      contents.map { $0.manifest }, called: "content", by: ContentFormat.kind, [])
    schema["description"] = "A content: its kind and its parameters."
    return schema
  }

  /// - Parameters:
  ///   - manifests: What there is.
  ///   - kind: What each is.
  ///   - key: The key of its name.
  ///   - others: Keys that all have.
  /// - Returns: An object with one of the names, and the keys of that.
  private static func oneOf(
    _ manifests: [Manifest], called kind: String, by key: String, _ others: [JSON.Member]
  ) -> Schema {
    let name: JSON = [
      "description": .string("The name of the \(kind). Required."),
      "enum": .array(manifests.map { .string($0.name) }),
      "enumDescriptions": .array(manifests.map { .string($0.summary) }),
    ]
    var schema: Schema = ["description": "", "type": "object"]
    schema["properties"] = .object([JSON.Member(key, name)] + others)
    schema["required"] = [.string(key)]
    guard !manifests.isEmpty else { return schema }
    schema["allOf"] = .array(
      manifests.map { manifest in
        let named = JSON.object([JSON.Member(key, ["const": .string(manifest.name)])])
        return [
          "if": ["properties": named, "required": [.string(key)]],
          "then": definition(definitionName(manifest, of: kind)).json,
        ]
      })
    return schema
  }

  private static var enabled: JSON.Member {
    JSON.Member(EffectFormat.enabled.name, Schema(EffectFormat.enabled.format).json)
  }

  /// One effect and its parameters.
  init(_ effect: any Effect.Type) {
    self.init(effect, by: "effect", [Self.enabled])
  }

  /// One content and its parameters.
  init(_ content: any Content.Type) {
    self.init(content, by: ContentFormat.kind, [])
  }

  private init(_ type: any Parameterized.Type, by key: String, _ others: [JSON.Member]) {
    let manifest = type.manifest
    let parameters = Self.object(type.parameters.map(KeyFormat.init))
    let name = JSON.Member(
      key, ["description": .string(manifest.summary), "const": .string(manifest.name)])
    self = [
      "title": .string("\(manifest.name) \(manifest.version)"),
      "description": .string(manifest.summary),
    ]
    self = merging(parameters)
    self["properties"] = .object([name] + others + (parameters["properties"]?.object ?? []))
    self["required"] = .array([.string(key)] + (parameters["required"]?.array ?? []))
  }

  static func definitionName(_ manifest: Manifest, of kind: String = "effect") -> String {
    "\(kind)-\(manifest.name)"
  }
}

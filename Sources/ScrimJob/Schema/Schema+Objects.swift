import ScrimJSON
import ScrimKit

extension Schema {
  /// An object with these keys only.
  ///
  /// - Parameter keys: The keys.
  /// - Returns: The schema of the object.
  static func object(_ keys: [KeyFormat]) -> Schema {
    let properties = keys.map { key in JSON.Member(key.name, Schema(key).json) }
    let required = keys.filter(\.isRequired).map { JSON.string($0.name) }
    var schema: Schema = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { schema["required"] = .array(required) }
    schema["patternProperties"] = annotations
    schema["additionalProperties"] = false
    return schema
  }

  /// An object whose keys match a regular expression.
  static func map(keys: String, of value: Schema) -> Schema {
    let patterns = annotations.object ?? []
    return [
      "type": "object",
      "patternProperties": .object(patterns + [JSON.Member(keys, value.json)]),
      "additionalProperties": false,
    ]
  }

  /// One of the format's objects.
  init(_ format: ObjectFormat) {
    let keys = Self.object(format.keys)
    self = ["description": .string("\(format.help).")]
    let relations = format.relations.map { relation -> KeyRelation in
      // A style may have the other key.
      guard case .needs(let key, let others) = relation, format.kind == .layer else {
        return relation
      }
      return .needs(key, oneOf: others + [LayerFormat.use.name])
    }
    self = merging(keys).merging(Self.relations(relations))
  }

  /// The value of a key.
  init(_ key: KeyFormat) {
    self = ["description": .string(key.words)]
    switch key.shape {
    case .value(let shape):
      self = merging(Schema(key.unit == .pixels ? shape.measured : shape, in: key.range))
    case .text(let form): self = merging(Schema(form))
    case .object(let kind): self = merging(Self.definition(kind.rawValue))
    case .named(let kind):
      self = merging(
        Self.map(keys: "^[A-Za-z][A-Za-z0-9_-]*$", of: Self.definition(kind.rawValue)))
    case .objects(let kind):
      let one = Self.definition(kind.rawValue).json
      self = merging(["type": "array", "minItems": 1, "items": one])
    case .objectOrObjects(let kind):
      let one = Self.definition(kind.rawValue).json
      self = merging([
        "type": ["object", "array"], "minItems": 1, "items": one, "if": ["type": "object"],
        "then": one,
      ])
    case .textsOrObjects(let form, let kind):
      self = merging([
        "type": "array",
        "items": [
          "type": ["string", "object"],
          "allOf": [
            ["if": ["type": "string"], "then": Schema(form).json],
            ["if": ["type": "object"], "then": Self.definition(kind.rawValue).json],
          ],
        ],
      ])
    case .effects:
      self = merging(["type": "array", "items": Self.definition("effect").json])
    case .content: self = merging(Self.definition("content"))
    }
    self["default"] = key.defaultValue
    if !key.examples.isEmpty { self["examples"] = .array(key.examples) }
  }

  init(_ form: TextForm) {
    self = [
      "type": "string", "pattern": .string(form.pattern),
      "patternErrorMessage": .string("Expected \(form.words)."),
    ]
    guard let refused = form.refused else { return }
    self["not"] = ["pattern": .string(refused)]
    self["errorMessage"] = self["patternErrorMessage"]
  }
}

// MARK: - Relations

extension Schema {
  private static func relations(_ relations: [KeyRelation]) -> Schema {
    var schema: Schema = [:]
    var required: [(String, [String])] = []
    // Constraints by the key whose presence implies them.
    var dependent: [(key: String, schema: Schema)] = []
    func add(_ schema: Schema, where key: String) {
      if let index = dependent.firstIndex(where: { $0.key == key }) {
        dependent[index].schema = dependent[index].schema.joining(schema)
      } else {
        dependent.append((key, schema))
      }
    }
    for relation in relations {
      switch relation {
      case .excludes(let key, let others, let given):
        for other in others {
          let why = "\"\(key)\" cannot be combined with \"\(other)\"."
          let refusal = properties([(key, refused(why))])
          add(given.map { dependentSchemas([($0, refusal)]) } ?? refusal, where: other)
        }
      case .needs(let key, let others):
        if others.count == 1 {
          required.append((key, others))
        } else {
          add(anyRequired(others), where: key)
        }
      case .requires(let keys):
        schema = schema.merging(anyRequired(keys))
      case .atMostOne(let keys, let rule):
        for (index, key) in keys.enumerated().dropLast() {
          let refusal = refused("\(rule); \"\(key)\" is already set.")
          add(properties(keys[(index + 1)...].map { ($0, refusal) }), where: key)
        }
      case .together(let one, let other, _):
        required += [(one, [other]), (other, [one])]
      }
    }
    if !required.isEmpty {
      schema["dependentRequired"] = .object(
        required.map { JSON.Member($0, .array($1.map(JSON.string))) })
    }
    return dependent.isEmpty
      ? schema : schema.merging(dependentSchemas(dependent.map { ($0.key, $0.schema) }))
  }

  private static func properties(_ properties: [(String, Schema)]) -> Schema {
    ["properties": .object(properties.map { JSON.Member($0, $1.json) })]
  }

  private static func dependentSchemas(_ schemas: [(String, Schema)]) -> Schema {
    ["dependentSchemas": .object(schemas.map { JSON.Member($0, $1.json) })]
  }

  private static func anyRequired(_ keys: [String]) -> Schema {
    ["anyOf": .array(keys.map { ["required": [.string($0)]] })]
  }

  /// Combines two schemas; constraints of the same property are merged.
  private func joining(_ other: Schema) -> Schema {
    var joined = self
    for member in other.keywords {
      let present = joined[member.key]?.object ?? []
      joined[member.key] = member.value.object.map { .object(present + $0) } ?? member.value
    }
    return joined
  }
}

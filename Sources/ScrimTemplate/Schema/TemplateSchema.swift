package import ScrimJSON

/// The JSON Schema of templates, made from that of jobs: wherever a value is allowed, so are operators of JSON-e and
/// strings with `${…}`. Constraints between keys apply only where their values are written out.
///
/// It accepts every template that can be evaluated to a job that the schema of jobs accepts. Keys and words are in
/// `anyOf`, where editors look for completions.
package enum TemplateSchema {
  /// The schema of templates.
  ///
  /// - Parameter schema: The schema of jobs, draft 2020-12.
  /// - Returns: The schema.
  package static func document(ofJobs schema: JSON) -> JSON {
    let top = ["$schema", "title", "description", "type", "properties", "required", "$defs"]
    let rest = (schema.object ?? []).filter { !top.contains($0.key) || $0.key == "properties" }
    var body = constrained(rest, at: "#/anyOf/0")
    let required = (schema["required"]?.array ?? []) + ["inputs"]
    let own: [JSON.Member] = [
      JSON.Member("inputs", inputs), JSON.Member("variants", variants),
    ]
    body = body.map { member in
      member.key == "properties"
        ? JSON.Member("properties", .object(own + (member.value.object ?? []))) : member
    }
    body.insert(JSON.Member("required", .array(required)), at: 0)
    let operators: JSON = [
      "properties": .object(own), "required": ["inputs"], "allOf": [definition("operation")],
    ]
    let definitions = (schema["$defs"]?.object ?? []).map { member in
      JSON.Member(
        member.key,
        .object(constrained(member.value.object ?? [], at: "#/$defs/\(member.key)")))
    }
    return .object([
      JSON.Member("$schema", schema["$schema"] ?? .null),
      JSON.Member("title", "Scrim template"),
      JSON.Member(
        "description", "A job with inputs: operators and expressions of JSON-e make its values."),
      JSON.Member("type", "object"),
      JSON.Member("anyOf", [.object(body), operators]),
      JSON.Member("$defs", .object(definitions + ownDefinitions)),
    ])
  }

  static func definition(_ name: String) -> JSON { ["$ref": .string("#/$defs/\(name)")] }

  /// Keywords about a value rather than of it; they stay where an editor finds them.
  private static let descriptions = ["description", "default", "title"]

  /// A place for a value: the value, or an operator or a string that makes it.
  ///
  /// - Parameters:
  ///   - schema: The schema of the value in a job.
  ///   - pointer: Where the result is, so that operators can refer to it; `nil` if it has no simple pointer.
  ///   - isItem: Whether the value is an item of an array.
  /// - Returns: The schema of the value in a template.
  static func place(_ schema: JSON, at pointer: String?, isItem: Bool = false) -> JSON {
    guard let members = schema.object else { return schema }
    let outer = members.filter { descriptions.contains($0.key) }
    let inner = members.filter { !descriptions.contains($0.key) }
    let value = JSON.object(constrained(inner, at: pointer.map { "\($0)/anyOf/0" }))
    return .object(
      outer + [
        JSON.Member(
          "anyOf",
          [
            value, definition("interpolation"),
            operation(of: schema, at: pointer, isItem: isItem),
          ])
      ])
  }

  /// An operator whose branches are values of the same place, where there is something to complete in them.
  private static func operation(of schema: JSON, at pointer: String?, isItem: Bool) -> JSON {
    guard let pointer, schema.hasCompletions else { return definition("operation") }
    var same: JSON = ["$ref": .string(pointer)]
    // An item may be a list that an outer operator flattens.
    if isItem { same = ["anyOf": [same, ["type": "array"]]] }
    var branches: JSON = [
      "properties": [
        "then": same, "else": same, "in": same,
        "$switch": ["type": "object", "additionalProperties": same],
      ]
    ]
    if schema["enum"] == nil {
      let each: JSON =
        schema["items"] != nil
        ? ["anyOf": [["$ref": .string("\(pointer)/anyOf/0/items")], ["type": "array"]]]
        : ["anyOf": [same, ["type": ["object", "array"]]]]
      branches = .object(
        (branches.object ?? []) + [
          JSON.Member("if", ["required": ["$map"]]),
          JSON.Member("then", ["patternProperties": ["^each\\(": each]]),
        ])
    }
    return ["allOf": [definition("operation"), branches]]
  }

  /// A value of `file` or `markup`, which is escaped.
  private static func escapedPlace(_ schema: JSON) -> JSON {
    guard let members = schema.object else { return schema }
    let outer = members.filter { descriptions.contains($0.key) }
    let inner = members.filter { !descriptions.contains($0.key) }
    return .object(
      outer + [
        JSON.Member(
          "anyOf", [.object(inner), definition("interpolation"), definition("unescaped")])
      ])
  }

  /// The keywords of a schema with places for all values below, and with constraints that hold only for values that
  /// are written out.
  static func constrained(_ keywords: [JSON.Member], at pointer: String?) -> [JSON.Member] {
    var result: [JSON.Member] = []
    var constraints: [JSON] = []
    let condition = keywords.first { $0.key == "if" }?.value
    let tested = (condition?.testedKeys ?? []).subtracting(["effect"])
    for member in keywords {
      let value = member.value
      switch member.key {
      case "properties":
        let properties = (value.object ?? []).map { property in
          JSON.Member(property.key, self.property(property, at: pointer))
        }
        result.append(JSON.Member("properties", .object(properties)))
      case "patternProperties":
        let patterns = (value.object ?? []).map {
          JSON.Member($0.key, place($0.value, at: nil))
        }
        result.append(JSON.Member("patternProperties", .object(patterns)))
      case "items":
        result.append(
          JSON.Member("items", place(value, at: pointer.map { "\($0)/items" }, isItem: true)))
      case "contains": result.append(JSON.Member("contains", place(value, at: nil, isItem: true)))
      case "prefixItems":
        let items = (value.array ?? []).map { place($0, at: nil) }
        result.append(JSON.Member("prefixItems", .array(items)))
      case "anyOf", "allOf":
        let parts = (value.array ?? []).enumerated().map { index, part in
          JSON.object(
            constrained(
              part.object ?? [], at: pointer.map { "\($0)/\(member.key)/\(index)" }))
        }
        if member.key == "allOf" {
          constraints += parts
        } else {
          result.append(JSON.Member("anyOf", .array(parts)))
        }
      // Of keys that exclude each other, operators may omit one.
      case "oneOf": result.append(JSON.Member("anyOf", value))
      case "if", "then", "else":
        guard tested.isEmpty else { continue }
        let isBranch = member.key != "if"
        result.append(
          isBranch
            ? JSON.Member(
              member.key,
              .object(
                constrained(value.object ?? [], at: pointer.map { "\($0)/\(member.key)" })))
            : member)
      case "dependentRequired":
        constraints += (value.object ?? []).map {
          written($0.key, ["required": $0.value])
        }
      case "dependentSchemas":
        constraints += (value.object ?? []).map {
          written($0.key, .object(constrained($0.value.object ?? [], at: nil)))
        }
      // Operators may make no item, or several.
      case "minItems", "maxItems":
        constraints.append([
          "if": ["not": ["contains": definition("operation")]],
          "then": .object([member]),
        ])
      default: result.append(member)
      }
    }
    if !tested.isEmpty {
      let parts = keywords.filter { ["if", "then", "else"].contains($0.key) }.map { part in
        part.key == "if"
          ? part : JSON.Member(part.key, .object(constrained(part.value.object ?? [], at: nil)))
      }
      let isMade = tested.sorted().map { key -> JSON in
        ["required": [.string(key)], "properties": .object([JSON.Member(key, definition("made"))])]
      }
      constraints.append(["if": ["anyOf": .array(isMade)], "else": .object(parts)])
    }
    if !constraints.isEmpty { result.append(JSON.Member("allOf", .array(constraints))) }
    return result
  }

  private static func property(_ property: JSON.Member, at pointer: String?) -> JSON {
    switch property.key {
    // The effects and contents of a job are known from its text.
    case "effect", "kind", "$schema": property.value
    case "file", "markup": escapedPlace(property.value)
    default:
      place(
        property.value, at: pointer.map { "\($0)/properties/\(property.key)" })
    }
  }

  /// A constraint for objects in which the value of a key is written out.
  private static func written(_ key: String, _ schema: JSON) -> JSON {
    [
      "if": [
        "required": [.string(key)],
        "properties": .object([JSON.Member(key, ["not": definition("made")])]),
      ],
      "then": schema,
    ]
  }
}

extension JSON {
  /// Whether a schema has keys or words that an editor completes.
  fileprivate var hasCompletions: Bool {
    if let name = self["$ref"]?.string {
      return name != "#/$defs/length" && name != "#/$defs/reference"
    }
    guard self["enum"] == nil, self["allOf"] == nil else { return true }
    return ["object", "array"].contains(self["type"]?.string ?? "")
  }

  /// The keys of an object that a condition tests.
  fileprivate var testedKeys: Set<String> {
    var keys = Set((self["properties"]?.object ?? []).map(\.key))
    keys.formUnion((self["required"]?.array ?? []).compactMap(\.string))
    for keyword in ["anyOf", "allOf", "oneOf"] {
      for part in self[keyword]?.array ?? [] { keys.formUnion(part.testedKeys) }
    }
    if let part = self["not"] { keys.formUnion(part.testedKeys) }
    return keys
  }
}

import BlurEffect
import DropShadow
import Outline
import ScrimJSON
import ScrimJob
import ScrimKit
import ScrimTemplate
import Spotlight
import Testing

/// The schema that `scrim schema --template` prints.
@Suite struct TemplateSchemaTests {
  private var schema: JSON {
    let effects = PluginRegistry()
    effects.register(Outline.self)
    effects.register(DropShadow.self)
    effects.register(BlurEffect.self)
    effects.register(Spotlight.self)
    return TemplateSchema.document(ofJobs: JobSchema.document(of: effects))
  }

  private static func template(_ members: String, inputs: String = "{}") -> String {
    let keys = ["canvas", "layers", "output"].filter { !members.contains("\"\($0)\"") }
    let rest = keys.compactMap { key in
      switch key {
      case "canvas": "\"canvas\": {\"width\": 9, \"height\": 9}"
      case "layers": "\"layers\": [{\"fill\": \"red\"}]"
      default: nil
      }
    }
    return "{\"scrim\": 1, \"inputs\": \(inputs), \(([members] + rest).joined(separator: ", "))}"
  }

  @Test func acceptsOperatorsWhereverAValueIsAllowed() throws {
    let layers = [
      #"{"$if": "price > 0", "then": {"id": "price", "text": {"string": "€ ${price}"}}}"#,
      #"{"$map": {"$eval": "tags"}, "each(tag,i)": {"id": "tag-${i}", "text": {"string": "${tag}"}}}"#,
      #"{"$switch": {"a": {"fill": "red"}, "$default": {"text": {"string": "x"}}}}"#,
      #"{"$let": {"a": 1}, "in": {"fill": "red"}}"#, #"{"$eval": "layer"}"#,
      #"{"$merge": [{"fill": "red"}, {"$eval": "more"}]}"#,
      #"{"opacity": "${o}", "rotate": {"$eval": "o * 2"}, "blend": {"$if": "x", "then": "multiply"}}"#,
      #"{"text": {"markup": "<b>${name}</b>", "size": {"$eval": "size"}}}"#,
      #"{"text": {"markup": {"$markup": {"$eval": "html"}}}}"#,
      #"{"fill": {"linear": {"stops": {"$map": {"$eval": "c"}, "each(c,i)": ["${c}", {"$eval": "i"}]}}}}"#,
      #"{"frame": {"x": {"$if": "a", "then": 1}, "right": {"$if": "!a", "then": 1}, "width": 3}}"#,
      #"{"effects": [{"$if": "a", "then": {"effect": "outline", "width": {"$eval": "w"}}}]}"#,
      #"{"${key}": {"string": "x"}}"#, #"{"// note": 1, "fill": "${c}"}"#,
    ]
    let templates =
      layers.map { Self.template("\"layers\": [\($0)]") } + [
        Self.template(#""layers": {"$flatten": [[{}], {"$map": [1], "each(x)": [{}]}]}"#),
        Self.template(#""layers": {"$map": {"$eval": "t"}, "each(x)": {"fill": "${x}"}}"#),
        Self.template(#""canvas": {"$merge": [{"width": 1}, {"height": 2}]}"#),
        Self.template(#""canvas": {"width": 1, "height": "${h}", "padding": 3}"#),
        Self.template(#""canvas": {}, "layers": [{"$eval": "image"}]"#),
        Self.template(#""output": {"file": "${row}-${name}.jpg", "quality": "${q}"}"#),
        Self.template(#""output": {"format": {"$eval": "f"}, "quality": 3}"#),
        Self.template(#""variants": [{"variant": "og", "width": 1200}, {"variant": "b"}]"#),
        #"{"inputs": {}, "$let": {"a": 1}, "in": {"scrim": 1}}"#,
        Self.template(
          #""seed": 1"#,
          inputs:
            #"{"a": {"type": "string", "maxLength": 80, "column": "A b", "description": "x"}, "b": {"type": "color", "default": "red"}, "c": {"type": "array", "items": {"type": "source"}, "minItems": 1, "maxItems": 9}, "d": {"type": "object", "properties": {"x": {"type": "integer", "enum": [1]}}, "required": ["x"]}, "// note": 1}"#
        ),
      ]
    for (template, verdict) in zip(templates, try Verdict.of(templates, by: schema)) {
      #expect(verdict.isJSON && verdict.errors == [], "\(template)")
    }
  }

  @Test func refusesWhatNoDataMakesRight() throws {
    let layers = [
      #"{"txt": {"string": "x"}}"#, #"{"opacity": 3}"#, #"{"$if": "x", "then": {"txt": 1}}"#,
      #"{"blend": {"$if": "x", "then": "multipli"}}"#, #"{"blend": "multipli"}"#,
      #"{"effects": [{"effect": "${x}"}]}"#, #"{"effects": [{"effect": "outlin"}]}"#,
      #"{"effects": [{"effect": "outline", "widht": {"$eval": "w"}}]}"#,
      #"{"text": {"markup": {"$eval": "x"}}}"#, #"{"$evil": "x"}"#,
      #"{"frame": {"x": 1, "right": 2, "width": 3}}"#,
    ]
    let inputs = [
      #"{"a": {}}"#, #"{"row": {"type": "string"}}"#, #"{"len": {"type": "string"}}"#,
      #"{"a b": {"type": "string"}}"#, #"{"a": {"type": "number", "default": "x"}}"#,
      #"{"a": {"type": "array", "minItems": -1}}"#,
      #"{"a": {"type": "number", "maxlength": 1}}"#, #"{"a": {"type": "text"}}"#, "[]",
    ]
    let templates =
      layers.map { Self.template("\"layers\": [\($0)]") }
      + inputs.map { Self.template(#""seed": 1"#, inputs: $0) } + [
        Self.template(#""layers": []"#), Self.template(#""variants": [{"width": 1}]"#),
        Self.template(#""variants": [{"variant": "a b"}]"#), Self.template(#""variants": []"#),
        Self.template(#""layers": {"$map": [1], "each(x)": {"fil": "${x}"}}"#),
        Self.template(#""output": {"file": "a.png", "quality": 3}"#),
        #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{}]}"#,
      ]
    for (template, verdict) in zip(templates, try Verdict.of(templates, by: schema)) {
      #expect(verdict.isRefused, "\(template)")
    }
  }

  @Test func acceptsTheTemplatesOfExamplesAndGuides() throws {
    let templates = try RightJob.templates()
    #expect(templates.count > 5)
    let printed = TemplateSchema.document(ofJobs: try PrintedSchema.ofAllPlugins())
    for (template, verdict) in zip(templates, try Verdict.of(templates.map(\.text), by: printed)) {
      #expect(verdict.isJSON && verdict.errors == [], "\(template.name)")
    }
  }

  /// Right jobs with `inputs`, as they are and with random values replaced.
  @Test func acceptsRightJobsWithAnyValueReplaced() throws {
    var random = SeededGenerator(seed: 23)
    let jobs = try (RightJob.files() + RightJob.guides()).compactMap { job in
      try JSON(parsing: Array(job.text.utf8)).object
    }
    var templates: [String] = []
    for job in jobs {
      let template = JSON.object([JSON.Member("inputs", [:])] + job.filter { $0.key != "inputs" })
      templates.append(template.text())
      for _ in 0..<4 {
        templates.append(
          JSON.object(
            [JSON.Member("inputs", [:])] + Self.replaced(job, by: &random)
          ).text())
      }
    }
    let printed = TemplateSchema.document(ofJobs: try PrintedSchema.ofAllPlugins())
    for (template, verdict) in zip(templates, try Verdict.of(templates, by: printed)) {
      #expect(verdict.errors == [], "\(template)")
    }
  }

  private static func replaced(
    _ members: [JSON.Member], by random: inout SeededGenerator
  ) -> [JSON.Member] {
    members.filter { $0.key != "inputs" }.map { member in
      switch member.key {
      case "effect", "kind", "$schema": member
      case "file", "markup": JSON.Member(member.key, "${a}.png")
      case _ where member.key.hasPrefix("//"): member
      default: JSON.Member(member.key, replaced(member.value, by: &random))
      }
    }
  }

  private static func replaced(_ json: JSON, by random: inout SeededGenerator) -> JSON {
    switch (Int.random(in: 0..<12, using: &random), json) {
    case (0, _): ["$eval": "a"]
    case (1, _): ["$if": "a", "then": json]
    case (2, _): ["$let": ["a": 1], "in": json]
    case (3, _): ["$switch": ["a": json, "$default": json]]
    case (4, _): "x${a}"
    case (_, .object(let members)): .object(replaced(members, by: &random))
    case (_, .array(let items)): .array(items.map { replaced($0, by: &random) })
    default: json
    }
  }

  /// Editors look for words in `anyOf`, not in `else`.
  @Test func wordsAndKeysAreInAnyOf() throws {
    let layer = try #require(schema["$defs"]?["layer"])
    let blend = try #require(layer["properties"]?["blend"])
    #expect(blend["description"]?.string?.hasPrefix("Blend mode") == true)
    #expect(blend["anyOf"]?.array?.first?["enum"]?.array?.contains("multiply") == true)
    #expect(
      schema["anyOf"]?.array?.first?["properties"]?.object?.prefix(3).map(\.key)
        == ["inputs", "variants", "$schema"])
    let kinds = schema["$defs"]?["input"]?["properties"]?["type"]?["enum"]?.array
    #expect(kinds == InputSchema.Kind.allCases.map { .string($0.rawValue) })
  }
}

package import ScrimJSON
package import ScrimKit

/// The JSON Schema of jobs: for editors, and for programs that write jobs.
package enum JobSchema {
  /// The schema of the format and of some effects, draft 2020-12. It accepts every job that the reader accepts. Of
  /// the others it accepts those whose error a schema cannot express, such as a reference to nothing. The same
  /// effects give the same document.
  ///
  /// - Parameter effects: The effects and contents that jobs may use.
  /// - Returns: The schema.
  package static func document(of effects: PluginRegistry) -> JSON {
    let types = effects.names.compactMap { effects[$0] }
    var schema: Schema = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Scrim job",
    ]
    schema = schema.merging(Schema(JobFormat.object))
    let annotation = JSON.Member(
      "$schema", ["description": "Location of this schema, for editors; ignored by Scrim."])
    schema["properties"] = .object([annotation] + (schema["properties"]?.object ?? []))
    schema = schema.merging(imageForSize)
    let contents = effects.contentNames.compactMap(effects.content)
    schema["$defs"] = .object(definitions(types, contents, effects))
    return schema.json
  }

  private static func definitions(
    _ types: [any Effect.Type], _ contents: [any Content.Type], _ effects: PluginRegistry
  ) -> [JSON.Member] {
    let objects = ObjectFormat.all.filter { $0.kind != .job }.map { format in
      var schema = Schema(format)
      if format.kind == .canvas { schema = schema.merging(paddingForHeight) }
      if format.kind == .output { schema = schema.merging(keysForFormat) }
      return (format.kind.rawValue, schema)
    }
    let values: [(String, Schema)] =
      [
        ("color", Schema.color), ("paint", Schema.paint), ("gradient", Schema.gradient),
        ("length", Schema.length), ("reference", Schema.reference),
        ("referencePoint", Schema.referencePoint),
      ]
      + Schema.named.filter { $0.name != ObjectKind.text.rawValue }
      .map { ($0.name, Schema($0.shape, isWritten: true)) }
    let examples = types.compactMap { EffectExample.use(of: $0, among: effects) }
    let all =
      objects + values + [
        ("layersWithImage", layersWithImage), ("effect", Schema.effect(types, examples: examples)),
      ] + types.map { (Schema.definitionName($0.manifest), Schema($0)) }
      + [("content", Schema.content(contents))]
      + contents.map { (Schema.definitionName($0.manifest, of: "content"), Schema($0)) }
    return all.map { JSON.Member($0.0, $0.1.json) }
  }
}

// MARK: - Constraints of single objects in addition to their keys

extension JobSchema {
  /// A canvas without a size takes that of an image.
  private static var imageForSize: Schema {
    let sides: [JSON] = [CanvasFormat.width.name, CanvasFormat.height.name].map {
      ["required": [.string($0)]]
    }
    return [
      "if": ["properties": ["canvas": ["not": ["anyOf": .array(sides)]]]],
      "then": ["properties": ["layers": Schema.definition("layersWithImage").json]],
    ]
  }

  private static var layersWithImage: Schema {
    [
      "description": "Layers, at least one of which has an image, directly or in a group.",
      "if": ["type": "array"],
      "then": [
        "contains": [
          "type": "object",
          "anyOf": [
            ["required": ["image"]],
            [
              "required": ["layers"],
              "properties": ["layers": Schema.definition("layersWithImage").json],
            ],
          ],
        ],
        "errorMessage":
          "The canvas has no size: set \"width\" and \"height\", or add an image layer.",
      ],
    ]
  }

  private static var paddingForHeight: Schema {
    [
      "if": ["properties": ["height": ["const": "auto"]], "required": ["height"]],
      "else": ["properties": ["padding": Schema.refused(CanvasFormat.paddingRule).json]],
    ]
  }

  /// Keys limited to some formats; the format is given explicitly or by the file's extension.
  private static var keysForFormat: Schema {
    let rules = Output.Format.allCases.map { format -> JSON in
      let refused = OutputFormat.limited.filter { !$0.formats.contains(format) }
        .map { key, formats in
          JSON.Member(
            key, Schema.refused(OutputFormat.rule(key, only: formats, not: format)).json)
        }
      return ["if": isOutput(of: format), "then": ["properties": .object(refused)]]
    }
    let extensions = Output.Format.allCases.map(anyCase(of:)).joined(separator: "|")
    let known: JSON = [
      "if": ["not": ["required": ["format"]]],
      "then": [
        "properties": [
          "file": [
            "pattern": .string("\\.(\(extensions))$"),
            "patternErrorMessage":
              "Unknown file extension: change it or add a \"format\".",
          ]
        ]
      ],
    ]
    let lossless: JSON = [
      "if": ["properties": ["lossless": ["const": true]], "required": ["lossless"]],
      "then": [
        "properties": .object(
          [OutputFormat.quality.name, OutputFormat.minQuality.name].map { key in
            JSON.Member(key, Schema.refused(OutputFormat.losslessRule(key)).json)
          })
      ],
    ]
    let unlimited: JSON = [
      "if": ["not": ["required": [.string(OutputFormat.maxBytes.name)]]],
      "then": [
        "properties": .object(
          [OutputFormat.minQuality.name, OutputFormat.minColors.name].map { key in
            JSON.Member(key, Schema.refused(OutputFormat.limitRule(key)).json)
          })
      ],
    ]
    return ["allOf": .array([known] + rules + [lossless, unlimited])]
  }

  private static func isOutput(of format: Output.Format) -> JSON {
    let named: JSON = [
      "required": ["format"], "properties": ["format": ["const": .string(format.rawValue)]],
    ]
    let byFile: JSON = [
      "required": format == .png ? [] : ["file"], "not": ["required": ["format"]],
      "properties": ["file": ["pattern": .string("\\.(\(anyCase(of: format)))$")]],
    ]
    return ["anyOf": [named, byFile]]
  }

  /// A pattern of a format's extensions, in lower and upper case.
  private static func anyCase(of format: Output.Format) -> String {
    format.extensions.map { ending in
      ending.map { "[\($0.lowercased())\($0.uppercased())]" }.joined()
    }.joined(separator: "|")
  }
}

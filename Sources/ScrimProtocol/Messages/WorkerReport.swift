package import ScrimJSON

/// The worker's part of a job's report: images, fonts, effects, times. The report takes over all its fields.
package struct WorkerReport: Sendable, Hashable, JSONRecord {
  /// A stage, layer or effect on the timeline of a traced rendering.
  package struct Span: Sendable, Hashable, JSONRecord {
    /// `stage`, `layer` or `effect`.
    package var kind: String
    package var name: String
    /// The index of its layer in the document.
    package var layer: Int?
    /// When it began, microseconds.
    package var start: Double
    /// Microseconds.
    package var duration: Double

    package init(fields: FieldReader) throws(FieldError) {
      kind = try fields.string("kind")
      name = try fields.string("name")
      layer = try fields.optionalInteger("layer")
      start = try fields.number("start")
      duration = try fields.number("duration")
    }

    package var json: JSON {
      [
        "kind": .string(kind), "name": .string(name), "layer": layer.map(JSON.integer) ?? .null,
        "start": .number(start), "duration": .number(duration),
      ]
    }
  }

  package let json: JSON
  package let warnings: [Diagnostic]
  /// Empty unless the rendering was traced.
  package let timeline: [Span]
  /// What was cached; `nil` unless the rendering was traced.
  package let cache: JSON?
  /// How often each text was shaped, by its layer's name; `nil` unless the rendering was traced.
  package let shapings: JSON?
  /// Where everything is and what is rendered of it; `nil` unless the rendering was traced.
  package let plan: JSON?

  package init(fields: FieldReader) throws(FieldError) {
    json = fields.json
    warnings = try fields.optionalDiagnostics("warnings")
    timeline = try fields.optionalList("timeline")
    cache = fields.optionalValue("cache")
    shapings = fields.optionalValue("shapings")
    plan = fields.optionalValue("plan")
  }
}

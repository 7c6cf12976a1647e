package import ScrimJSON

/// Where in a job a worker is.
///
/// A worker writes each step to the ``SharedCell`` of its start *before* it begins, so that a crash can be attributed:
/// each stage, each effect and each plugin that it loads. Reading one costs the client nothing until it wants to know.
package struct WorkerStep: Sendable, Hashable, Record {
  /// `decode`, `layout`, `encode` …
  package var stage = ""
  /// The layer's index, from 0.
  package var layer: Int?
  /// The effect that is being applied.
  package var effect: String?
  /// The path of the plugin that is being loaded.
  package var plugin: String?

  package init(
    stage: String, layer: Int? = nil, effect: String? = nil, plugin: String? = nil
  ) {
    self.stage = stage
    self.layer = layer
    self.effect = effect
    self.plugin = plugin
  }

  /// The loading of the plugin at a path.
  package static func loading(_ plugin: String) -> WorkerStep {
    WorkerStep(stage: "load", plugin: plugin)
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("stage", &stage)
    try fields.optional("layer", &layer)
    try fields.optional("effect", &effect)
    try fields.optional("plugin", &plugin)
  }
}

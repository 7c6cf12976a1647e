package import ScrimJSON

/// Where in a job a worker is.
///
/// A worker writes each step to the ``SharedCell`` of its start *before* it begins, so that a crash can be attributed:
/// each stage, each effect and each plugin that it loads. Reading one costs the client nothing until it wants to know.
package struct WorkerStep: Sendable, Hashable {
  /// `decode`, `layout`, `encode` …
  package var stage: String
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

  package var json: JSON {
    var members: [JSON.Member] = [.init("stage", .string(stage))]
    if let layer { members.append(.init("layer", .integer(layer))) }
    if let effect { members.append(.init("effect", .string(effect))) }
    if let plugin { members.append(.init("plugin", .string(plugin))) }
    return .object(members)
  }

  /// Reads a step.
  ///
  /// - Throws: ``ChannelError`` malformed.
  package init(json: JSON) throws(ChannelError) {
    do throws(FieldError) {
      let fields = try FieldReader(json)
      self.init(
        stage: try fields.required("stage"), layer: try fields.optional("layer"),
        effect: try fields.optional("effect"), plugin: try fields.optional("plugin"))
    } catch {
      throw ChannelError(.malformed, error.description)
    }
  }
}

/// Where in a job a worker is.
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
}

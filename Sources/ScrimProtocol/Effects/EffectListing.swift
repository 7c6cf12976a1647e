package import ScrimJSON

/// The effects of a worker with their declarations, as `scrim effects --json` prints them.
package struct EffectListing: Sendable, Hashable, Record {
  /// The version of the interface between worker and plugins.
  package var interface = 0
  package var effects: [EffectInfo] = []
  /// Plugins that were refused.
  package var refused: [RefusedFile] = []

  package init(interface: Int, effects: [EffectInfo], refused: [RefusedFile]) {
    self.interface = interface
    self.effects = effects
    self.refused = refused
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("interface", &interface)
    try fields.required("effects", &effects)
    try fields.required("refused", &refused)
  }
}

package import ScrimJSON

/// The effects of a worker with their declarations, as `scrim effects --json` prints them.
package struct EffectListing: Sendable, Hashable, JSONRecord {
  /// The version of the interface between worker and plugins.
  package var interface: Int
  package var effects: [EffectInfo]
  /// Plugins that were refused.
  package var refused: [RefusedFile]

  package init(interface: Int, effects: [EffectInfo], refused: [RefusedFile]) {
    self.interface = interface
    self.effects = effects
    self.refused = refused
  }

  package init(fields: FieldReader) throws(FieldError) {
    interface = try fields.integer("interface")
    effects = try fields.list("effects")
    refused = try fields.list("refused")
  }

  package var json: JSON {
    [
      "interface": .integer(interface), "effects": .array(effects.map(\.json)),
      "refused": .array(refused.map(\.json)),
    ]
  }
}

package import ScrimJSON

/// Effects and plugins that a worker does not have loaded, for the message about an unknown effect.
package struct OtherEffects: Sendable, Hashable, JSONRecord {
  /// Names of effects whose plugins the worker did not have to load.
  package var names: [String]
  /// Plugins that were refused.
  package var refused: [RefusedFile]

  package init(names: [String] = [], refused: [RefusedFile] = []) {
    self.names = names
    self.refused = refused
  }

  package init(fields: FieldReader) throws(FieldError) {
    names = try fields.strings("names")
    refused = try fields.list("refused")
  }

  package var json: JSON {
    ["names": .array(names.map(JSON.string)), "refused": .array(refused.map(\.json))]
  }
}

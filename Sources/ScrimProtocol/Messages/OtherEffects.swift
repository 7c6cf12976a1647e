package import ScrimJSON

/// Effects and plugins that a worker does not have loaded, for the message about an unknown effect.
package struct OtherEffects: Sendable, Hashable, Record {
  /// Names of effects whose plugins the worker did not have to load.
  package var names: [String] = []
  /// Plugins that were refused.
  package var refused: [RefusedFile] = []

  package init(names: [String] = [], refused: [RefusedFile] = []) {
    self.names = names
    self.refused = refused
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("names", &names)
    try fields.required("refused", &refused)
  }
}

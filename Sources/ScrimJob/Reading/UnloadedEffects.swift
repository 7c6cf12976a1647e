/// Effects of plugins that are not loaded, for the message about an unknown effect.
package struct UnloadedEffects: Sendable {
  /// Their names.
  package var names: [String]
  /// Refused plugins, each with the reason in complete sentences.
  package var refusals: [(file: String, reason: String)]

  package init(names: [String] = [], refusals: [(file: String, reason: String)] = []) {
    self.names = names
    self.refusals = refusals
  }
}

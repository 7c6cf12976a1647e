/// Effects that exist without being loaded, for the message about an unknown one.
package struct UnloadedEffects: Sendable {
  /// Their names.
  package var names: [String]
  /// Plugins that were refused, each with the reason in whole sentences.
  package var refusals: [(file: String, reason: String)]

  package init(names: [String] = [], refusals: [(file: String, reason: String)] = []) {
    self.names = names
    self.refusals = refusals
  }
}

package import ScrimJSON

/// An effect to check against its declarations.
package struct CheckRequest: Sendable, Hashable, JSONRecord {
  /// How much is checked.
  package enum Scope: String, Sendable, Hashable, CaseIterable {
    /// All that one worker can find.
    case everything
    /// Every image is only rendered, in another order, to be compared with those of another worker.
    case images
  }

  /// The effect's name.
  package var effect: String
  package var scope: Scope

  /// How long one sample may take in all ways of rendering it, seconds.
  package static let sampleSeconds = 120
  /// How long all of them may take, seconds.
  package static let seconds = 900

  package init(effect: String, scope: Scope) {
    self.effect = effect
    self.scope = scope
  }

  package init(fields: FieldReader) throws(FieldError) {
    effect = try fields.string("effect")
    scope = try fields.choice("scope")
  }

  package var json: JSON { ["effect": .string(effect), "scope": .string(scope.rawValue)] }
}

package import ScrimJSON

/// An effect to check against its declarations.
package struct CheckRequest: Sendable, Hashable, Record {
  /// How much is checked.
  package enum Scope: String, Sendable, Hashable, CaseIterable, FieldValue {
    /// All that one worker can find.
    case everything
    /// Every image is only rendered, in another order, to be compared with those of another worker.
    case images
  }

  /// The effect's name.
  package var effect = ""
  package var scope = Scope.everything
  /// The checks to run, of ``parts``; images are rendered in any case.
  package var parts: [String] = []

  /// The names of all checks in one worker, as in ScrimConformance.
  package static let parts = [
    "extent", "regions", "tiles", "canvas", "scale", "determinism", "limits", "empty text",
    "one pixel", "huge frame", "memory",
  ]
  /// The comparison of two workers' images, which takes two requests.
  package static let workersPart = "workers"

  /// How long one sample may take in all ways of rendering it, seconds.
  package static let sampleSeconds = 120
  /// How long all of them may take, seconds.
  package static let seconds = 900

  package init(effect: String, scope: Scope, parts: [String] = Self.parts) {
    self.effect = effect
    self.scope = scope
    self.parts = parts
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("effect", &effect)
    try fields.required("scope", &scope)
    try fields.required("parts", &parts)
  }
}

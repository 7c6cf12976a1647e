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
  /// Whether files that show the findings come before the reply.
  package var keepsEvidence = false

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

  /// How many files come at most, and how many bytes they have together.
  package static let maxEvidence = (files: 500, bytes: 256 << 20)

  package init(
    effect: String, scope: Scope, parts: [String] = Self.parts, keepsEvidence: Bool = false
  ) {
    self.effect = effect
    self.scope = scope
    self.parts = parts
    self.keepsEvidence = keepsEvidence
  }

  package init() {}

  /// Whether a file that shows a finding may have this name: one without folders, and not hidden.
  package static func mayName(_ file: String) -> Bool {
    !file.isEmpty && !file.hasPrefix(".") && !file.contains("/") && !file.contains("\0")
      && file.utf8.count <= 255
  }

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("effect", &effect)
    try fields.required("scope", &scope)
    try fields.required("parts", &parts)
    try fields.required("keepsEvidence", &keepsEvidence)
  }
}

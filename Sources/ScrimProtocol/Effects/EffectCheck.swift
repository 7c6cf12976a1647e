package import ScrimJSON

/// What came of the checks of an effect against its declarations, in one worker.
package struct EffectCheck: Sendable, Hashable, Record {
  /// The effect's name.
  package var effect = ""
  package var checks: [CheckResult] = []
  /// The digest of each image at its first rendering, by what it shows: equal for equal pixels.
  package var digests: [String: String] = [:]
  /// The values that no stage could show, each with the effect's reason.
  package var undrawn: [String: String] = [:]

  package init(
    effect: String, checks: [CheckResult], digests: [String: String], undrawn: [String: String]
  ) {
    self.effect = effect
    self.checks = checks
    self.digests = digests
    self.undrawn = undrawn
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("effect", &effect)
    try fields.required("checks", &checks)
    try fields.required("digests", &digests)
    try fields.required("undrawn", &undrawn)
  }
}

package import ScrimJSON

/// What came of the checks of an effect against its declarations, in one worker.
package struct EffectCheck: Sendable, Hashable, JSONRecord {
  /// The effect's name.
  package var effect: String
  package var checks: [CheckResult]
  /// The digest of each image at its first rendering, by what it shows: equal for equal pixels.
  package var digests: [String: String]
  /// The values that no stage could show, each with the effect's reason.
  package var undrawn: [String: String]

  package init(
    effect: String, checks: [CheckResult], digests: [String: String], undrawn: [String: String]
  ) {
    self.effect = effect
    self.checks = checks
    self.digests = digests
    self.undrawn = undrawn
  }

  package init(fields: FieldReader) throws(FieldError) {
    effect = try fields.string("effect")
    checks = try fields.list("checks")
    digests = try Self.texts("digests", fields)
    undrawn = try Self.texts("undrawn", fields)
  }

  package var json: JSON {
    [
      "effect": .string(effect), "checks": .array(checks.map(\.json)),
      "digests": Self.json(digests), "undrawn": Self.json(undrawn),
    ]
  }

  private static func texts(
    _ key: String, _ fields: FieldReader
  ) throws(FieldError) -> [String: String] {
    var texts: [String: String] = [:]
    for member in try fields.members(key) {
      guard let text = member.value.string else {
        throw fields.error(key, expected: "an object of strings")
      }
      texts[member.key] = text
    }
    return texts
  }

  private static func json(_ texts: [String: String]) -> JSON {
    .object(texts.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) })
  }
}

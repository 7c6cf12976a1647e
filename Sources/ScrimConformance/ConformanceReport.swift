/// The results of the checks of one effect.
package struct ConformanceReport: Sendable {
  /// The effect's name.
  package let effect: String
  /// Results by check.
  package private(set) var rows: [ConformanceCheck: Row] = [:]
  /// A hash of each image at its first rendering, by description: equal for equal pixels.
  package private(set) var digests: [String: UInt64] = [:]
  /// The values that no stage could render, each with the effect's reason.
  package private(set) var undrawn: [String: String] = [:]

  /// The results of one check.
  package struct Row: Sendable {
    /// Number of images that passed.
    package fileprivate(set) var passed = 0
    /// Number of images to which the check does not apply.
    package fileprivate(set) var skipped = 0
    /// The images that failed.
    package fileprivate(set) var violations: [Violation] = []
  }

  /// An image that failed.
  package struct Violation: Sendable, CustomStringConvertible {
    package let stage: String
    package let sample: String
    /// The violation, as an incomplete sentence.
    package let words: String

    package var description: String { "\(stage), \(sample): \(words)" }
  }

  /// Whether there are no violations and at least one check passed.
  package var passes: Bool {
    rows.values.allSatisfy(\.violations.isEmpty) && rows.values.contains { $0.passed > 0 }
  }

  init(effect: String) { self.effect = effect }

  mutating func pass(_ check: ConformanceCheck) { rows[check, default: Row()].passed += 1 }

  mutating func skip(_ check: ConformanceCheck) {
    rows[check, default: Row()].skipped += 1
  }

  mutating func find(
    _ words: String, _ check: ConformanceCheck, _ stage: Stage, _ sample: EffectSample
  ) {
    rows[check, default: Row()].violations.append(
      Violation(stage: stage.description, sample: sample.description, words: words))
  }

  mutating func note(_ digest: UInt64, _ stage: Stage, _ sample: EffectSample, scale: Double) {
    digests["\(stage), \(sample), scale \(scale)"] = digest
  }

  mutating func leave(_ sample: EffectSample, _ reason: String) {
    undrawn[sample.description] = reason
  }
}

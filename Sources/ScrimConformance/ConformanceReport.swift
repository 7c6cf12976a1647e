/// What came of the checks of one effect.
package struct ConformanceReport: Sendable {
  /// The effect's name.
  package let effect: String
  /// What was looked at, by check.
  package private(set) var rows: [ConformanceCheck: Row] = [:]
  /// A number of each picture at its first drawing, by what it shows: equal for equal pixels.
  package private(set) var digests: [String: UInt64] = [:]
  /// The values that no stage could show, each with the effect's reason.
  package private(set) var undrawn: [String: String] = [:]

  /// What came of one check.
  package struct Row: Sendable {
    /// How many pictures held.
    package fileprivate(set) var passed = 0
    /// How many it does not concern.
    package fileprivate(set) var skipped = 0
    /// Those that did not hold.
    package fileprivate(set) var violations: [Violation] = []
  }

  /// A picture that did not hold.
  package struct Violation: Sendable, CustomStringConvertible {
    package let stage: String
    package let sample: String
    /// What is wrong, without the end of a sentence.
    package let words: String

    package var description: String { "\(stage), \(sample): \(words)" }
  }

  /// Whether all that was looked at held, and something was.
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

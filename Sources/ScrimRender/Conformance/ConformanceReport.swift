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
    package fileprivate(set) var held = 0
    /// How many it does not concern.
    package fileprivate(set) var passedOver = 0
    /// Those that did not hold.
    package fileprivate(set) var findings: [Finding] = []
  }

  /// A picture that did not hold.
  package struct Finding: Sendable, CustomStringConvertible {
    package let stage: String
    package let sample: String
    /// What is wrong, without the end of a sentence.
    package let words: String

    package var description: String { "\(stage), \(sample): \(words)" }
  }

  /// Whether all that was looked at held, and something was.
  package var holds: Bool {
    rows.values.allSatisfy(\.findings.isEmpty) && rows.values.contains { $0.held > 0 }
  }

  init(effect: String) { self.effect = effect }

  mutating func hold(_ check: ConformanceCheck) { rows[check, default: Row()].held += 1 }

  mutating func passOver(_ check: ConformanceCheck) {
    rows[check, default: Row()].passedOver += 1
  }

  mutating func find(
    _ words: String, _ check: ConformanceCheck, _ stage: Stage, _ sample: EffectSample
  ) {
    rows[check, default: Row()].findings.append(
      Finding(stage: stage.description, sample: sample.description, words: words))
  }

  mutating func note(_ digest: UInt64, _ stage: Stage, _ sample: EffectSample, scale: Double) {
    digests["\(stage), \(sample), scale \(scale)"] = digest
  }

  mutating func leave(_ sample: EffectSample, _ reason: String) {
    undrawn[sample.description] = reason
  }
}

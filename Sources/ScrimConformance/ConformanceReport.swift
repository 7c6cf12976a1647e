import ScrimCodecs
import ScrimJSON
import ScrimKit

/// The results of the checks of one effect or content.
package struct ConformanceReport: Sendable {
  /// The effect's name; of a content its ``ContentName``.
  package let name: String
  /// Files that show the violations, by name: for the first ones of each check a job, `extent-1.json`, its image,
  /// `extent-1.png`, and the one that differs, `extent-1-differs.png`; and the files that these jobs name.
  package private(set) var evidence: [String: [UInt8]] = [:]
  /// The files that jobs may name; `nil` if no evidence is wanted.
  private let sources: [String: [UInt8]]?
  /// How many violations of each check have evidence.
  private static let most = 5

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

  /// - Parameters:
  ///   - name: The effect's or the content's name.
  ///   - sources: The files that jobs may name; `nil` if no evidence is wanted.
  init(name: String, evidence sources: [String: [UInt8]]? = nil) {
    self.name = name
    self.sources = sources
  }

  mutating func pass(_ check: ConformanceCheck) { rows[check, default: Row()].passed += 1 }

  mutating func skip(_ check: ConformanceCheck) {
    rows[check, default: Row()].skipped += 1
  }

  /// Adds a violation: what it is, and the check, the stage and the sample that show it.
  mutating func find(
    _ words: String, _ check: ConformanceCheck, _ stage: Stage, _ sample: EffectSample,
    scale: Double = 1, images: [Raster] = []
  ) {
    rows[check, default: Row()].violations.append(
      Violation(stage: stage.description, sample: sample.description, words: words))
    guard let sources, let number = rows[check]?.violations.count, number <= Self.most else {
      return
    }
    let name = "\(check.rawValue.replacing(" ", with: "-"))-\(number)"
    evidence.merge(sources) { old, _ in old }
    evidence[name + ".json"] =
      stage.document(with: sample, scale: scale).bytes(pretty: true)
    for (image, suffix) in zip(images, ["", "-differs"]) {
      // Without memory for it the finding itself still counts.
      evidence["\(name)\(suffix).png"] = try? PNGEncoding.encode(image.pixels)
    }
  }

  mutating func note(_ digest: UInt64, _ stage: Stage, _ sample: EffectSample, scale: Double) {
    digests["\(stage), \(sample), scale \(scale)"] = digest
  }

  mutating func leave(_ sample: EffectSample, _ reason: String) {
    undrawn[sample.description] = reason
  }
}

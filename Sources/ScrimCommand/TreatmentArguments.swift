package import ArgumentParser
import ScrimDocument

/// When a submitted job is rendered, and under which key.
package struct TreatmentArguments: ParsableArguments {
  // A negative number is a value here, not an option.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Turn among your own jobs: -100 to 100, the highest first; default: 0.", valueName: "number"))
  package var priority: Int?

  @Option(
    help: ArgumentHelp(
      "Begins the job at this time or later: \"2026-11-24 14:30\", \"14:30\", \"+30min\" or RFC 3339.",
      valueName: "time"))
  var notBefore: String?

  @Option(
    help: ArgumentHelp(
      "Fails the job if it was not begun by this time; times as above.", valueName: "time"))
  var notAfter: String?

  @Option(
    help: ArgumentHelp(
      "Idempotency key: submitting the same job again with this key makes no second job.",
      valueName: "text"))
  package var key: String?

  package init() {}

  package func validate() throws {
    let range = SubmissionLimits.priorities
    if let priority, !range.contains(priority) {
      throw ValidationError(
        "--priority \(priority) is not in \(range.lowerBound)…\(range.upperBound).")
    }
    let (before, after) = try (earliest(), latest())
    if let before, let after, after <= before {
      throw ValidationError("--not-after must be later than --not-before.")
    }
    if let key, !SubmissionLimits.keyLengths.contains(key.utf8.count) {
      throw ValidationError(
        "--key must have 1 to \(SubmissionLimits.keyLengths.upperBound) bytes; it has \(key.utf8.count)."
      )
    }
  }

  /// The earliest start: UTC, milliseconds since 1970.
  ///
  /// - Throws: `ValidationError`.
  package func earliest() throws -> Int? { try notBefore.map { try Self.time($0, "--not-before") } }

  /// The latest start: UTC, milliseconds since 1970.
  ///
  /// - Throws: `ValidationError`.
  package func latest() throws -> Int? { try notAfter.map { try Self.time($0, "--not-after") } }

  private static func time(_ text: String, _ option: String) throws -> Int {
    guard let time = LocalTime.planned(text) else {
      throw ValidationError(
        "\(option) \(text) is not a time such as \"2026-11-24 14:30\", \"14:30\", \"+30min\" or "
          + "\"2026-11-24T09:00:00Z\"."
      )
    }
    return time
  }
}

import ArgumentParser
import ScrimCommand
import ScrimLinux
import ScrimSpool

/// What `scrim submit` asks of the daemon besides the image.
struct SubmissionArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Turn among your own jobs: -100 to 100, the highest first; default: 0.", valueName: "number"))
  var priority: Int?

  @Option(
    help: ArgumentHelp(
      "Begins the job at this time or later: \"2026-11-24 14:30\", \"14:30\", \"+30min\" or RFC 3339.",
      valueName: "time"))
  var notBefore: String?

  @Option(
    help: ArgumentHelp(
      "Fails the job if it was not begun by this time; times as above.", valueName: "time"))
  var notAfter: String?

  @Flag(help: "Holds the job until you run scrim release.")
  var hold = false

  @Option(
    help: ArgumentHelp(
      "Idempotency key: submitting the same job again with this key makes no second job.",
      valueName: "text"))
  var key: String?

  @Flag(
    name: .customLong("private"),
    help: "Keeps the images in the spool, for scrim fetch, instead of delivering them to out/.")
  var isPrivate = false

  func validate() throws { _ = try options() }

  /// The content of `submission.json`.
  func options() throws -> SubmissionOptions {
    var options = SubmissionOptions()
    if let priority {
      let range = SubmissionOptions.priorities
      guard range.contains(priority) else {
        throw ValidationError(
          "--priority \(priority) is not in \(range.lowerBound)…\(range.upperBound).")
      }
      options.priority = priority
    }
    options.notBefore = try notBefore.map { try Self.time($0, "--not-before") }
    options.notAfter = try notAfter.map { try Self.time($0, "--not-after") }
    if let before = options.notBefore, let after = options.notAfter, after <= before {
      throw ValidationError("--not-after must be later than --not-before.")
    }
    options.isHeld = hold
    if let key {
      guard SubmissionOptions.keyLengths.contains(key.utf8.count) else {
        throw ValidationError(
          "--key must have 1 to \(SubmissionOptions.keyLengths.upperBound) bytes; it has \(key.utf8.count)."
        )
      }
      options.key = key
    }
    options.delivery = isPrivate ? .private : .out
    return options
  }

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

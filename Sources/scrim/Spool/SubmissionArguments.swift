import ArgumentParser
import ScrimCommand
import ScrimDocument
import ScrimRecords

/// What `scrim submit` asks of the daemon besides the image.
struct SubmissionArguments: ParsableArguments {
  @OptionGroup var treatment: TreatmentArguments

  @Flag(help: "Holds the job until you run scrim release.")
  var hold = false

  @Flag(
    name: .customLong("private"),
    help: "Keeps the images in the spool, for scrim fetch, instead of delivering them to out/.")
  var isPrivate = false

  @Option(
    help: ArgumentHelp(
      "Ends each attempt after so many seconds of rendering; at most the daemon's limit.",
      valueName: "seconds"))
  var maxSeconds: Int?

  func validate() throws {
    let seconds = SubmissionLimits.seconds
    if let maxSeconds, !seconds.contains(maxSeconds) {
      throw ValidationError(
        "--max-seconds \(maxSeconds) is not in \(seconds.lowerBound)…\(seconds.upperBound).")
    }
  }

  var key: String? { treatment.key }

  /// The content of `submission.json`.
  func options() throws -> SubmissionOptions {
    var options = SubmissionOptions()
    options.priority = treatment.priority ?? 0
    options.notBefore = try treatment.earliest()
    options.notAfter = try treatment.latest()
    options.maxSeconds = maxSeconds
    options.isHeld = hold
    options.key = treatment.key
    options.delivery = isPrivate ? .private : .out
    return options
  }
}

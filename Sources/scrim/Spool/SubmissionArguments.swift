import ArgumentParser
import ScrimCommand
import ScrimSpool

/// What `scrim submit` asks of the daemon besides the image.
struct SubmissionArguments: ParsableArguments {
  @OptionGroup var treatment: TreatmentArguments

  @Flag(help: "Holds the job until you run scrim release.")
  var hold = false

  @Flag(
    name: .customLong("private"),
    help: "Keeps the images in the spool, for scrim fetch, instead of delivering them to out/.")
  var isPrivate = false

  var key: String? { treatment.key }

  /// The content of `submission.json`.
  func options() throws -> SubmissionOptions {
    var options = SubmissionOptions()
    options.priority = treatment.priority ?? 0
    options.notBefore = try treatment.earliest()
    options.notAfter = try treatment.latest()
    options.isHeld = hold
    options.key = treatment.key
    options.delivery = isPrivate ? .private : .out
    return options
  }
}

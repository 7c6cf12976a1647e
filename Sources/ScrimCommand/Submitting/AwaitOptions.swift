package import ArgumentParser

/// Options of `submit` for waiting, and for what is printed and copied.
package struct AwaitOptions: ParsableArguments {
  @Flag(help: "Prints a line of JSON per job.")
  package var json = false

  @Flag(help: "Waits until the jobs have finished.")
  var wait = false

  @Option(
    help: ArgumentHelp(
      "Longest time to wait; then the exit status is 124. Implies --wait.", valueName: "seconds"))
  package var timeout: Double?

  @Option(
    name: .shortAndLong,
    help: "Output file or folder that the images are copied to; implies --wait.",
    completion: .file())
  package var output: String?

  package init() {}

  package func validate() throws {
    if let timeout, !(timeout >= 0) { throw ValidationError("--timeout \(timeout) is below 0.") }
    if json, output == JobFile.standardInput {
      throw ValidationError("--json and -o - exclude each other: both are standard output.")
    }
  }

  /// Whether the command waits for the jobs.
  package var isAwaited: Bool { wait || timeout != nil || output != nil }
}

package import ArgumentParser
import ScrimJSON

/// Shows a job.
package struct ShowCommand<P: Place>: ParsableCommand {
  package static var configuration: CommandConfiguration {
    P.command(
      "show", "Shows a job: state, times, attempts, errors and outputs.", examples: "\(P.example)",
      "--key order-4711")
  }

  @Argument(help: P.job, transform: P.reference)
  var id: P.Reference?

  @Option(help: ArgumentHelp("Key with which you submitted the job.", valueName: "text"))
  var key: String?

  @Flag(help: "Prints JSON.")
  var json = false

  @Flag(help: "Prints the report of a job that has ended, which is JSON.")
  var report = false

  @OptionGroup var place: P.Options

  package init() {}

  package func validate() throws {
    guard (id == nil) != (key == nil) else { throw ValidationError("Give a job ID or --key.") }
    guard !json || !report else {
      throw ValidationError("--json and --report cannot be combined.")
    }
  }

  package func run() throws {
    try P.run("show", place) { place, console in
      let job = try id.map(place.page(of:)) ?? place.page(ofJobWithKey: key ?? "")
      if json { return console.result(job.json.text(pretty: true)) }
      guard report else {
        for line in columns(job.rows) { console.result(line) }
        return
      }
      guard let text = job.report else {
        throw Failure(.missing, "the job has no report here: see \(P.program) show for its state.")
      }
      console.result(text)
    }
  }
}

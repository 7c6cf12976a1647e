import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimRecords

/// Shows a job.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a job: state, times, attempts, errors and outputs.",
    discussion: """
      Example:
        scrim show hb7ydo2bmsq4xkva
        scrim show 1795483755404-1000-uc5qydag
        scrim show --key order-4711
      """)

  @Argument(help: "Job: the identifier that scrim submit prints, or its ID as scrim jobs lists it.")
  var id: String?

  @Option(help: ArgumentHelp("Key with which you submitted the job.", valueName: "text"))
  var key: String?

  @Flag(help: "Prints JSON.")
  var json = false

  @OptionGroup var spool: SpoolOptions

  func validate() throws {
    guard (id == nil) != (key == nil) else { throw ValidationError("Give a job ID or --key.") }
    _ = try id.map(JobSelection.parse)
  }

  func run() throws {
    let console = Console()
    try console.run {
      let control = JobControl(try spool.find(), command: "show")
      let job: JobDetails
      if let id {
        job = try control.details(of: try JobSelection.parse(id))
      } else {
        job = try control.details(ofJobWithKey: key ?? "")
      }
      guard !json else { return console.result(job.json.text(pretty: true)) }
      for line in columns(job.rows) { console.result(line) }
    }
  }
}

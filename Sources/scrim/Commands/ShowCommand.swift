import ArgumentParser
import ScrimJSON
import ScrimSpool

/// Shows a job.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a job: state, times, attempts, errors and outputs.",
    discussion: """
      Example:
        scrim show 1795483755404-1000-uc5qydag
      """)

  @Argument(help: "Job ID, as scrim jobs lists it.")
  var id: String

  @Flag(help: "Prints JSON.")
  var json = false

  @OptionGroup var spool: SpoolOptions

  func validate() throws { _ = try JobSelection.parse(id) }

  func run() throws {
    let console = Console()
    try console.run {
      let control = JobControl(try spool.find(), command: "show")
      let job = try control.details(of: try JobSelection.parse(id))
      guard !json else { return console.result(job.json.text(pretty: true)) }
      for line in columns(job.rows) { console.result(line) }
    }
  }
}

import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimSpool

/// Lists jobs.
struct JobsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs",
    abstract: "Lists jobs, the oldest first.",
    discussion: """
      Lists your own jobs; root, the daemon's account and operators see all. The columns are ID, \
      name, owner, state, attempts, age and reason.

      Examples:
        scrim jobs --state failed
        scrim jobs --owner 1000 --name 'story-*' --json
      """)

  @OptionGroup var filter: JobFilter

  @Flag(help: "Prints a JSON array.")
  var json = false

  @OptionGroup var spool: SpoolOptions

  func run() throws {
    let console = Console()
    try console.run {
      let jobs = try filter.jobs(JobControl(try spool.find(), command: "jobs"))
      guard !json else {
        console.result(jobs.isEmpty ? "[]" : JSON.array(jobs.map(\.json)).text(pretty: true))
        return
      }
      for line in columns(jobs.map(\.row)) { console.result(line) }
    }
  }
}

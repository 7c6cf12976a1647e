import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimRecords

/// Lists jobs.
struct JobsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs",
    abstract:
      "Lists jobs, the newest first: ID, name, owner, state, priority, attempts, start, age, reason.",
    discussion: """
      Lists your own jobs; root, the daemon's account and operators see all. Without --state, those that have not \
      ended. The start is the time before which a waiting job is not begun.

      Examples:
        scrim jobs --state failed
        scrim jobs --state all --owner alice --name 'story-*' --json
      """)

  @OptionGroup var filter: JobFilter

  @Option(help: ArgumentHelp("At most so many; 0 for all.", valueName: "number"))
  var most = 100

  @Option(help: ArgumentHelp("Only jobs older than this one, to continue a list.", valueName: "id"))
  var after: String?

  @Flag(help: "Print JSON, an object per line.")
  var json = false

  @OptionGroup var spool: SpoolOptions

  func validate() throws {
    guard most >= 0 else { throw ValidationError("--most \(most) is below 0.") }
    _ = try last()
  }

  private func last() throws -> JobID? {
    guard let after else { return nil }
    guard case .id(let id) = try JobSelection.parse(after) else {
      throw ValidationError("--after \(after): expected a job ID, as scrim jobs lists it.")
    }
    return id
  }

  func run() throws {
    let console = Console()
    try console.run {
      let control = JobControl(try spool.find(), command: "jobs")
      let jobs = try filter.newest(
        control, after: last(), most: most == 0 ? nil : most)
      for line in json ? jobs.map({ $0.json.text() }) : columns(jobs.map(\.row)) {
        console.result(line)
      }
    }
  }
}

package import ArgumentParser
import ScrimJSON

/// Lists jobs.
package struct JobsCommand<P: Place>: ParsableCommand {
  package static var configuration: CommandConfiguration {
    P.command(
      "jobs",
      "Lists jobs, the newest first: ID, name, owner, state, priority, attempts, start, age, reason.",
      "Without --state, those that have not ended. The start is the time before which a waiting job is not begun.",
      examples: "--state failed", "--state all --owner alice --name 'story-*' --json")
  }

  @OptionGroup var filter: JobFilter<P>

  @Option(help: ArgumentHelp("At most so many; 0 for all.", valueName: "number"))
  var most = 100

  @Option(
    help: ArgumentHelp("Only jobs older than this one, to continue a list.", valueName: "id"),
    transform: P.reference)
  var after: P.Reference?

  @Flag(help: "Prints JSON, an object per line.")
  var json = false

  @OptionGroup var place: P.Options

  package init() {}

  package func validate() throws {
    guard most >= 0 else { throw ValidationError("--most \(most) is below 0.") }
  }

  package func run() throws {
    try P.run("jobs", place) { place, console in
      let jobs = try place.jobs(
        in: filter.selected(else: P.states.filter(P.isOpen)), of: filter.owner, named: filter.name,
        after: after, most: most == 0 ? nil : most)
      for line in json ? jobs.map({ $0.json.text() }) : columns(jobs.map(\.row)) {
        console.result(line)
      }
    }
  }
}

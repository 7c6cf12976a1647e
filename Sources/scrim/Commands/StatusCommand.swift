import ArgumentParser
import ScrimDocument
import SystemPackage

/// Says how many jobs stand where.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Says which jobs of a spool wait, are drawn, are done, failed or are held.",
    discussion: """
      Looks at the spool itself, where each state is a folder; so it needs the rights to list \
      them, and works when the daemon does not.

      Examples:
        scrim status
        scrim status --spool /var/spool/scrim --json
      """)

  @Flag(help: "Prints JSON: the ids of the jobs in each state.")
  var json = false

  @OptionGroup var spool: SpoolOptions

  func run() throws {
    let console = Console()
    try console.run {
      let place = try spool.find()
      let census = SpoolCensus(of: place)
      guard !json else {
        let states = census.counts.map { count in
          JSON.Member(count.state, .array(count.jobs.map(JSON.string)))
        }
        let members = [JSON.Member("spool", .string(place.string)), .init("jobs", .object(states))]
        console.result(JSON.object(members).text(pretty: true))
        return
      }
      console.result("spool  \(place)")
      for line in columns(census.counts.map { [$0.state, "\($0.jobs.count)"] }) {
        console.result(line)
      }
    }
  }
}

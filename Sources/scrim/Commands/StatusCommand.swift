import ArgumentParser
import ScrimJSON
import ScrimSpool
import SystemPackage

/// Says how many jobs stand where.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows daemon status and job counts by state.",
    discussion: """
      Queries the daemon and reads the spool, where each state is a folder; so it also works while \
      the daemon is stopped. Counts only the folders that the user may list.

      Examples:
        scrim status
        scrim status --spool /var/spool/scrim --json
      """)

  @Flag(help: "Prints JSON: the daemon's status and the IDs of the jobs in each state.")
  var json = false

  @OptionGroup var spool: SpoolOptions

  func run() throws {
    let console = Console()
    try console.run {
      let place = try spool.find()
      let census = SpoolCensus(of: place)
      let daemon = DaemonStatus(of: place)
      guard !json else {
        let states = census.counts.map { count in
          JSON.Member(count.state.rawValue, .array(count.jobs.map(JSON.string)))
        }
        let status = JSON.object([
          .init("spool", .string(place.string)), .init("daemon", daemon?.json ?? .null),
          .init("jobs", .object(states)),
        ])
        console.result(status.text(pretty: true))
        return
      }
      console.result("spool   \(place)")
      console.result("scrimd  \(daemon?.words ?? "not running or not accessible")")
      for line in columns(census.counts.map { [$0.state.rawValue + " ", "\($0.jobs.count)"] }) {
        console.result(line)
      }
      for line in daemon?.details ?? [] { console.result(line) }
    }
  }
}

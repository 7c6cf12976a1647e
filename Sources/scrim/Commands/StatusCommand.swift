import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimRecords
import SystemPackage

/// Shows daemon status and job counts by state.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows daemon status and job counts by state.",
    discussion: """
      Queries the daemon and reads the spool, where each state is a folder; so it also works while \
      the daemon is stopped. Counts only the folders that the user may list.

      Exit status: 0 if the daemon is healthy, 1 if it is degraded (intake suspended, paused by a \
      system error, another release installed, plugins refused or disabled, jobs in corrupt/), 3 if \
      it is not running, 4 if its status is unknown because it is not accessible or does not answer.

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
      let place: FilePath
      do {
        place = try spool.find()
      } catch let failure as Failure where failure.status == .noPermission {
        console.note(("scrim:", .error), (" " + failure.message, nil))
        throw ExitCode(4)
      }
      let census = SpoolCensus(of: place)
      let queries = DaemonQuery.all(of: place)
      let daemons = queries.compactMap(\.status)
      let daemon = daemons.first
      // The same reason of several daemons once.
      var degradations: [String] = []
      for reason in daemons.flatMap(\.degradations) where !degradations.contains(reason) {
        degradations.append(reason)
      }
      let worst = queries.first { $0.exitStatus != 0 } ?? queries[0]
      guard !json else {
        let states = census.counts.map { count in
          JSON.Member(count.state.rawValue, .array(count.jobs.map(JSON.string)))
        }
        let status = JSON.object([
          .init("spool", .string(place.string)), .init("health", .string(worst.health)),
          .init("degradations", .array(degradations.map(JSON.string))),
          .init("daemon", daemon?.json ?? .null),
          .init("daemons", .array(daemons.map(\.json))),
          .init("jobs", .object(states)),
        ])
        console.result(status.text(pretty: true))
        throw ExitCode(worst.exitStatus)
      }
      console.result("spool   \(place)")
      for query in queries {
        switch query {
        case .answered(let status): console.result("scrimd  \(status.words)")
        case .notRunning: console.result("scrimd  not running")
        case .unknown(let reason): console.result("scrimd  \(reason)")
        }
      }
      for reason in degradations { console.result("degraded: \(reason)") }
      for line in columns(census.counts.map { [$0.state.rawValue + " ", "\($0.jobs.count)"] }) {
        console.result(line)
      }
      for line in daemon?.details ?? [] { console.result(line) }
      throw ExitCode(worst.exitStatus)
    }
  }
}

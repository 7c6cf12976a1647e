import ArgumentParser
import Glibc
import ScrimCommand
import ScrimDocument
import SystemPackage

/// Tells what comes out of a spool.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Prints each picture of a spool as it lands.",
    discussion: """
      Goes on until it is interrupted; with --drain, until no job is waiting or being drawn, and \
      its status says whether all that came was drawn. Mistakes of jobs are printed too.

      Examples:
        scrim watch
        scrim watch --drain
      """)

  private static let pause: useconds_t = 200_000

  @Flag(help: "Ends when no job is waiting or being drawn.")
  var drain = false

  @Option(
    help: ArgumentHelp(
      "Also tells what landed since this moment, in seconds since 1970 (date +%s).",
      valueName: "seconds"))
  var since: Double?

  @OptionGroup var spool: SpoolOptions

  func run() throws {
    let console = Console()
    try console.run {
      let place = try spool.find()
      var outbox = Outbox(of: place, since: since ?? .infinity)
      var worst: ExitStatus?
      while true {
        // Counted before the reports are read, so that what lands in between is still told.
        let census = SpoolCensus(of: place)
        for report in outbox.newReports() { worst = tell(report, console) ?? worst }
        if drain && census.waiting == 0 {
          if census.stuck > 0 {
            throw Failure(.crash, "\(census.stuck) jobs are held: see scrim status.")
          }
          if let worst { throw worst.code }
          return
        }
        usleep(Self.pause)
      }
    }
  }

  private func tell(_ report: Report, _ console: Console) -> ExitStatus? {
    for image in report.images where report.isDone { console.result(path: image) }
    for diagnostic in report.diagnostics {
      console.note(diagnostic.text(file: "\(report.name).json"))
    }
    return report.exitStatus
  }
}

import ArgumentParser
import Glibc
import ScrimCommand
import ScrimJSON
import ScrimSpool
import SystemPackage

/// Prints what a spool delivers.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Prints the path of each image as it is delivered.",
    discussion: """
      Runs until interrupted; with --drain, until no job is waiting or running, and the exit status \
      shows whether all jobs succeeded. Errors in jobs are printed too.

      Examples:
        scrim watch
        scrim watch --drain
      """)

  private static let pause: useconds_t = 200_000

  @Flag(help: "Exits when no job is waiting or running.")
  var drain = false

  @Option(
    help: ArgumentHelp(
      "Also prints images delivered since this time, in seconds since 1970 (date +%s).",
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
        for job in outbox.newJobs() { worst = tell(job, console) ?? worst }
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

  private func tell(_ job: DeliveredJob, _ console: Console) -> ExitStatus? {
    for image in job.images where job.report.status == .done { console.result(path: image.path) }
    for diagnostic in job.report.errors {
      console.note(diagnostic.text(file: "\(job.report.job).json"))
    }
    return job.exitStatus
  }
}

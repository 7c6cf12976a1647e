import ArgumentParser
import Glibc
import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimRecords
import SystemPackage

/// Prints what a spool delivers.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Prints the path of each image as it is delivered.",
    discussion: """
      Runs until interrupted; with --drain, until no job is waiting or running, and the exit status \
      shows whether all jobs succeeded. Errors in jobs are printed too. The images of a batch are \
      printed when its last row has ended; until then a terminal shows how many rows are done.

      Examples:
        scrim watch
        scrim watch --drain
      """)

  private static let pause: useconds_t = 200_000
  /// Looks for reports between two questions to the daemon.
  private static let progressInterval = 5

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
      var turn = 0
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
        if console.hasTerminal, turn % Self.progressInterval == 0, let text = progress(of: place) {
          console.progress(text)
        }
        turn += 1
        usleep(Self.pause)
      }
    }
  }

  /// How far the batches are that this user may see: "people: 312 of 1000 rows, 2 failed".
  private func progress(of place: FilePath) -> String? {
    guard DaemonQuery(of: place).status?.batches?.isEmpty == false else { return nil }
    let control = SpoolPlace(place, command: "watch")
    let batches = (try? control.jobs(in: [.batches])) ?? []
    let texts = batches.compactMap { job in
      job.progress.map { "\(job.name ?? job.id?.description ?? "-"): \($0.words)" }
    }
    return texts.isEmpty ? nil : texts.joined(separator: "; ") + " …"
  }

  private func tell(_ job: DeliveredJob, _ console: Console) -> ExitStatus? {
    for path in job.paths where job.report.status == .done {
      if job.report.batch != nil { printRows(path, console) }
      console.result(path: path)
    }
    for diagnostic in job.report.errors {
      console.note(diagnostic.text(file: "\(job.report.job).json"))
    }
    return job.report.exitStatus
  }

  /// Prints the paths of a batch's images. A file of rows that was taken away, or is not readable, gives none.
  private func printRows(_ path: FilePath, _ console: Console) {
    let number = open(path.string, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return }
    let file = OwnedDescriptor(owning: number)
    try? RowLines.each(of: file, named: path.string) { line in
      for output in (try? JSON(parsing: Array(line)))?["outputs"]?.array ?? [] {
        guard let name = output["file"]?.string else { continue }
        console.result(path: path.removingLastComponent().appending(name))
      }
    }
  }
}

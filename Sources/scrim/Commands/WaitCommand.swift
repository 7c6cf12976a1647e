import ArgumentParser
import Glibc
import ScrimCommand
import ScrimJSON
import ScrimRecords

/// Waits for a job.
struct WaitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait",
    abstract: "Waits until a job has finished.",
    discussion: """
      Exit status: 0 if the job is done, 1 if it failed or is damaged, 124 after the time-out. The \
      identifier that scrim submit prints is known at once, also while no scrimd is running.

      Examples:
        scrim wait hb7ydo2bmsq4xkva --timeout 60
        scrim wait 1795483755404-1000-uc5qydag
      """)

  private static let pause: useconds_t = 200_000
  /// As that of timeout(1).
  private static let timedOut = ExitCode(124)

  @Argument(help: "Job: the identifier that scrim submit prints, or its ID as scrim jobs lists it.")
  var id: String

  @Option(help: ArgumentHelp("Longest time to wait.", valueName: "seconds"))
  var timeout: Double?

  @OptionGroup var spool: SpoolOptions

  func validate() throws { _ = try JobSelection.parse(id) }

  func run() throws {
    let console = Console()
    try console.run {
      let place = try spool.find()
      let control = JobControl(place, command: "wait")
      let job = try JobSelection.parse(id)
      let end = timeout.map { ContinuousClock.now + .seconds($0) }
      while true {
        if case .token(let token) = job, control.isDaemonAbsent {
          switch DeliveredJob.report(ofSubmission: token, in: place) {
          case .some(let report) where report.status == .done: return
          case .some(let report) where report.status == .failed:
            for error in report.errors { console.note(error.message) }
            throw ExitCode(1)
          default: break
          }
          try pause(until: end, console, "\(job): no scrimd is running")
          continue
        }
        let details = try control.details(of: job)
        switch details.summary.state {
        case .done: return
        case .failed, .corrupt:
          for error in details.errorLines { console.note(error) }
          throw ExitCode(1)
        case .drop, .ingest, .queue, .active, .ready, .batches, .hold: break
        }
        try pause(until: end, console, "\(job) is in \(details.summary.state.rawValue)/")
      }
    }
  }

  private func pause(
    until end: ContinuousClock.Instant?, _ console: Console, _ state: String
  ) throws(ExitCode) {
    if let end, .now >= end { throw Self.timedOut }
    console.progress("\(state) …")
    usleep(Self.pause)
  }
}

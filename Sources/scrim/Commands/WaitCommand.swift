import ArgumentParser
import Glibc
import ScrimCommand
import ScrimSpool

/// Waits for a job.
struct WaitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait",
    abstract: "Waits until a job has finished.",
    discussion: """
      Exit status: 0 if the job is done, 1 if it failed or is damaged, 124 after the time-out.

      Example:
        scrim wait 1795483755404-1000-uc5qydag --timeout 60
      """)

  private static let pause: useconds_t = 200_000
  /// As that of timeout(1).
  private static let timedOut = ExitCode(124)

  @Argument(help: "Job ID, as scrim jobs lists it.")
  var id: String

  @Option(help: ArgumentHelp("Longest time to wait.", valueName: "seconds"))
  var timeout: Double?

  @OptionGroup var spool: SpoolOptions

  func validate() throws { _ = try JobSelection.parse(id) }

  func run() throws {
    let console = Console()
    try console.run {
      let control = JobControl(try spool.find(), command: "wait")
      let job = try JobSelection.parse(id)
      let end = timeout.map { ContinuousClock.now + .seconds($0) }
      while true {
        let details = try control.details(of: job)
        switch details.summary.state {
        case .done: return
        case .failed, .corrupt:
          for error in details.errors { console.note(error) }
          throw ExitCode(1)
        case .drop, .ingest, .queue, .active, .ready, .batches, .hold: break
        }
        if let end, .now >= end { throw Self.timedOut }
        console.progress("\(job) is in \(details.summary.state.rawValue)/ …")
        usleep(Self.pause)
      }
    }
  }
}

import ArgumentParser
import ScrimCommand
import ScrimQueue

struct WaitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait",
    abstract: "Waits until jobs have ended.",
    discussion: """
      Prints the errors of jobs that failed, and of a batch those of its rows. Exit status: 0 if all are done, 1 if a \
      job or a row failed, 124 after the time-out.
      """)

  @Argument(help: "Job IDs, as scrim-queue jobs lists them.")
  var ids: [String]

  @Option(help: ArgumentHelp("Longest time to wait.", valueName: "seconds"))
  var timeout: Double?

  @OptionGroup var queue: QueueOptions

  func validate() throws {
    _ = try jobIDs(ids)
    if let timeout, !(timeout >= 0) { throw ValidationError("--timeout \(timeout) is below 0.") }
  }

  func run() throws {
    let console = Console()
    try console.runQueue {
      let (client, _) = try queue.open()
      let code = try AwaitedJobs(client, console).wait(for: jobIDs(ids), timeout: timeout) { _ in }
      if code != nil { throw ExitCode(1) }
    }
  }
}

import ArgumentParser
import ScrimCommand
import ScrimQueue

struct FetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Copies the images of finished jobs out of the queue, and prints their paths.",
    discussion: "The images stay in the queue until the operator's retention deletes them.")

  @Argument(help: "Job IDs, as scrim-queue jobs lists them.")
  var ids: [String]

  @Option(
    name: .shortAndLong,
    help: "File or folder that the images are copied to; default: the current folder.",
    completion: .file())
  var output: String?

  @OptionGroup var queue: QueueOptions

  func validate() throws {
    _ = try jobIDs(ids)
    _ = try OutputPlaces(output, jobs: ids.count)
  }

  func run() throws {
    let console = Console()
    try console.runQueue {
      let (client, _) = try queue.open()
      let outputs = FetchedOutputs(client: client, places: OutputPlaces(output), console: console)
      for id in try jobIDs(ids) { try outputs.fetch(id) }
    }
  }
}

import ArgumentParser
import Glibc
import ScrimCommand
import ScrimLinux
import ScrimQueue

struct DeliverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliver",
    abstract:
      "Delivers the results of all your jobs into a folder, and prints the paths of the files.",
    discussion: """
      Runs until SIGTERM. Each job's images appear in the folder, then its report as NAME.result.json; of a job that \
      failed, NAME.failed.json. Files appear complete and once, also if this program or the machine crashes; a file \
      that no job of the queue has made is never replaced. A folder that is new gets the results of all jobs that the \
      queue still has. Its subfolder .scrim-queue belongs to this program.

      One process delivers to a folder: a second one ends with exit status 74. With --take-over it ends the first.
      """)

  @Argument(help: "An existing folder on a local file system.", completion: .directory)
  var folder: String

  @Flag(help: "Takes the folder from the process that delivers to it.")
  var takeOver = false

  @Flag(help: "Delivers what is there, and ends.")
  var once = false

  @OptionGroup var queue: QueueOptions

  func run() throws {
    let console = Console()
    try console.runQueue {
      let signals = try SignalFD([SIGTERM, SIGINT])
      let place = try DeliveryFolder(path: folder, patience: takeOver ? Self.patience : .zero)
      var delivery = Delivery(try queue.find(), place, console, takesOver: takeOver)
      try delivery.run(until: signals, once: once)
    }
  }

  /// How long to wait for a process that has lost its connection to end.
  private static let patience = Duration.seconds(10)
}

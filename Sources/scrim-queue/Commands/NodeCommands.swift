import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimQueue

struct DrainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drain",
    abstract:
      "Lets nodes get no more jobs, such as before a repair; they end those that they have.",
    discussion: """
      It holds until "scrim-queue undrain", also after the node has started again. When "scrim-queue status" shows a \
      drained node with 0 leased jobs, its machine can be switched off. Nodes of release 0.1.0 do not know of it.
      """)

  @Argument(help: "Names of nodes, as scrim-queue status shows them.")
  var nodes: [String]

  @OptionGroup var queue: QueueOptions

  func run() throws { try setDrained(nodes, true, queue) }
}

struct UndrainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undrain", abstract: "Lets drained nodes get jobs again.")

  @Argument(help: "Names of nodes, as scrim-queue status shows them.")
  var nodes: [String]

  @OptionGroup var queue: QueueOptions

  func run() throws { try setDrained(nodes, false, queue) }
}

private func setDrained(_ nodes: [String], _ isDrained: Bool, _ queue: QueueOptions) throws {
  let console = Console()
  try console.runQueue {
    let (client, _) = try queue.open()
    var isKnown = true
    for node in nodes {
      if try client.setDrained(node, isDrained) {
        console.result(printable(node))
      } else {
        console.note("The queue knows no node \(quoted(node)): scrim-queue status lists them.")
        isKnown = false
      }
    }
    guard isKnown else { throw ExitStatus.missing.code }
  }
}

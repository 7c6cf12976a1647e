import ArgumentParser
import ScrimCommand
import ScrimQueue

struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Ends jobs that have not ended, and prints their IDs.",
    discussion: "A job that is being rendered ends, too: its node stops it within 20 seconds.")

  @Argument(help: "Job IDs, as scrim-queue jobs lists them.")
  var ids: [String]

  @OptionGroup var queue: QueueOptions

  func validate() throws { _ = try jobIDs(ids) }

  func run() throws {
    let console = Console()
    try console.runQueue {
      let (client, _) = try queue.open()
      let ids = try jobIDs(ids)
      try report(
        ids, changed: client.cancel(ids), reason: "it has ended, or does not exist",
        console)
    }
  }
}

struct RetryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract:
      "Puts jobs that failed, expired or were cancelled back into the queue, and prints their IDs.")

  @Argument(help: "Job IDs, as scrim-queue jobs lists them.")
  var ids: [String]

  @OptionGroup var queue: QueueOptions

  func validate() throws { _ = try jobIDs(ids) }

  func run() throws {
    let console = Console()
    try console.runQueue {
      let (client, _) = try queue.open()
      let ids = try jobIDs(ids)
      try report(
        ids, changed: client.retry(ids),
        reason: "it waits or is done, or does not exist", console)
    }
  }
}

struct PriorityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "priority",
    abstract: "Changes the turn of waiting jobs, and prints their IDs.",
    discussion: "Example: scrim-queue priority 4711 50")

  @Argument(help: "Job ID, as scrim-queue jobs lists it.")
  var id: String

  @Argument(help: "-100 to 100; the highest is first.")
  var priority: Int

  @OptionGroup var queue: QueueOptions

  func validate() throws {
    _ = try jobIDs([id])
    guard (-100...100).contains(priority) else {
      throw ValidationError("\(priority) is not in -100…100.")
    }
  }

  func run() throws {
    let console = Console()
    try console.runQueue {
      let (client, _) = try queue.open()
      let ids = try jobIDs([id])
      try report(
        ids, changed: client.setPriority(ids, priority),
        reason: "it does not wait, or does not exist", console)
    }
  }
}

import ArgumentParser
import ScrimCommand
import ScrimRecords

/// Sets the priority of a job.
struct PriorityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "priority",
    abstract: "Sets the priority of a waiting job.",
    discussion: """
      Among the jobs of one owner those of a higher priority are rendered first; the default is 0.

      Examples:
        scrim priority 1795483755404-1000-uc5qydag 50
        scrim priority 1795483755404-1000-uc5qydag -10
      """)

  @Argument(help: "Job: the identifier that scrim submit prints, or its ID as scrim jobs lists it.")
  var id: String

  @Argument(help: "Priority, from -100 to 100.")
  var priority: Int

  @OptionGroup var spool: SpoolOptions

  func validate() throws {
    _ = try JobSelection.parse(id)
    guard (-100...100).contains(priority) else {
      throw ValidationError("\(priority) is outside -100…100.")
    }
  }

  func run() throws {
    let console = Console()
    try console.run {
      let control = JobControl(try spool.find(), command: "priority")
      let changes = try control.change([try JobSelection.parse(id)], .priority(priority))
      if let error = changes.first?.error { throw Failure(error.status, error.message) }
    }
  }
}

import ArgumentParser
import ScrimLinux
import ScrimRecords
import ScrimService

struct RetryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Delivers dead letters again.",
    discussion:
      "The running service takes them within five seconds. Exit status: 1 if an ID has no dead letter."
  )

  @OptionGroup var options: ConfigurationOptions<HooksConfiguration>

  @Argument(help: "Job IDs.")
  var ids: [String] = []

  @Option(help: "Only this hook.")
  var hook: String?

  @Flag(help: "All dead letters.")
  var all = false

  func validate() throws {
    guard all == ids.isEmpty else {
      throw ValidationError("Give job IDs, or --all.")
    }
  }

  func run() throws {
    let settings = try options.read()
    do {
      let store = try DeliveryStore(path: settings.state)
      let letters = try store.deadLetters(of: hook)
        .filter { all || ids.contains($0.id.description) }
      for letter in letters {
        try store.revive(letter)
        print("\(letter.id)  \(letter.hook)")
      }
      let missing = ids.filter { id in !letters.contains { $0.id.description == id } }
      for id in missing {
        HooksConfiguration.program.complain("\(id): no dead letter of this job.")
      }
      if !missing.isEmpty { throw ExitCode(1) }
    } catch let error as SystemError {
      HooksConfiguration.program.complain("\(error)")
      throw ExitCode(74)
    }
  }
}

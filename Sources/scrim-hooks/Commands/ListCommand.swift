import ArgumentParser
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimService

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists waiting deliveries by hook, and dead letters.")

  @OptionGroup var options: ConfigurationOptions<HooksConfiguration>

  @Option(help: "Only this hook.")
  var hook: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let settings = try options.read()
    do {
      let store = try DeliveryStore(path: settings.state)
      let names = Set(try store.hooks() + settings.hooks.map(\.name)).sorted()
        .filter { hook == nil || hook == $0 }
      let waiting = try names.map { (hook: $0, count: try store.waiting(of: $0).count) }
      let letters = try store.deadLetters(of: hook)
      if json {
        let dead = letters.map { letter -> JSON in
          .object([
            .init("hook", .string(letter.hook)), .init("id", .string(letter.id.description)),
            .init("time", .string(Timestamp.text(ofMilliseconds: letter.time))),
            .init("attempts", .integer(letter.attempts)), .init("reason", .string(letter.reason)),
          ])
        }
        let counts = waiting.map { JSON.Member($0.hook, .integer($0.count)) }
        print(
          JSON.object([.init("waiting", .object(counts)), .init("dead", .array(dead))])
            .text(pretty: true))
        return
      }
      for (hook, count) in waiting { print("\(hook): \(count) waiting") }
      for letter in letters {
        let time = Timestamp.text(ofMilliseconds: letter.time)
        print(
          "\(letter.id)  \(letter.hook)  \(time)  attempts: \(letter.attempts)  "
            + printable(letter.reason))
      }
    } catch let error as SystemError {
      HooksConfiguration.program.complain("\(error)")
      throw ExitCode(74)
    }
  }
}

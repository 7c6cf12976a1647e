import ArgumentParser
import ScrimHTTP
import ScrimJSON
import ScrimService

struct CheckQueueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-queue", abstract: "Connects to the queue as each key.",
    discussion: """
      Prints a list in JSON: for each key that may submit jobs its role, why it cannot use the queue ("error", null \
      if it can), and whether the server is reached by a Unix socket. Run it as the service's account: it reads the \
      passwords in the file that PGPASSFILE names, /etc/scrim/http/queue.pgpass in the unit. Exit status 69 if a key \
      cannot use the queue.

      Example:
        runuser -u scrim-http -- env PGPASSFILE=/etc/scrim/http/queue.pgpass scrim-http check-queue
      """)

  @OptionGroup var options: ConfigurationOptions<HTTPConfiguration>

  func run() throws {
    let configuration = try options.read()
    guard !configuration.queue.isEmpty else {
      HTTPConfiguration.program.complain("\(options.config): jobs.queue is not set.")
      throw ExitCode(78)
    }
    let results = QueueCheck.results(of: configuration)
    print(results.text(pretty: true))
    if results.array?.contains(where: { $0["error"] != .null }) == true { throw ExitCode(69) }
  }
}

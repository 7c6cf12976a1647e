import ArgumentParser
import ScrimCommand
import ScrimQueue
import ScrimRecords

/// The command for the queue of many machines. It links libpq, which `scrim` does not.
@main
struct ScrimQueueCommand: ParsableCommand {
  static let release = Release.number

  static func main() {
    main(NegativeNumbers.asValues(Array(CommandLine.arguments.dropFirst())))
  }

  static let configuration = CommandConfiguration(
    commandName: "scrim-queue",
    abstract: "Submits jobs to a queue that several machines render from, and operates it.",
    discussion: """
      The queue is a PostgreSQL database. Its URL is --queue or SCRIM_QUEUE, as in \
      postgresql://shop@db.example/scrim?sslmode=verify-full; a password belongs in ~/.pgpass.

      Examples:
        scrim-queue submit --wait -o images/ card.json
        scrim-queue deliver /srv/images
        scrim-queue jobs --state failed
        scrim-queue retry 4711

      Exit status: 0 on success, 64 for a wrong command line, 65 for errors in a job, 66 for a missing job or file, \
      74 if the queue cannot be used. "wait" and "submit --wait" exit with 1 if a job failed, and with 124 after the \
      time-out. The table of all programs is in docs/submitting.md.
      """,
    version: release,
    subcommands: [
      InitCommand.self, MigrateCommand.self, CheckCommand.self, SubmitCommand.self,
      WaitCommand<QueuePlace>.self, FetchCommand<QueuePlace>.self, DeliverCommand.self,
      JobsCommand<QueuePlace>.self, ShowCommand<QueuePlace>.self, CancelCommand<QueuePlace>.self,
      RetryCommand<QueuePlace>.self, PriorityCommand<QueuePlace>.self, StatusCommand.self,
      MetricsCommand.self, DrainCommand.self,
      UndrainCommand.self,
    ])
}

/// Which queue a command means.
struct QueueOptions: ParsableArguments {
  @Option(
    name: .customLong("queue"),
    help: ArgumentHelp(
      "URL of the database, postgresql://…; default: $SCRIM_QUEUE.", valueName: "url"))
  var url: String?

  /// - Throws: A ``Failure`` if none is given.
  func find() throws -> String {
    guard let url = url ?? environment("SCRIM_QUEUE"), !url.isEmpty else {
      throw Failure(
        .io, "No queue given: set --queue or SCRIM_QUEUE to its URL, such as postgresql:///scrim.")
    }
    return url
  }

  /// Connects to a queue of this release.
  ///
  /// - Throws: ``QueueError``, ``Failure``.
  func open() throws -> (QueueClient, QueueSession) {
    let (connection, session) = try QueueConnection.open(find(), program: "scrim-queue")
    return (QueueClient(connection), session)
  }
}

extension Console {
  /// Runs a command's work; an error of the queue ends it like a ``Failure``.
  ///
  /// - Throws: The exit code.
  func runQueue(_ work: () throws -> Void) throws {
    try run {
      do {
        try work()
      } catch {
        throw QueuePlace.failure(error) ?? error
      }
    }
  }
}

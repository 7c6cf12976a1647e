import ArgumentParser
import CCurl
import Glibc
import Logging
import ScrimLinux
import ScrimRecords
import ScrimService

/// Delivers the reports of finished jobs to programs and HTTPS endpoints, each at least once.
///
/// It has the network and starts programs; `scrimd`, which has neither, only writes `events/ID.json`.
@main
struct ScrimHooks: ParsableCommand {
  static let release = Release.number

  static let configuration = CommandConfiguration(
    commandName: "scrim-hooks",
    abstract: "Delivers the reports of finished jobs to programs and HTTPS endpoints.",
    discussion: """
      Takes events/ID.json from the spool and delivers each report at least once to each hook, with the job's ID as \
      idempotency key. Failed deliveries are repeated with increasing delays; those that are given up become dead \
      letters, which scrim-hooks list shows and scrim-hooks retry repeats.
      """,
    version: release, subcommands: [RunCommand.self, ListCommand.self, RetryCommand.self],
    defaultSubcommand: RunCommand.self)

  /// Writes each line with the priority of an error where journald reads it.
  static func complain(_ text: String) {
    let head = LogPriority.isReadByJournal ? LogPriority.error.prefix : ""
    for (index, line) in text.split(separator: "\n").enumerated() {
      StandardStream.error.write("\(head)\(index == 0 ? "scrim-hooks: " : "")\(line)\n")
    }
  }
}

/// The configuration file of a command.
struct ConfigurationOptions: ParsableArguments {
  @Option(help: "Configuration file; see etc/hooks.toml for all keys.")
  var config = HooksConfiguration.installedFile

  /// - Throws: `ExitCode` 78 (EX_CONFIG), after the errors were written.
  func read() throws -> HooksConfiguration {
    do {
      return try HooksConfiguration(file: config)
    } catch {
      ScrimHooks.complain("\(error)")
      throw ExitCode(78)
    }
  }
}

extension LogFormat: ExpressibleByArgument {}

import ArgumentParser
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
}

extension HooksConfiguration: ServiceConfiguration {
  static let program = LoggingProgram(name: "scrim-hooks", messageIDs: HookMessageID.all)
}

/// Identifiers of log messages that operators search or alert on, as `journalctl MESSAGE_ID=…` takes them. They never
/// change, even if the words of a message do.
enum HookMessageID {
  static let all: [String: String] = [
    "started": "0b2f0a3b3e6d4fc0a9a3f9d05c1e7a41",
    "stopped": "6a0f0e0cf0b14f0e8d0a4d6f7e2c9b52",
    "delivered": "c9a7d3f1b2e84d57a6f40c8e1d93b763",
    "delivery failed": "1d8c5b7e9f2a4360b4e8a1c7d50f6e74",
    "delivery given up": "e47b1a9c3d5f4286901c6d8fb2a7e385",
    "program output": "58f3c0d2a1b94e76bd27e9046cfa1896",
    "events cannot be taken: scrimd must run on this spool, with this account as [hooks] account":
      "a3e6b8d47c1f4905823d0fb6e95c72a7",
    "a folder of the spool was replaced": "4c1f7be2d90a4a6fb3580e6c17a9d264",
    "configuration reloaded": "7f92d4c6e0b3481ab15e8c3d6a0947b8",
    "configuration not reloaded": "b06d1e8f5a2c4739960f7b4ce1d823c9",
  ]
}

import ArgumentParser
import ScrimQueue
import ScrimRecords
import ScrimService

/// The bridge between the queue of many machines and the spool of this one.
///
/// Leases jobs, drops them in the spool for private delivery under their tenants, and returns the results under the
/// leases' tokens. A job of the queue has one result whatever crashes here: what is not returned in time is another
/// node's.
@main
struct ScrimNode: ParsableCommand {
  static let release = Release.number

  static let configuration = CommandConfiguration(
    commandName: "scrim-node",
    abstract: "Renders jobs of a queue by the scrimd of this machine.",
    discussion: """
      Needs an account that scrimd's configuration lists in [access] bridge-users, and a role of the queue that is a \
      member of scrim_node. Exit status: 78 (EX_CONFIG) for errors in the configuration, 74 if the spool or the state \
      folder cannot be used.
      """,
    version: release)

  @OptionGroup var options: ServiceOptions<NodeConfiguration>

  func run() throws {
    // That of the bundles that its threads write.
    guard let (settings, _) = try options.start(umask: 0o007) else { return }
    do {
      try Node(settings).run()
    } catch {
      NodeConfiguration.program.complain("\(error)")
      throw ExitCode(error is QueueError ? 78 : 74)
    }
  }
}

extension NodeConfiguration: ServiceConfiguration {
  static let program = LoggingProgram(name: "scrim-node", messageIDs: NodeMessageID.all)
}

/// Identifiers of log messages that operators search or alert on, as `journalctl MESSAGE_ID=…` takes them. They never
/// change, even if the words of a message do.
enum NodeMessageID {
  static let all: [String: String] = [
    "started": "f1c27d0a9be64d3fa85b16c70e9342d8",
    "stopped": "2b90e6c3517f4a8c9d40f8a6b1e75c03",
    "connected to the queue": "9d3a41f67c0e4b52b8e12f7a50c6d894",
    "the queue cannot be reached": "64fe0b82d1a94c7785c3e9d20f6b1a57",
    "job returned": "c80d5f19a27e4e36b94a7103f8d2c65e",
    "lease lost": "5e7b2a940cf14d18a6e3d85b7190fc42",
    "attempt failed": "a1f6904dc83b4e7292d7b05c6ef83a1b",
  ]
}

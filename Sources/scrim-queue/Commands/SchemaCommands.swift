import ArgumentParser
import ScrimCommand
import ScrimQueue

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Makes the queue's tables and roles in a database.",
    discussion: """
      Needs a role that may create schemas and roles, such as the server's superuser. Then make a login role for each \
      tenant, node and operator:

        CREATE ROLE shop LOGIN PASSWORD '…' IN ROLE scrim_tenant;
        CREATE ROLE node1 LOGIN PASSWORD '…' IN ROLE scrim_node;
        CREATE ROLE anna LOGIN PASSWORD '…' IN ROLE scrim_admin;

      Running it again changes nothing.
      """)

  @OptionGroup var queue: QueueOptions

  func run() throws {
    let console = Console()
    try console.runQueue { try migrate(queue, isNew: true, console) }
  }
}

struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Brings the queue's tables to this release.",
    discussion:
      "Each migration is a transaction. Nodes of the release before go on working meanwhile and afterwards."
  )

  @OptionGroup var queue: QueueOptions

  func run() throws {
    let console = Console()
    try console.runQueue { try migrate(queue, isNew: false, console) }
  }
}

private func migrate(_ queue: QueueOptions, isNew: Bool, _ console: Console) throws {
  let (connection, _) = try QueueConnection.connect(queue.find(), program: "scrim-queue")
  let applied = try QueueSchema.migrate(
    connection, release: ScrimQueueCommand.release, isNew: isNew)
  let session = try QueueSession(of: connection)
  guard !applied.isEmpty else {
    return console.result(
      "Database \(session.database) has the schema of this release (number \(session.schema)).")
  }
  console.result(
    "Database \(session.database): applied \(applied.map(String.init).joined(separator: ", ")).")
}

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks connection, schema and rights, and prints what it found.",
    discussion: "Exit status: 74 if the queue cannot be used as it is.")

  @OptionGroup var queue: QueueOptions

  func run() throws {
    let console = Console()
    try console.runQueue {
      let (client, session) = try queue.open()
      let rights = [
        session.isTenant ? "tenant" : nil, session.isNode ? "node" : nil,
        session.isAdmin ? "operator" : nil,
      ].compactMap { $0 }
      let rows = [
        ["database", session.database],
        [
          "server",
          "PostgreSQL \(session.serverVersion / 10_000).\(session.serverVersion % 10_000)",
        ],
        [
          "connection",
          client.connection.encryption
            ?? (client.connection.isLocal ? "Unix socket" : "not encrypted"),
        ],
        ["schema", "\(session.schema)"],
        ["role", session.role],
        ["rights", rights.isEmpty ? "none" : rights.joined(separator: ", ")],
      ]
      for line in columns(rows) { console.result(line) }
      guard !rights.isEmpty else {
        throw Failure(
          .io,
          "role \(session.role) has no rights on the queue: it must be a member of scrim_tenant, scrim_node "
            + "or scrim_admin (GRANT scrim_tenant TO \(session.role)).")
      }
    }
  }
}

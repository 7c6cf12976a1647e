import Foundation
import ProgramTesting
import QueueTesting
import ScrimQueue
import Testing

/// A pooler of sessions works; one of transactions is refused with the reason.
@Suite(.enabled(if: Pooler.isInstalled, "Debian's pgbouncer is not installed"))
struct PoolerTests {
  @Test func poolersOfTransactionsAreRefused() throws {
    let queue = try TestQueue()
    let pooler = try Pooler(of: queue.server, "pool_mode = transaction")
    let reason =
      "a pooler between here and the queue's server gives each transaction another process "
      + "(pool_mode = transaction): connect to the server itself, or set pool_mode = session."
    // Again: the server's processes remember what earlier clients prepared.
    for command in [["check"], ["jobs"], ["check"]] {
      let refused = try TestQueue.command(url: pooler.url("shop", queue), command)
      #expect(refused.status == 74)
      #expect(refused.errors == "scrim: \(reason)\n")
    }
    #expect(
      try TestQueue.command(url: pooler.url("postgres", queue), ["migrate"]).errors
        == "scrim: \(reason)\n")
    let node = try NodeProgram(url: pooler.url("node1", queue))
    #expect(node.ownExitStatus == 78)
    #expect(node.log == "scrim-node: \(reason)\n")
  }

  @Test func busyPoolersOfTransactionsAreRefused() throws {
    let queue = try TestQueue()
    let pooler = try Pooler(of: queue.server, "pool_mode = transaction\ndefault_pool_size = 5")
    // Others take processes in turn.
    let others = try (0..<3).map { _ in
      try QueueConnection(pooler.url("shop", queue), program: "test")
    }
    for other in others { try other.run("BEGIN") }
    for other in others {
      #expect(throws: QueueError.self) {
        try QueueConnection.open(pooler.url("shop", queue), program: "test")
      }
      try other.run("COMMIT")
    }
  }

  /// The smallest pool has one session: a second connection waits.
  @Test(arguments: [20, 1]) func poolersOfSessionsWork(_ size: Int) throws {
    let queue = try TestQueue()
    let pooler = try Pooler(of: queue.server, "pool_mode = session\ndefault_pool_size = \(size)")
    do {
      let (connection, _) = try QueueConnection.open(pooler.url("shop", queue), program: "test")
      let client = QueueClient(connection)
      #expect(try client.submit(QueueSubmission(name: "x", document: [])).isNew)
      #expect(try client.jobs(in: [.waiting]).count == 1)
    }
    let listed = try TestQueue.command(url: pooler.url("shop", queue), ["jobs"])
    #expect(listed.status == 0 && listed.output.contains("  x  shop  waiting  "))
    guard size > 1 else { return }
    let node = try NodeProgram(url: pooler.url("node1", queue))
    #expect(node.logs("connected to the queue"))
    #expect(try isTrue(within: 20) { try queue.client().jobs(in: [.leased]).count == 1 })
    #expect(node.stop() == 0)
  }
}

/// Debian's pgbouncer in front of a server of the tests.
private final class Pooler {
  static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/sbin/pgbouncer")

  private let folder: String
  private let port: Int
  private let process = Process()

  init(of server: QueueServer, _ settings: String) throws {
    port = try freePort()
    folder = "\(server.folder)/pooler-\(port)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try Data("\"shop\" \"\"\n\"node1\" \"\"\n\"postgres\" \"\"\n".utf8).write(
      to: URL(filePath: "\(folder)/users"))
    try Data(
      """
      [databases]
      * = host=\(server.folder) port=\(server.port)
      [pgbouncer]
      listen_addr = 127.0.0.1
      listen_port = \(port)
      unix_socket_dir =
      auth_type = trust
      auth_file = \(folder)/users
      \(settings)

      """.utf8
    ).write(to: URL(filePath: "\(folder)/pgbouncer.ini"))
    process.executableURL = URL(filePath: "/usr/sbin/pgbouncer")
    // It refuses to run as root.
    process.arguments = (geteuid() == 0 ? ["-u", "postgres"] : []) + ["\(folder)/pgbouncer.ini"]
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let port = port
    guard
      isTrue(
        within: 10,
        {
          (try? QueueConnection("postgresql://postgres@127.0.0.1:\(port)/postgres", program: "test"))
            != nil
        })
    else { throw QueueServer.Failed(description: "pgbouncer does not answer") }
  }

  deinit {
    process.terminate()
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func url(_ role: String, _ queue: TestQueue) -> String {
    "postgresql://\(role)@127.0.0.1:\(port)/\(queue.database)"
  }
}

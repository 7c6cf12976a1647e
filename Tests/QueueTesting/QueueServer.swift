import Foundation
package import ProgramTesting
package import ScrimQueue

/// A PostgreSQL server of the tests' own, which ends with the process, and a database in it for each test.
package final class QueueServer: Sendable {
  /// One for all tests.
  package static let shared = Result { try QueueServer() }

  package let folder: String
  package let port: Int
  /// The server's file system of its own.
  package let small: String
  /// Closing it ends the server; the kernel does when the process ends.
  private let input: Pipe
  private let output: Pipe

  package struct Failed: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// The server's log, which names statements that failed.
  package var log: String {
    get throws { try String(contentsOfFile: "\(folder)/server.log", encoding: .utf8) }
  }

  /// - Parameters:
  ///   - settings: Of postgresql.conf; `FOLDER` in them is the server's folder.
  ///   - disk: Bytes, such as "24m", of a file system in `small/` that only the server sees; as root only.
  ///   - prepare: Called with the folder before the server starts.
  /// - Throws: If it does not start.
  package init(
    settings: [String] = [], disk: String? = nil, prepare: (String) throws -> Void = { _ in }
  ) throws {
    let made = mkdtemp(strdup("/var/tmp/scrim-queue.XXXXXX"))
    guard let made else { throw Failed(description: "mkdtemp: errno \(errno)") }
    folder = String(cString: made)
    port = try freePort()
    input = Pipe()
    output = Pipe()
    let server = Process()
    server.executableURL = URL(filePath: "Tools/postgres")
    server.arguments =
      [folder, "\(port)"]
      + settings.map { [folder] in $0.replacingOccurrences(of: "FOLDER", with: folder) }
    if let disk {
      let script = """
        mkdir -m 755 "$0/small" && mount -t tmpfs -o size=\(disk) tmpfs "$0/small" && mkdir -m 700 "$0/small/space" &&
        chown postgres "$0/small/space" || exit 1
        Tools/postgres "$0" "$@"
        umount "$0/small" && rm -rf "$0"
        """
      server.executableURL = URL(filePath: "/usr/bin/unshare")
      server.arguments =
        ["--mount", "--propagation", "private", "/bin/sh", "-c", script]
        + (server.arguments ?? [])
    }
    try prepare(folder)
    server.standardInput = input
    server.standardOutput = output
    // Otherwise a child would keep the pipe open.
    _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    try server.run()
    small = "/proc/\(server.processIdentifier)/root\(folder)/small"
    guard String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "ready\n"
    else {
      throw Failed(description: "PostgreSQL did not start")
    }
    for (role, group) in [
      ("shop", "scrim_tenant"), ("mill", "scrim_tenant"), ("node1", "scrim_node"),
      ("node2", "scrim_node"),
      ("anna", "scrim_admin"), ("guest", ""),
    ] {
      _ = try psql("postgres", "CREATE ROLE \(role) LOGIN")
      if !group.isEmpty {
        _ = try psql(
          "postgres",
          "DO $$ BEGIN CREATE ROLE \(group) NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;"
            + "GRANT \(group) TO \(role)")
      }
    }
  }

  /// Stops it as a crash does, after it has written what was committed, for which its sessions do not wait.
  package func stop() throws {
    _ = try psql("postgres", "CHECKPOINT")
    try control("stop\n")
  }

  /// Starts it again.
  package func start() throws { try control("start\n") }

  /// Sends a signal to its processes.
  package func signal(_ number: Int32) throws {
    let text = try String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
    guard let main = text.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
      throw Failed(description: "PostgreSQL has no process")
    }
    let children = try String(
      contentsOfFile: "/proc/\(main)/task/\(main)/children", encoding: .utf8)
    for process in [main] + children.split(separator: " ").compactMap({ pid_t($0) }) {
      kill(process, number)
    }
  }

  private func control(_ action: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(action.utf8))
    guard String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == action
    else {
      throw Failed(description: "PostgreSQL: \(action) failed")
    }
  }

  /// Runs SQL as the superuser, and returns what psql prints.
  package func psql(_ database: String, _ text: String) throws -> String {
    let run = try CommandRun(
      "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", url("postgres", database), "-c", text,
      program: "/usr/bin/psql")
    guard run.status == 0 else { throw Failed(description: run.errors) }
    return run.output.trimmingCharacters(in: .newlines)
  }

  package func url(_ role: String, _ database: String) -> String {
    "postgresql://\(role)@/\(database)?host=\(folder)&port=\(port)"
  }
}

/// A port that nothing listens on, below 32,768: the kernel gives those above to clients, which could take it before.
///
/// - Throws: ``QueueServer/Failed`` if none of 100 is free.
package func freePort() throws -> Int {
  for _ in 0..<100 {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    let port = Int.random(in: 20_000..<32_000)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = in_port_t(port).bigEndian
    let isFree = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if isFree { return port }
  }
  throw QueueServer.Failed(description: "no free port: errno \(errno)")
}

/// A queue of one test.
package struct TestQueue {
  package let server: QueueServer
  package let database: String

  /// Makes a database.
  ///
  /// - Parameters:
  ///   - isEmpty: Whether it has no schema.
  ///   - server: The one of all tests by default.
  ///   - options: Of CREATE DATABASE.
  /// - Throws: If the server refuses.
  package init(isEmpty: Bool = false, server: QueueServer? = nil, options: String = "") throws {
    self.server = try server ?? QueueServer.shared.get()
    database = "q\(UUID().uuidString.prefix(8).lowercased())"
    _ = try self.server.psql("postgres", "CREATE DATABASE \(database) \(options)")
    if !isEmpty {
      _ = try QueueSchema.migrate(connection("postgres"), release: "test", isNew: true)
    }
  }

  package func url(_ role: String) -> String { server.url(role, database) }

  package func connection(_ role: String) throws -> QueueConnection {
    try QueueConnection(url(role), program: "test")
  }

  package func client(_ role: String = "shop") throws -> QueueClient {
    QueueClient(try connection(role))
  }

  package func node(
    _ name: String = "node1", lease: Duration = .seconds(60), environment: String = ""
  )
    throws -> QueueLeases
  {
    QueueLeases(try connection("node1"), node: name, environment: environment, duration: lease)
  }

  package func maintenance() throws -> QueueMaintenance {
    QueueMaintenance(try connection("node1"))
  }

  package func psql(_ text: String) throws -> String { try server.psql(database, text) }

  /// Runs scrim-queue for a role.
  package func command(_ role: String, _ arguments: String...) throws -> CommandRun {
    try command(role, arguments)
  }

  package func command(_ role: String, _ arguments: [String]) throws -> CommandRun {
    try Self.command(url: url(role), arguments)
  }

  /// Runs scrim-queue with a URL.
  package static func command(url: String, _ arguments: [String]) throws -> CommandRun {
    try CommandRun(
      arguments, program: "scrim-queue", environment: ["SCRIM_QUEUE": url, "NO_COLOR": "1"])
  }
}

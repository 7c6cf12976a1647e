import Foundation
import ScrimQueue

/// A PostgreSQL server of the tests' own, which ends with the process, and a database in it for each test.
final class QueueServer: Sendable {
  /// One for all tests.
  static let shared = Result { try QueueServer() }

  let folder: String
  let port: Int
  /// Closing it ends the server; the kernel does when the process ends.
  private let input: Pipe

  struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  private init() throws {
    let made = mkdtemp(strdup("/var/tmp/scrim-queue.XXXXXX"))
    guard let made else { throw Failed(description: "mkdtemp: errno \(errno)") }
    folder = String(cString: made)
    // As little likely to be in use as any.
    port = 20_000 + Int(getpid()) % 20_000
    input = Pipe()
    let output = Pipe()
    let server = Process()
    server.executableURL = URL(filePath: "Tools/postgres")
    server.arguments = [folder, "\(port)"]
    server.standardInput = input
    server.standardOutput = output
    // Otherwise a child would keep the pipe open.
    _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    try server.run()
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

  /// Runs SQL as the superuser, and returns what psql prints.
  func psql(_ database: String, _ text: String) throws -> String {
    let (status, output, errors) = try run(
      "/usr/bin/psql",
      ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", url("postgres", database), "-c", text])
    guard status == 0 else { throw Failed(description: errors) }
    return output.trimmingCharacters(in: .newlines)
  }

  func url(_ role: String, _ database: String) -> String {
    "postgresql://\(role)@/\(database)?host=\(folder)&port=\(port)"
  }
}

/// Runs a program to its end.
func run(
  _ program: String, _ arguments: [String], environment: [String: String] = [:]
) throws -> (status: Int32, output: String, errors: String) {
  let process = Process()
  process.executableURL = URL(filePath: program)
  process.arguments = arguments
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  let (output, errors) = (Pipe(), Pipe())
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = output
  process.standardError = errors
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return (process.terminationStatus, text, complaint)
}

/// A queue of one test.
struct TestQueue {
  let server: QueueServer
  let database: String

  /// Makes a database, with a schema unless `isEmpty`.
  init(isEmpty: Bool = false) throws {
    server = try QueueServer.shared.get()
    database = "q\(UUID().uuidString.prefix(8).lowercased())"
    _ = try server.psql("postgres", "CREATE DATABASE \(database)")
    if !isEmpty {
      _ = try QueueSchema.migrate(connection("postgres"), release: "test", isNew: true)
    }
  }

  func url(_ role: String) -> String { server.url(role, database) }

  func connection(_ role: String) throws -> QueueConnection {
    try QueueConnection(url(role), program: "test")
  }

  func client(_ role: String = "shop") throws -> QueueClient { QueueClient(try connection(role)) }

  func node(_ name: String = "node1", lease: Duration = .seconds(60), environment: String = "")
    throws -> QueueLeases
  {
    QueueLeases(try connection("node1"), node: name, environment: environment, duration: lease)
  }

  func maintenance() throws -> QueueMaintenance { QueueMaintenance(try connection("node1")) }

  func psql(_ text: String) throws -> String { try server.psql(database, text) }

  /// Runs scrim-queue for a role.
  func command(
    _ role: String, _ arguments: String...
  ) throws -> (status: Int32, output: String, errors: String) {
    try run(
      Self.programs().appending(path: "scrim-queue").path(), arguments,
      environment: ["SCRIM_QUEUE": url(role), "NO_COLOR": "1"])
  }

  /// The folder of the built programs: that of the tests.
  static func programs() throws -> URL {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: tests).deletingLastPathComponent()
  }
}
